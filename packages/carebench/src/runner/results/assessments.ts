import { join } from 'node:path'
import type { Verdict } from '@carebench/verifier'
import { appendWhole } from './atomic-file.js'
import { readShapedLines } from './read-folder.js'
import { assessmentShape } from './stored-shapes.js'
import { nameOfTrial, type TrialKey, type TrialResult } from './trial-result.js'

/** A person's assessment of an attempt at a trial, in addition to its result, never in its place. */
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

const fileName = 'assessments.jsonl'

/** Reads the assessments of the trials in a folder, oldest first. Throws a DamagedFolderError. */
export function readAssessments(folder: string): readonly Assessment[] {
  return readShapedLines<Assessment>(join(folder, fileName), 'assessments', assessmentShape)
}

/** Appends an assessment; earlier ones are not changed. */
export function appendAssessment(folder: string, assessment: Assessment): void {
  appendWhole(join(folder, fileName), `${JSON.stringify(assessment)}\n`, true)
}

/** Returns the assessments of the attempts that count, by {@link nameOfTrial}. */
export function assessmentsOf(
  results: readonly Pick<TrialResult, 'key' | 'attempt'>[],
  assessments: readonly Assessment[],
): ReadonlyMap<string, readonly Assessment[]> {
  const attempts = new Map(results.map(({ key, attempt }) => [nameOfTrial(key), attempt]))
  const found = new Map<string, Assessment[]>()
  for (const one of assessments) {
    const name = nameOfTrial(one)
    if (attempts.get(name) !== one.attempt) continue
    const before = found.get(name)
    if (before === undefined) found.set(name, [one])
    else before.push(one)
  }
  return found
}

/** Finds the assessment that invalidates the trial; undefined if the trial counts. */
export function findInvalidation(assessments: readonly Assessment[]): Assessment | undefined {
  const last = assessments.findLast(({ kind }) => kind === 'invalid' || kind === 'valid')
  return last?.kind === 'invalid' ? last : undefined
}
