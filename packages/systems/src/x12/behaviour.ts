import { finish } from '@carebench/protocol'
import { show } from '../json-shape.js'
import { refuseQuery } from '../rest/json-answer.js'
import type { Simulator } from '../simulator.js'
import { dueRemittances } from './actions/remittance.js'
import { type X12Config, x12ConfigSchema } from './config.js'
import { x12Evidence } from './evidence.js'
import { handleX12Call } from './handle.js'
import { x12Harm } from './harm.js'
import { namedPayers } from './model/served-payer.js'
import { x12Noise } from './noise.js'
import { applyX12Effect, forkX12State, seedX12State, type X12Effect, type X12State } from './state.js'

/**
 * A clearinghouse with a payer behind it: eligibility, claim status, authorizations and claims, in EDI or in JSON.
 *
 * Its group is `clearinghouse`. The payer's members come from the FHIR record of the environment and from the
 * configuration (`X12Config`); authorizations are decided by the environment's payer. Initial transactions come
 * from datasets of type `X12`.
 */
export const x12Simulator: Simulator<X12Config, X12State, X12Effect> = {
  headers: ['accept', 'content-type'],
  pages: true,
  configSchema: x12ConfigSchema,
  namedSystems: namedPayers,
  scenarioSteps: [],
  seed: (config, datasets, context) => finish(seedX12State(config, datasets, context)),
  seedInSteps: seedX12State,
  fork: forkX12State,
  refuseQuery,
  handle: (state, _group, call, context) => finish(handleX12Call(state, call, context)),
  handleInSteps: (state, _group, call, context) => handleX12Call(state, call, context),
  due: (state, context) => dueRemittances(state, context.at),
  inject: (_state, { type }) => {
    throw new Error(`The X12 simulator takes no scenario step, got ${show(type)}.`)
  },
  apply: applyX12Effect,
  evidence: x12Evidence,
  noise: x12Noise,
  harm: x12Harm,
}
