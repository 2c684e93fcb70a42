import { join } from 'node:path'
import type { Verdict } from '@carebench/verifier'
import { appendWhole } from './atomic-file.js'
import { readShapedLines } from './read-folder.js'
import { assessmentShape, taskDecisions } from './stored-shapes.js'
import { nameOfTrial, type TrialKey, type TrialResult } from './trial-result.js'

/** A person's assessment of an attempt at a trial; it never replaces the result. */
export interface Assessment extends TrialKey {
  readonly version: 1
  /** The time of the assessment, in UTC. */
  readonly at: string
  /** The person who made it. */
  readonly by: string
  /** The number of the attempt, counted from 1. */
  readonly attempt: number
  /** `invalid` takes the trial out of all figures, `valid` reverts that, `opinion` has its own verdict. */
  readonly kind: 'note' | 'invalid' | 'valid' | 'opinion'
  readonly reason: string
  /** The verdict of an opinion; null for other kinds. */
  readonly verdict: Verdict | null
}

/** A person's decision about all trials of a task, from a list. */
export interface TaskAssessment {
  readonly version: 1
  /** The date of the list, in UTC. */
  readonly at: string
  /** The person who signs the list. */
  readonly by: string
  readonly task: string
  /** `left_out` takes the task out of all results, `counted` reverts that. */
  readonly kind: 'left_out' | 'counted'
  readonly reason: string
}

const fileName = 'assessments.jsonl'

export type AnyAssessment = Assessment | TaskAssessment

/** Reads the assessments of the trials in a folder, oldest first. Throws a DamagedFolderError. */
export function readAssessments(folder: string): readonly AnyAssessment[] {
  return readShapedLines<AnyAssessment>(join(folder, fileName), 'assessments', assessmentShape)
}

/** Appends an assessment; earlier ones are not changed. */
export function appendAssessment(folder: string, assessment: AnyAssessment): void {
  appendWhole(join(folder, fileName), `${JSON.stringify(assessment)}\n`, true)
}

/** Whether an assessment is about all trials of a task. */
export function isOfTask(assessment: AnyAssessment): assessment is TaskAssessment {
  return taskDecisions.some((one) => one === assessment.kind)
}

/** Returns the tasks that are left out of results, by name, each with the latest decision. */
export function findLeftOut(assessments: readonly AnyAssessment[]): ReadonlyMap<string, TaskAssessment> {
  const last = new Map(assessments.filter(isOfTask).map((one) => [one.task, one]))
  return new Map([...last].filter(([, { kind }]) => kind === 'left_out'))
}

/**
 * Returns the assessments of the attempts that count, by {@link nameOfTrial}. A task that is left out invalidates its
 * trials.
 */
export function listAssessments(
  results: readonly Pick<TrialResult, 'key' | 'attempt'>[],
  assessments: readonly AnyAssessment[],
): ReadonlyMap<string, readonly Assessment[]> {
  const attempts = new Map(results.map(({ key, attempt }) => [nameOfTrial(key), attempt]))
  const ofTrials = assessments.filter((one): one is Assessment => !isOfTask(one))
  const found = new Map<string, Assessment[]>()
  const add = (one: Assessment) => {
    const before = found.get(nameOfTrial(one))
    if (before === undefined) found.set(nameOfTrial(one), [one])
    else before.push(one)
  }
  for (const one of ofTrials) {
    if (attempts.get(nameOfTrial(one)) === one.attempt) add(one)
  }
  const leftOut = findLeftOut(assessments)
  for (const { key, attempt } of results) {
    const decision = leftOut.get(key.task)
    if (decision !== undefined) add({ ...decision, ...key, attempt, kind: 'invalid', verdict: null })
  }
  return found
}

/** Finds the assessment that invalidates the trial; undefined if the trial counts. */
export function findInvalidation(assessments: readonly Assessment[]): Assessment | undefined {
  const last = assessments.findLast(({ kind }) => kind === 'invalid' || kind === 'valid')
  return last?.kind === 'invalid' ? last : undefined
}
