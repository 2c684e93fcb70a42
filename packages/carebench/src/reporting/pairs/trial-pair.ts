import type { CollectionChanges, RecordChange, StateDifference, Step } from '@carebench/server/dashboard/task'
import { canonicalJson } from '@carebench/verifier'
import { alignLists } from '../../comparing/align-lists.js'
import type { BeforeAndAfter } from '../../comparing/comparison.js'
import type { TrialStory } from '../trials/trial-story.js'

/** Matching calls of two trials; null if one trial has no such call. */
export interface StepPair extends BeforeAndAfter<Step | null> {
  /** `same`: the same request with the same status; `other`: another body or status; `alone`: in one trial only. */
  readonly kind: 'same' | 'other' | 'alone'
}

/** Aligns the calls of two trials by method, path and query. */
export function pairSteps(stories: BeforeAndAfter<TrialStory>): readonly StepPair[] {
  const { baseline, candidate } = { baseline: listSteps(stories.baseline), candidate: listSteps(stories.candidate) }
  const pairs = alignLists(
    baseline.map(({ title }) => title),
    candidate.map(({ title }) => title),
  )
  return pairs.map(({ before, after }) => {
    const pair = {
      baseline: before === null ? null : (baseline[before] ?? null),
      candidate: after === null ? null : (candidate[after] ?? null),
    }
    if (pair.baseline === null || pair.candidate === null) return { ...pair, kind: 'alone' }
    return { ...pair, kind: writeContent(pair.baseline) === writeContent(pair.candidate) ? 'same' : 'other' }
  })
}

/** Returns the agent's steps, without those of systems and scenarios, which follow from them. */
function listSteps({ run }: TrialStory): readonly Step[] {
  const steps = run?.tasks[0]?.trajectory.steps ?? []
  return steps.filter(({ kind }) => kind !== 'system' && kind !== 'scenario' && kind !== 'seal')
}

/** Returns a call's request and status, without the response, in which times and generated ids differ. */
function writeContent({ entry, status }: Step): string {
  return withoutTimes(canonicalJson(JSON.parse(JSON.stringify([status, entry.action ?? null]))))
}

/** Replaces times, because two trials begin at different times. */
function withoutTimes(json: string): string {
  return json.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'time')
}

/** Returns the changes that only one of two trials made, or that they made differently, apart from times. */
export function differingChanges(stories: BeforeAndAfter<TrialStory>): BeforeAndAfter<StateDifference | null> {
  const { baseline, candidate } = { baseline: readChanges(stories.baseline), candidate: readChanges(stories.candidate) }
  return { baseline: without(baseline, candidate), candidate: without(candidate, baseline) }
}

function readChanges({ run }: TrialStory): StateDifference | null {
  return run?.tasks[0]?.difference ?? null
}

/** Returns the changes of one trial without those that the other also has. */
function without(own: StateDifference | null, other: StateDifference | null): StateDifference | null {
  if (own === null || other === null) return own
  const known = new Set(other.collections.flatMap((collection) => collection.changes.map(keyIn(collection))))
  const collections = own.collections.flatMap((collection) => {
    const keyOf = keyIn(collection)
    const changes = collection.changes.filter((change) => !known.has(keyOf(change)))
    return changes.length === 0 ? [] : [{ ...collection, changes }]
  })
  return { ...own, collections }
}

function keyIn({ collection }: CollectionChanges): (change: RecordChange) => string {
  return (change) => withoutTimes(JSON.stringify([collection, change]))
}
