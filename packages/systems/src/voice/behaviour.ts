import { show } from '../json-shape.js'
import { refuseQuery } from '../rest/json-answer.js'
import type { Simulator } from '../simulator.js'
import { type VoiceConfig, voiceConfigSchema } from './config.js'
import { voiceEvidence } from './evidence.js'
import { handleVoiceCall } from './handle.js'
import { voiceNoise } from './noise.js'
import { applyVoiceEffect, forkVoiceState, seedVoiceState, type VoiceEffect, type VoiceState } from './state.js'
import { dueMoments } from './waiting.js'

/**
 * A telephone: calls consist of turns, and are answered by menus, personas and the environment's patient.
 *
 * Its group is `voice`. Who answers is configured (`VoiceConfig`).
 */
export const voiceSimulator: Simulator<VoiceConfig, VoiceState, VoiceEffect> = {
  headers: ['content-type'],
  pages: true,
  configSchema: voiceConfigSchema,
  scenarioSteps: [],
  seed: seedVoiceState,
  fork: forkVoiceState,
  refuseQuery,
  handle: (state, _group, call, context) => handleVoiceCall(state, call, context),
  due: (state, { at }) => dueMoments(state, at),
  inject: (_state, { type }) => {
    throw new Error(`The voice simulator takes no scenario step, got ${show(type)}.`)
  },
  apply: applyVoiceEffect,
  evidence: voiceEvidence,
  noise: voiceNoise,
}
