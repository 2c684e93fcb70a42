import { finish } from '@carebench/protocol'
import type { Simulator } from '../simulator.js'
import { type FilesConfig, filesConfigSchema } from './config.js'
import { filesEvidence } from './evidence.js'
import { handleFilesCall } from './handle.js'
import { filesHarm } from './harm.js'
import { filesNoise } from './noise.js'
import { filesScenarioSteps, findFilesStepFaults, injectFilesStep } from './scenario.js'
import { applyFilesEffect, type FilesEffect, type FilesState, seedFiles } from './state.js'

/**
 * The file exchange of an organization: a tree of the folders `inbox`, `outbound` and `archive`, under the group
 * `files`. The agent reads all of it and writes below `outbound`. It starts with the files of datasets of type `Files`.
 */
export const filesSimulator: Simulator<FilesConfig, FilesState, FilesEffect> = {
  headers: ['content-type'],
  pages: true,
  configSchema: filesConfigSchema,
  scenarioSteps: filesScenarioSteps,
  seed: (_config, datasets, context) => finish(seedFiles(datasets, context.at)),
  seedInSteps: (_config, datasets, context) => seedFiles(datasets, context.at),
  fork: (state) => state.fork(),
  handle: (state, _group, call, context) => finish(handleFilesCall(state, call, context)),
  handleInSteps: (state, _group, call, context) => handleFilesCall(state, call, context),
  due: () => ({ effects: [], events: [] }),
  inject: (_state, step, context) => injectFilesStep(step, context),
  stepFindings: findFilesStepFaults,
  apply: applyFilesEffect,
  evidence: filesEvidence,
  noise: filesNoise,
  harm: filesHarm,
}
