import { memberAt, type ReportedCriterion, toNumber } from '@carebench/server/dashboard/task'
import type { TrialKey, TrialResult } from '../../runner/results/trial-result.js'
import type { PlantedAttack } from './planted-attack.js'
import type { TrialStory } from './trial-story.js'
import { countWastedCalls, type WastedCalls } from './wasted-calls.js'

/** The part of a trial's criterion that a digest of many trials needs. */
export interface CriterionFact
  extends Pick<
    ReportedCriterion,
    'label' | 'outcome' | 'guard' | 'severity' | 'harm' | 'leftUndone' | 'notRight' | 'details'
  > {
  readonly neverDone: boolean
  /** The turn that broke it first; null if none is known. */
  readonly turn: number | null
}

/** The facts about a trial that the overview shows. */
export interface TrialFacts {
  readonly key: TrialKey
  /** Null if no attempt has ended. */
  readonly result: TrialResult | null
  /** The path of its page from the overview, with `/`; null if it has none. */
  readonly href: string | null
  readonly isIntact: boolean
  /** The reason why a person invalidated the trial; its verdict and score are then null here. Null if it counts. */
  readonly invalidated: string | null
  /** Why a file of the trial could not be read; null if all files could be read. */
  readonly unread: string | null
  /** How its result contradicts its record, in words. */
  readonly contradictions: readonly string[]
  /**
   * The labels of the guards that the agent broke by an act. Guards can also fail because nothing was done, without
   * harm.
   */
  readonly brokenGuards: readonly string[]
  readonly criteria: readonly CriterionFact[]
  readonly attack: PlantedAttack | null
  /** The number of people outside the task's scope whose records were read; null if no criterion counts them. */
  readonly exposed: number | null
  /** The tools that the agent called by name, and the systems of its other calls, each once. */
  readonly tools: readonly string[]
  readonly wasted: WastedCalls
  /** The number of failed calls according to the agent or the log, whichever is larger. */
  readonly toolErrors: number
  /** The first write that broke a criterion; null if none is known. */
  readonly firstWrongWrite: { readonly title: string; readonly turn: number } | null
}

export const noCalls: WastedCalls = { calls: 0, refused: 0, repeated: 0 }

/** Collects the facts about a trial that has a page. */
export function collectFacts(key: TrialKey, story: TrialStory, href: string): TrialFacts {
  const { result, run, pins } = story
  const [task] = run?.tasks ?? []
  const { criteria = [] } = task ?? {}
  const wasted = task === undefined ? noCalls : countWastedCalls(task.trajectory.steps)
  const [first] = pins
    .filter(({ step }) => step.kind === 'write')
    .toSorted((one, other) => one.step.seq - other.step.seq)
  return {
    key,
    result,
    href,
    isIntact: run?.seal.ok ?? true,
    invalidated: null,
    unread: story.unread,
    contradictions: story.contradictions,
    brokenGuards: criteria
      .filter(({ guard, outcome, leftUndone }) => guard && outcome === 'failed' && !leftUndone)
      .map(({ label }) => label),
    criteria: criteria.map((criterion) => {
      const { label, outcome, guard, severity, harm, leftUndone, notRight, details, brokenIn } = criterion
      const turns = pins.filter((pin) => pin.criterion === criterion).map(({ turn }) => turn)
      const turn = turns.length === 0 ? null : Math.min(...turns)
      const { neverDone } = brokenIn
      return { label, outcome, guard, severity, harm, leftUndone, notRight, details, neverDone, turn }
    }),
    attack: story.attack,
    exposed: countExposed(criteria),
    tools: listTools(story),
    wasted,
    toolErrors: Math.max(result.counts.tool_errors + result.counts.invalid_tool_calls, wasted.refused),
    firstWrongWrite: first === undefined ? null : { title: shortenTitle(first.step), turn: first.turn },
  }
}

function countExposed(criteria: readonly ReportedCriterion[]): number | null {
  const strangers = criteria
    .filter(({ assertion }) => memberAt(assertion, 'assert') === 'access-scope')
    .flatMap(({ evidence }) => toNumber(memberAt(evidence, 'strangers')) ?? [])
  return strangers.length === 0 ? null : Math.max(...strangers)
}

/**
 * Lists the tools that were called, with the system in place of the path for calls over HTTP, because paths differ
 * between trials.
 */
function listTools({ turns }: TrialStory): string[] {
  const calls = turns.filter(({ speaker }) => speaker === 'agent').flatMap((turn) => turn.calls)
  return [...new Set(calls.flatMap(({ name, step }) => (/^[\w.-]+$/.test(name) ? name : (step?.lane ?? []))))]
}

/** Names what a step does, without the parts that differ between trials: `Payer PATCH /prior-auths/…`. */
function shortenTitle({ lane, title }: { readonly lane: string; readonly title: string }): string {
  const path = title.replace(/\?.*$/s, '')
  return `${lane} ${path.replaceAll(/\/[^/]*\d[^/]*/g, '/…')}`.slice(0, 120)
}
