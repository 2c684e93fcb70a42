import type { Simulator } from '../simulator.js'
import { fhirBystanders } from './bystanders.js'
import { type FhirConfig, fhirConfigSchema } from './config.js'
import { countInteractions } from './count-interactions.js'
import { fhirEvidence } from './evidence.js'
import { handleFhirCall, handleFhirCallInSteps, refuseFhirJson } from './handle.js'
import { fhirHarm } from './harm.js'
import { localizeCall, localizeCallInSteps } from './model/local-references.js'
import { fhirNoise } from './noise.js'
import { workOfPools } from './pool-work.js'
import { fhirScenarioSteps, findFhirStepFaults, injectFhirStep } from './scenario.js'
import { extendRecord, extendRecordInSteps, seedRecord, seedRecordInSteps } from './seed.js'
import { applyFhirEffect, createFhirState, type FhirEffect, type FhirState, forkFhirState } from './state.js'

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
  seed: (config, datasets, context) => createFhirState(seedRecord(datasets, context), config, context.at),
  *seedInSteps(config, datasets, context) {
    return createFhirState(yield* seedRecordInSteps(datasets, context), config, context.at)
  },
  extend: ({ record }, config, datasets, context) =>
    createFhirState(extendRecord(record, datasets, context), config, context.at),
  *extendInSteps({ record }, config, datasets, context) {
    return createFhirState(yield* extendRecordInSteps(record, datasets, context), config, context.at)
  },
  fork: forkFhirState,
  localize: localizeCall,
  localizeInSteps: localizeCallInSteps,
  countInteractions,
  refuseJson: refuseFhirJson,
  handle: (state, _group, call, context) => handleFhirCall(state, call, context),
  handleInSteps: (state, _group, call, context) => handleFhirCallInSteps(state, call, context),
  due: (state, { at }) => workOfPools(state, at),
  inject: injectFhirStep,
  stepFindings: findFhirStepFaults,
  apply: applyFhirEffect,
  isByOthers: ({ by }) => by === 'pool',
  evidence: fhirEvidence,
  noise: fhirNoise,
  harm: fhirHarm,
  bystanders: fhirBystanders,
}
