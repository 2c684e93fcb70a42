import { compareAgents, type MeanDifference, type Proportion, type RunResult, summarizeRuns } from '@carebench/verifier'
import { groupBy } from './group-by.js'
import { familyOfTask } from './task-family.js'
import type { ItemResult, TrialResult } from './trial-result.js'

/** The families of items, by the names of their tasks and by their keys. */
export type ItemFamilies = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Items that were due, of some scored trials. */
export interface ItemFigures {
  readonly due: number
  readonly passed: number
  /**
   * Passed divided by due. The interval counts each task, such as a day, as one cluster: its items share a world and a
   * worker. Null if none was due.
   */
  readonly pass_rate: Proportion | null
  /** Items that did not pass and broke a criterion by an act; null if that is unknown for any item. */
  readonly by_act: number | null
  /** The other items that did not pass: left undone or not right; null if that is unknown for any item. */
  readonly left_undone: number | null
  /** Items that broke a critical criterion, by an act or not; null if that is unknown for any item. */
  readonly critical: number | null
}

/** The items of an agent's scored trials. */
export interface ItemSummary extends ItemFigures {
  /** The number of tasks with items that were due: the clusters of the intervals. */
  readonly tasks: number
  /** By the family of the task, which names its size: `day-8`; tasks without a family are left out. */
  readonly sizes: readonly NamedItemFigures[]
  /** By the family of the item; items of unknown families are left out. */
  readonly families: readonly NamedItemFigures[]
}

/** The items of one size or family. */
export interface NamedItemFigures extends ItemFigures {
  readonly name: string
}

/** An item of a trial. */
interface TrialItem extends ItemResult {
  readonly task: string
  readonly key: string
}

/** Summarizes the items of trials; undefined if no trial has items. */
export function summarizeItems(trials: readonly TrialResult[], families: ItemFamilies = {}): ItemSummary | undefined {
  if (!trials.some(({ items }) => items !== undefined)) return undefined
  const due = listDue(trials)
  return {
    ...computeFigures(due),
    tasks: new Set(due.map(({ task }) => task)).size,
    sizes: groupFigures(due, ({ task }) => familyOfTask(task)),
    families: groupFigures(due, ({ task, key }) => families[task]?.[key]),
  }
}

/** Compares the items of two agents; the interval of the difference counts each task as one cluster. */
export function compareItems(
  candidate: readonly TrialResult[],
  baseline: readonly TrialResult[],
): MeanDifference | null {
  const [first, second] = [candidate, baseline].map((trials) => toRuns(listDue(trials)))
  return compareAgents(first ?? [], second ?? [], { familyOf: readTask }).pass_rate_difference
}

function listDue(trials: readonly TrialResult[]): readonly TrialItem[] {
  return trials.flatMap(({ key: { task }, items = {} }) =>
    Object.entries(items).flatMap(([key, item]) => (item.due ? [{ ...item, task, key }] : [])),
  )
}

function groupFigures(
  items: readonly TrialItem[],
  nameOf: (item: TrialItem) => string | undefined,
): readonly NamedItemFigures[] {
  const grouped = [...groupBy(items, nameOf)].flatMap(([name, own]) => (name === undefined ? [] : [{ name, own }]))
  const order = new Intl.Collator('en', { numeric: true })
  return grouped
    .toSorted((one, other) => order.compare(one.name, other.name))
    .map(({ name, own }) => ({ name, ...computeFigures(own) }))
}

function computeFigures(items: readonly TrialItem[]): ItemFigures {
  const { attempts, passed, mean_score, critical_failures } = summarizeRuns(toRuns(items), {
    familyOf: readTask,
    k: [],
  })
  const isKnown = critical_failures.unknown === 0
  const by_act = items.filter((item) => item.verdict !== 'pass' && addUp(item.broken) > addUp(item.left_undone)).length
  return {
    due: attempts,
    passed,
    pass_rate: mean_score,
    by_act: isKnown ? by_act : null,
    left_undone: isKnown ? attempts - passed - by_act : null,
    critical: isKnown ? items.filter(({ broken }) => (broken?.critical ?? 0) > 0).length : null,
  }
}

function addUp(counts: ItemResult['broken']): number {
  return counts == null ? 0 : counts.critical + counts.major + counts.minor
}

/** Converts items to the form of the statistics, as tasks with the score 1 or 0: its mean is the pass rate. */
function toRuns(items: readonly TrialItem[]): readonly RunResult[] {
  const task_runs = items.map(({ task, key, verdict, broken = null, left_undone = null }) => ({
    task_id: JSON.stringify([task, key]),
    verdict,
    score: verdict === 'pass' ? 1 : 0,
    broken,
    left_undone,
  }))
  return [{ task_runs }]
}

function readTask(id: string): string {
  return (JSON.parse(id) as [task: string, key: string])[0]
}
