import type { Simulator } from '../simulator.js'
import { type FhirConfig, fhirConfigSchema } from './config.js'
import { fhirEvidence } from './evidence.js'
import { handleFhirCall, handleFhirCallInSteps, refuseFhirJson } from './handle.js'
import { localizeCall } from './local-references.js'
import { fhirNoise } from './noise.js'
import { fhirScenarioSteps, findFhirStepFaults, injectFhirStep } from './scenario.js'
import { extendRecord, seedRecord } from './seed.js'
import type { FhirEffect, FhirState } from './state.js'

/**
 * The health record: a FHIR R4 server under the group `fhir`. It starts with the resources of datasets of type `FHIR`;
 * `GET metadata` lists what it supports.
 */
export const fhirSimulator: Simulator<FhirConfig, FhirState, FhirEffect> = {
  headers: [
    'accept',
    'content-type',
    'prefer',
    'if-match',
    'if-none-match',
    'if-none-exist',
    'if-modified-since',
    'x-security-context',
  ],
  configSchema: fhirConfigSchema,
  scenarioSteps: fhirScenarioSteps,
  seed: (config, datasets, context) => ({ record: seedRecord(datasets, context), config }),
  extend: ({ record }, config, datasets, context) => ({ record: extendRecord(record, datasets, context), config }),
  fork: ({ record, config }) => ({ record: record.fork(), config }),
  localize: localizeCall,
  refuseJson: refuseFhirJson,
  handle: (state, _group, call, context) => handleFhirCall(state, call, context),
  handleInSteps: (state, _group, call, context) => handleFhirCallInSteps(state, call, context),
  due: () => ({ effects: [], events: [] }),
  inject: injectFhirStep,
  stepFindings: findFhirStepFaults,
  apply: ({ record }, effect) => record.apply(effect),
  evidence: fhirEvidence,
  noise: fhirNoise,
}
