import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { CriterionRun, Regrade } from '@carebench/verifier'
import type { ReadRecord } from '../../files/record-file.js'
import type { TrialKey } from '../../runner/results/trial-result.js'

/** The verdict and the score of a result. */
export interface BriefResult {
  readonly verdict: string | null
  readonly score: number | null
}

/** A criterion whose result changed; `from` or `to` is null if the criterion was absent. */
export interface BriefChange {
  readonly label: string
  readonly from: { readonly outcome: string; readonly score: number } | null
  readonly to: { readonly outcome: string; readonly score: number } | null
  readonly why: string
}

/** The record of a trial, verified again. */
export interface RegradedTrial {
  readonly key: TrialKey
  /** The seal of the record, with the places that were changed after sealing. */
  readonly seal: {
    readonly ok: boolean
    readonly changes: readonly { readonly path: string; readonly message: string }[]
  }
  readonly same: boolean
  readonly before: BriefResult | null
  readonly after: BriefResult
  readonly changes: readonly BriefChange[]
  readonly notes: readonly string[]
}

/** A trial whose record is missing or cannot be verified. */
export interface UnreadableTrial {
  readonly key: TrialKey
  readonly why: string
}

export type TrialRegrade = RegradedTrial | UnreadableTrial

/** Reduces a regrade to the facts that are reported, such as the outcome, score and label of criteria. */
export function shortenRegrade(key: TrialKey, seal: ReadRecord['seal'], regraded: Regrade): RegradedTrial {
  const { same, before, after, changes, notes } = regraded
  return {
    key,
    seal: { ok: seal.ok, changes: seal.changes.map(({ path, message }) => ({ path, message })) },
    same,
    before: before === null ? null : { verdict: before.verdict, score: before.score },
    after: { verdict: after.verdict, score: after.score },
    changes: changes.map(({ label, from, to, why }) => ({ label, from: shorten(from), to: shorten(to), why })),
    notes,
  }
}

function shorten(run: CriterionRun | null): BriefChange['from'] {
  return run === null ? null : { outcome: run.outcome, score: run.score }
}

/** Reads the result that a worker submitted for a trial. Throws a TypeError if it is invalid. */
export function trialRegradeFromJson(key: TrialKey, value: unknown): TrialRegrade {
  if (!isJsonObject(value)) throw otherwise(key)
  if (typeof value.why === 'string') return { key, why: value.why }
  const { seal, same, before, after, changes, notes } = value
  if (!isJsonObject(seal) || typeof seal.ok !== 'boolean' || typeof same !== 'boolean') throw otherwise(key)
  if (!isResult(after) || !(before === null || isResult(before))) throw otherwise(key)
  if (!isList(seal.changes, isSealChange) || !isList(changes, isChange) || !isList(notes, isText)) {
    throw otherwise(key)
  }
  return { key, seal: { ok: seal.ok, changes: seal.changes }, same, before, after, changes, notes }
}

function otherwise({ agent, task, trial }: TrialKey): TypeError {
  return new TypeError(`A worker submitted an invalid result of regrading ${agent} / ${task} / ${trial}.`)
}

function isList<Item>(value: unknown, is: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(is)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isResult(value: unknown): value is BriefResult & JsonObject {
  return (
    isJsonObject(value) &&
    (value.verdict === null || isText(value.verdict)) &&
    (value.score === null || typeof value.score === 'number')
  )
}

function isSealChange(value: unknown): value is RegradedTrial['seal']['changes'][number] {
  return isJsonObject(value) && isText(value.path) && isText(value.message)
}

function isChange(value: unknown): value is BriefChange {
  return isJsonObject(value) && isText(value.label) && isText(value.why) && isRun(value.from) && isRun(value.to)
}

function isRun(value: unknown): value is BriefChange['from'] {
  return value === null || (isJsonObject(value) && isText(value.outcome) && typeof value.score === 'number')
}
