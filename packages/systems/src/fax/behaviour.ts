import { refuseQuery } from '../rest/json-answer.js'
import type { Simulator } from '../simulator.js'
import { type FaxConfig, faxConfigSchema } from './config.js'
import { dueDeliveries } from './delivery.js'
import { faxEvidence } from './evidence.js'
import { handleFaxCall } from './handle.js'
import { faxNoise } from './noise.js'
import { faxScenarioSteps, findFaxStepFaults, injectFaxStep } from './scenario.js'
import { applyFaxEffect, type FaxEffect, type FaxState, forkFaxState, seedFaxState } from './state.js'

/**
 * A fax machine: outgoing faxes, which are delivered or fail as the clock advances, and incoming faxes from scenarios.
 *
 * Its group is `faxes`. The recipients' numbers are configured (`FaxConfig`).
 */
export const faxSimulator: Simulator<FaxConfig, FaxState, FaxEffect> = {
  headers: ['content-type'],
  pages: true,
  configSchema: faxConfigSchema,
  scenarioSteps: faxScenarioSteps,
  seed: seedFaxState,
  fork: forkFaxState,
  refuseQuery,
  handle: (state, _group, call, context) => handleFaxCall(state, call, context),
  due: (state, { at }) => dueDeliveries(state, at),
  inject: injectFaxStep,
  stepFindings: findFaxStepFaults,
  apply: applyFaxEffect,
  evidence: faxEvidence,
  noise: faxNoise,
}
