import type { JsonValue } from '@carebench/protocol'
import { eventCount } from '../../../checks/events/event-count.js'
import { eventOrder } from '../../../checks/events/event-order.js'
import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { heldBefore } from '../../../criteria/initial-state.js'
import { compileMatcher } from '../../../matchers/compile-matcher.js'
import type { CriterionRun } from '../../../scoring/verification.js'
import { Findings } from '../../../values/finding.js'
import { isJsonObject, ownMember } from '../../../values/json/is-json-object.js'
import { createFinding, forEachCriterion } from '../finding.js'
import { showScore } from './shown-score.js'

/** `vacuous`: points for doing nothing, or for noise. */
export const vacuous = forEachCriterion((criterion, index, { states }) => {
  if (criterion.guard) return undefined
  const untouched = states.untouched.runs[index]
  const spam = states.spam?.runs[index]
  const idle = states.idle.find(({ runs }) => scores(runs[index]))
  const found = [
    scoreOn(untouched, 'the untouched state, where the agent did nothing'),
    // Points on the untouched state recur on the other states.
    scores(untouched) ? undefined : scoreOn(idle?.runs[index], idle?.what ?? ''),
    scoreOn(spam, 'the state after noise, where every endpoint was called once without purpose') ??
      scoreOnRepetition(untouched, spam),
  ].filter((part) => part !== undefined)
  const [first] = found
  if (first === undefined) return undefined
  return createFinding('vacuous', criterion, {
    message: sentencesOn(found),
    fix: `${adviceOn(criterion)} If the criterion states what must not happen, make it a guard.`,
    evidence: {
      null_score: untouched?.score ?? 0,
      spam_score: spam?.score ?? null,
      matched: first.run.evidence?.matched ?? null,
    },
  })
})

/** Advice for kinds that read the log, because noise leaves events there too. */
const adviceOnEvents: ReadonlyMap<unknown, string> = new Map([
  [
    eventOrder.kind,
    'Ask for events that only the task brings about: give the first one, and any other, a `where` with a value ' +
      'that the agent has to send, such as `data.to`. Each event that happened earns its part of the score.',
  ],
  [
    eventCount.kind,
    'Count events that only the task brings about: give it a `where` with a value that the agent has to send, such ' +
      'as `data.to`, and a `count` that 0 does not satisfy.',
  ],
])

function adviceOn({ assertion }: CompiledCriterion): string {
  return (
    adviceOnEvents.get(ownMember(assertion as JsonValue, 'assert')) ??
    'Ask for what only the task brings about: correlate by a value that the agent has to write, or expect one that ' +
      'it has to change.'
  )
}

interface ScoredState {
  readonly run: CriterionRun
  /** Names the state on which the criterion scores, and the consequence. */
  readonly on: string
  readonly why: string
}

/** States with the same result are reported together. */
function sentencesOn(found: readonly ScoredState[]): string {
  const groups = new Map<string, string[]>()
  for (const { on, why } of found) groups.set(why, [...(groups.get(why) ?? []), on])
  return [...groups].map(([why, states]) => `It scores ${states.join(', and ')}. ${why}`).join(' ')
}

function scores(run: CriterionRun | undefined): boolean {
  return run !== undefined && run.score > 0
}

function scoreOn(run: CriterionRun | undefined, where: string): ScoredState | undefined {
  return run !== undefined && scores(run)
    ? { run, on: `${showScore(run.score)} on ${where}`, why: readReason(run) }
    : undefined
}

/** Removes the sentence that the task still scores 0, because it would contradict the finding. */
function readReason(run: CriterionRun): string {
  return run.details.replace(heldBefore(run), '').trimEnd()
}

/** The maximum number of repetitions of noise, when testing whether a count accepts it. */
const repetitions = 100

/**
 * Returns the score on noise that a criterion counts and that reaches the expected count if repeated; undefined if
 * there is none.
 */
function scoreOnRepetition(
  untouched: CriterionRun | undefined,
  spam: CriterionRun | undefined,
): ScoredState | undefined {
  const expected = ownMember(readCount(spam), 'expected')
  const counted = ownMember(readCount(spam), 'actual')
  const before = ownMember(readCount(untouched), 'actual') ?? 0
  if (spam === undefined || expected === undefined || typeof counted !== 'number' || typeof before !== 'number') {
    return undefined
  }
  const matcher = compileMatcher(expected, '', { findings: new Findings(), entityPaths: [] })
  if (matcher === undefined || counted <= before) return undefined
  for (let count = before + 1; count <= before + repetitions; count++) {
    if (!matcher(count, { entity: undefined })) continue
    const why = `It counts noise: ${counted} after every endpoint was called without purpose, and ${before} before.`
    return { run: spam, on: `1 on noise that makes it ${count}`, why }
  }
  return undefined
}

function readCount(run: CriterionRun | undefined): JsonValue | undefined {
  return isJsonObject(run?.evidence) ? run.evidence.count : undefined
}
