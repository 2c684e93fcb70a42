import { show } from '../json-shape.js'
import type { Simulator } from '../simulator.js'
import { type PatientConfig, patientConfigSchema } from './config.js'
import { patientEvidence } from './evidence.js'
import { handlePatientCall } from './handle.js'
import { patientNoise } from './noise.js'
import {
  applyPatientEffect,
  forkPatientState,
  type PatientEffect,
  type PatientState,
  seedPatientState,
} from './state.js'

/**
 * The patient of an environment: a person who can be called and written to, knows what the record says about them, and
 * talks only to callers who pass an identity check.
 *
 * It has no group: an agent reaches the patient through the simulators of type `Voice` and `Message`. The patient is
 * configured (`PatientConfig`).
 */
export const patientSimulator: Simulator<PatientConfig, PatientState, PatientEffect> = {
  headers: [],
  configSchema: patientConfigSchema,
  scenarioSteps: [],
  seed: seedPatientState,
  fork: forkPatientState,
  handle: (state, _group, call, context) => handlePatientCall(state, call, context),
  due: () => ({ effects: [], events: [] }),
  inject: (_state, { type }) => {
    throw new Error(`The patient simulator takes no scenario step, got ${show(type)}.`)
  },
  apply: applyPatientEffect,
  evidence: patientEvidence,
  noise: patientNoise,
}
