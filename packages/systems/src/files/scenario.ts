import type { ScenarioStep } from '@carebench/protocol'
import { show } from '../json-shape.js'
import type { SimulatorChange, SimulatorContext, StepFinding } from '../simulator.js'
import { faultsOfReading } from '../step-fault.js'
import { findRoot } from './model/file-path.js'
import { readSeededFile } from './model/seeded-file.js'
import type { FilesEffect } from './state.js'

/** The scenario steps of the files simulator. */
export const filesScenarioSteps = ['drop_file_inbox'] as const

/**
 * Runs `{"type":"drop_file_inbox","path":…,"content":… | "content_base64":…}`: puts a file below `inbox`,
 * replacing any file with the same path. `lab.csv` and `inbox/lab.csv` name the same file. Emits no event. Throws an
 * Error that says what is wrong with the step.
 */
export function injectFilesStep(step: ScenarioStep, context: SimulatorContext): SimulatorChange<FilesEffect> {
  const { type, ...file } = step
  if (type !== 'drop_file_inbox') {
    throw new Error(`The files simulator takes the scenario step "drop_file_inbox", got ${show(type)}.`)
  }
  let dropped: ReturnType<typeof readSeededFile>
  try {
    dropped = readSeededFile(file, context.at)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`drop_file_inbox: ${reason}`, { cause: error })
  }
  if (findRoot(dropped.path) !== 'inbox') {
    throw new Error(`drop_file_inbox: "path" must be below inbox, got ${show(dropped.path)}.`)
  }
  return { effects: [{ op: 'put', file: dropped }], events: [] }
}

/** Returns the errors of a step: a path outside the inbox, and content that is missing, given twice or invalid. */
export function findFilesStepFaults({
  type: _,
  system: __,
  path = null,
  ...file
}: ScenarioStep): readonly StepFinding[] {
  const at = '2026-01-05T09:00:00.000Z'
  const faults = faultsOfReading('/path', () => {
    const { path: read } = readSeededFile({ path, content: '' }, at)
    if (findRoot(read) !== 'inbox') throw new Error(`"path" must be below inbox, got ${show(read)}.`)
  })
  return [...faults, ...faultsOfReading('', () => readSeededFile({ ...file, path: 'inbox/file' }, at))]
}
