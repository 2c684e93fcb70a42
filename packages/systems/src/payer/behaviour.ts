import { finish, type SimulatorCall, type Steps } from '@carebench/protocol'
import { jsonAnswer } from '../rest/json-answer.js'
import { withoutToken } from '../rest/record-access.js'
import type { Simulator, SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { dueDeterminations, readDueDocuments } from './actions/evaluation.js'
import { refuse } from './actions/portal-answer.js'
import { type PayerConfig, payerConfigSchema } from './config.js'
import { handleElectronicCall, refuseElectronicJson } from './electronic/handle-electronic.js'
import { withNotifications } from './electronic/pas/notifications.js'
import { observedRow } from './electronic/pas/pas-row.js'
import { payerEvidence } from './evidence.js'
import { electronicGroup } from './group.js'
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
 * The portal's calls are in the group `portal`, the interfaces for electronic prior authorization in `payer`.
 * Determinations are configured (`PayerConfig`); the initial members, providers and requests come from datasets of type
 * `Portal`.
 */
export const payerSimulator: Simulator<PayerConfig, PayerState, PayerEffect> = {
  headers: [],
  pages: true,
  configSchema: payerConfigSchema,
  scenarioSteps: payerScenarioSteps,
  seed: (config, datasets) => seedPayerState(config, datasets),
  seedInSteps: seedPayerStateInSteps,
  fork: forkPayerState,
  localize: withoutToken,
  refuseQuery: (message) => jsonAnswer(400, refuse(400, '', message).json),
  refuseJson: (message, group) => (group === electronicGroup.name ? refuseElectronicJson(message) : undefined),
  handle: (state, group, call, context) => finish(handleCall(state, group, call, context)),
  handleInSteps: handleCall,
  due: (state, { at }) => withNotifications(state, dueDeterminations(state, at), at),
  prepareDue: (state, { at }) => (state.waiting.size === 0 ? undefined : readDueDocuments(state, at)),
  inject: (state, step, { at }) => withNotifications(state, injectStep(state, step), at),
  stepFindings: findPortalStepFaults,
  apply: applyEffect,
  evidence: payerEvidence,
  noise: payerNoise,
  harm: payerHarm,
}

function applyEffect(state: PayerState, effect: PayerEffect): void {
  applyPayerEffect(state, effect)
  // Caches the observed row now, because the evidence of hundreds of requests is made in one step.
  if (effect.op === 'put' && effect.resource === 'pas_requests') observedRow(state, effect.row)
}

function* handleCall(
  state: PayerState,
  group: string,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<PayerEffect>> {
  const answer = group === electronicGroup.name ? handleElectronicCall : handlePortalCall
  return withNotifications(state, yield* answer(state, call, context), context.at)
}
