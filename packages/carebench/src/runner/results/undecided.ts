import type { Verdict } from '@carebench/verifier'
import { groupBy } from './group-by.js'
import { familyOfTask } from './task-family.js'

/** The criteria of a trial that could not be decided: a text could not be read, or would have taken too much work. */
export interface Undecided {
  readonly criteria: number
  /** Whether all criteria that did not pass are undecided, so that the trial is neither a pass nor a failure. */
  readonly alone: boolean
}

/** Counts of trials with undecided criteria. */
export interface UndecidedRate {
  /** Scored trials whose criteria are known. */
  readonly known: number
  /** The number of these with an undecided criterion. */
  readonly trials: number
  /** The number of these in which nothing failed. */
  readonly alone: number
}

/** The rates of an agent, over all tasks and by task family; a task without a family is a family of its own. */
export interface UndecidedSummary extends UndecidedRate {
  readonly families: readonly (UndecidedRate & { readonly family: string })[]
}

/** The verdict in a result. */
export interface TrialVerdict {
  readonly verdict: Verdict | null
  readonly undecided?: Undecided | null
}

/** A verdict, or why there is none. */
export type ShownVerdict = Verdict | 'undecided' | 'unscored'

/** A scored trial; `undecided` is null if its criteria are unknown. */
export interface JudgedTrial {
  readonly task: string
  readonly undecided: Undecided | null
}

/** Counts the undecided criteria of a trial; null without criteria. */
export function countUndecided(runs: readonly { readonly outcome: string }[]): Undecided | null {
  if (runs.length === 0) return null
  const open = runs.filter(({ outcome }) => isOpen(outcome))
  return { criteria: open.length, alone: open.length > 0 && runs.every(({ outcome }) => isOpen(outcome, 'passed')) }
}

/** Whether an outcome is undecided, or equals `or`. */
function isOpen(outcome: string, or?: string): boolean {
  return outcome === 'undecided' || outcome === 'unsupported' || outcome === or
}

/** Returns the verdict of a trial; `undecided` if nothing failed, but not everything was decided. */
export function readVerdict({ verdict, undecided }: TrialVerdict): ShownVerdict {
  if (verdict === null) return 'unscored'
  return verdict !== 'pass' && undecided?.alone === true ? 'undecided' : verdict
}

/** Returns the rate over trials and of each family, in order of first occurrence. */
export function summarizeUndecided(trials: readonly JudgedTrial[]): UndecidedSummary {
  const families = groupBy(trials, ({ task }) => familyOfTask(task) ?? task)
  return { ...computeRate(trials), families: [...families].map(([family, own]) => ({ family, ...computeRate(own) })) }
}

function computeRate(trials: readonly JudgedTrial[]): UndecidedRate {
  const known = trials.flatMap(({ undecided }) => undecided ?? [])
  return {
    known: known.length,
    trials: known.filter(({ criteria }) => criteria > 0).length,
    alone: known.filter(({ alone }) => alone).length,
  }
}
