import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue, type Severity, severities } from '@carebench/protocol'
import { readJsonFile } from '../../files/json-file.js'
import type { Review } from '../../runner/results/reviews.js'
import { trialPath } from '../../runner/results/trial-result.js'

/** A task as a reviewer sees it, after the work. */
export interface ReviewedTask {
  readonly task: string
  readonly item: JsonValue
  /** Empty if the folder lacks the record of the trial. */
  readonly criteria: readonly ReviewedCriterion[]
  /** The reviewer's own trial; null if the reviewer has not done the task. */
  readonly done: Review['done']
}

export interface ReviewedCriterion {
  readonly label: string
  readonly severity: Severity
  readonly assertion: JsonValue
  /** The outcome for the reviewer's own work; null if the reviewer has not done the task. */
  readonly outcome: string | null
}

/** The attempt whose record contains a task. */
export interface TrialOfTask {
  readonly agent: string
  readonly task: string
  readonly trial: number
  readonly attempt: number
}

/**
 * Reads a task from the record of a trial. Throws a UsageError if the record cannot be read.
 *
 * @param isOwn - whether the reviewer did the trial, and may see the outcomes of its criteria
 */
export function readReviewedTask(folder: string, place: TrialOfTask, isOwn: boolean): ReviewedTask {
  const { agent, task, trial, attempt } = place
  const file = join(folder, trialPath(place), `attempt-${attempt}`, 'record.json.gz')
  const record = existsSync(file) ? readJsonFile(file) : {}
  const { task: recorded, criteria, result } = isJsonObject(record as JsonValue) ? (record as JsonObject) : {}
  const runs = isJsonObject(result) ? listObjects(result.criterion_runs) : []
  const outcomes = new Map(runs.map(({ criterion_id: id, outcome }) => [id, String(outcome)]))
  return {
    task,
    item: isJsonObject(recorded) ? (recorded.task_item ?? null) : null,
    criteria: listObjects(criteria).map(({ id = null, label, severity, assertion = null }) => ({
      label: String(label),
      severity: severities.find((one) => one === severity) ?? 'major',
      assertion,
      outcome: isOwn ? (outcomes.get(id) ?? null) : null,
    })),
    done: isOwn ? { agent, trial, attempt } : null,
  }
}

function listObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
