import { refuseQuery } from '../rest/json-answer.js'
import type { Simulator } from '../simulator.js'
import { type MessageConfig, messageConfigSchema } from './config.js'
import { dueMessages } from './delivery.js'
import { messageEvidence } from './evidence.js'
import { handleMessageCall } from './handle.js'
import { messageNoise } from './noise.js'
import { findMessageStepFaults, injectMessageStep, messageScenarioSteps } from './scenario.js'
import {
  applyMessageEffect,
  forkMessageState,
  type MessageEffect,
  type MessageState,
  seedMessageState,
} from './state.js'

/**
 * Messages by SMS, e-mail and chat, which are delivered or fail as the clock advances, and are answered by personas and
 * by the environment's patient.
 *
 * Its group is `messages`. The recipients are configured (`MessageConfig`).
 */
export const messageSimulator: Simulator<MessageConfig, MessageState, MessageEffect> = {
  headers: ['content-type'],
  pages: true,
  configSchema: messageConfigSchema,
  scenarioSteps: messageScenarioSteps,
  seed: seedMessageState,
  fork: forkMessageState,
  refuseQuery,
  handle: (state, _group, call, context) => handleMessageCall(state, call, context),
  due: (state, { at }) => dueMessages(state, at),
  inject: injectMessageStep,
  stepFindings: findMessageStepFaults,
  apply: applyMessageEffect,
  evidence: messageEvidence,
  noise: messageNoise,
}
