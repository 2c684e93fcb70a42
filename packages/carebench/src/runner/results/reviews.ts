import { join } from 'node:path'
import type { Severity } from '@carebench/protocol'
import { appendWhole } from './atomic-file.js'
import { readShapedLines } from './read-folder.js'
import { type reviewAnswers, reviewShape, type severityOpinions } from './stored-shapes.js'

/** A reader's opinion on the severity of one criterion. */
export interface SeverityOpinion {
  /** The label of the criterion. */
  readonly criterion: string
  readonly severity: Severity
  readonly opinion: (typeof severityOpinions)[number]
}

/** A reader's review of a task. */
export interface Review {
  readonly version: 1
  /** The time of the review, in UTC. */
  readonly at: string
  readonly reader: string
  /** Whether a script wrote it to test the pages; figures leave it out. */
  readonly scripted: boolean
  readonly task: string
  /** The trial in which the reader did the task before; null if the reader only reviewed it. */
  readonly done: { readonly agent: string; readonly trial: number; readonly attempt: number } | null
  readonly instruction: (typeof reviewAnswers.instruction)[number]
  /** Whether the criteria expect the right work. */
  readonly expected: (typeof reviewAnswers.expected)[number]
  /** An opinion for each criterion; null if the reader did not judge severities. */
  readonly severities: readonly SeverityOpinion[] | null
  /** From 1 (invented) to 5 (as at work). */
  readonly realism: number
  readonly remarks: string
}

const fileName = 'reviews.jsonl'

/** Reads the reviews in a folder, oldest first. Throws a DamagedFolderError. */
export function readReviews(folder: string): readonly Review[] {
  return readShapedLines<Review>(join(folder, fileName), 'reviews', reviewShape)
}

/** Appends a review; earlier ones are not changed. */
export function appendReview(folder: string, review: Review): void {
  appendWhole(join(folder, fileName), `${JSON.stringify(review)}\n`, true)
}
