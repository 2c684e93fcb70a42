import { finish } from '@carebench/protocol'
import { jsonAnswer } from '../rest/json-answer.js'
import type { Simulator } from '../simulator.js'
import { dueDeterminations } from './actions/evaluation.js'
import { refuse } from './actions/portal-answer.js'
import { type PayerConfig, payerConfigSchema } from './config.js'
import { payerEvidence } from './evidence.js'
import { handlePortalCall } from './handle.js'
import { payerHarm } from './harm.js'
import { payerNoise } from './noise.js'
import { findPortalStepFaults, injectStep, payerScenarioSteps } from './scenario.js'
import {
  applyPayerEffect,
  forkPayerState,
  type PayerEffect,
  type PayerState,
  seedPayerState,
  seedPayerStateInSteps,
} from './state.js'

/**
 * The payer: prior authorizations that are decided by rules, behind the REST interface of its standard portal.
 *
 * Its group is `portal`. Its determinations are configured (`PayerConfig`); the initial members, providers and
 * requests come from datasets of type `Portal`.
 */
export const payerSimulator: Simulator<PayerConfig, PayerState, PayerEffect> = {
  headers: [],
  pages: true,
  configSchema: payerConfigSchema,
  scenarioSteps: payerScenarioSteps,
  seed: (config, datasets) => seedPayerState(config, datasets),
  seedInSteps: seedPayerStateInSteps,
  fork: forkPayerState,
  refuseQuery: (message) => jsonAnswer(400, refuse(400, '', message).json),
  handle: (state, _group, call, context) => finish(handlePortalCall(state, call, context)),
  handleInSteps: (state, _group, call, context) => handlePortalCall(state, call, context),
  due: (state, context) => dueDeterminations(state, context.at),
  inject: (state, step) => injectStep(state, step),
  stepFindings: findPortalStepFaults,
  apply: applyPayerEffect,
  evidence: payerEvidence,
  noise: payerNoise,
  harm: payerHarm,
}
