import { finish } from '@carebench/protocol'
import { show } from '../json-shape.js'
import { payerType } from '../payer/group.js'
import { refuseQuery } from '../rest/json-answer.js'
import type { NamedSystem, Simulator } from '../simulator.js'
import { type CdsConfig, type CdsService, cdsConfigSchema } from './config.js'
import { cdsEvidence } from './evidence.js'
import { handleCdsCall } from './handle.js'
import { withoutAccess } from './hook-request.js'
import { cdsNoise } from './noise.js'
import { applyCdsEffect, type CdsEffect, type CdsState, forkCdsState, seedCdsState } from './state.js'

/**
 * Clinical decision support by CDS Hooks 2.0: services that are called when a chart is opened or an order is written,
 * and respond with cards.
 *
 * Its group is `cds`. Services, and the rules by which they return cards, are configured (`CdsConfig`).
 */
export const cdsSimulator: Simulator<CdsConfig, CdsState, CdsEffect> = {
  headers: [],
  configSchema: cdsConfigSchema,
  scenarioSteps: [],
  namedSystems: ({ services = [] }) => services.flatMap(namedPayer),
  seed: (config) => seedCdsState(config),
  fork: forkCdsState,
  localize: (call) => withoutAccess(call),
  refuseQuery,
  handle: (state, _group, call, context) => finish(handleCdsCall(state, call, context)),
  handleInSteps: (state, _group, call, context) => handleCdsCall(state, call, context),
  due: () => ({ effects: [], events: [] }),
  inject: (_state, { type }) => {
    throw new Error(`The CDS Hooks simulator takes no scenario step, got ${show(type)}.`)
  },
  apply: applyCdsEffect,
  evidence: cdsEvidence,
  noise: cdsNoise,
}

/** Returns the payer system whose key a service configures, if any. */
function namedPayer({ requirements }: CdsService, index: number): readonly NamedSystem[] {
  const key = requirements?.system
  return key === undefined ? [] : [{ path: `/services/${index}/requirements/system`, type: payerType, key }]
}
