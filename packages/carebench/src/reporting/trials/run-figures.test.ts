import { readTrajectory } from '@carebench/server/dashboard/task'
import { describe, expect, it } from 'vitest'
import type { TrialResult } from '../../runner/results/trial-result.js'
import { makeCall } from '../../testing/make-records.js'
import { makeResult } from '../../testing/make-results.js'
import { digestFailures } from './failure-digest.js'
import { type CriterionFact, collectFacts, noCalls, type TrialFacts } from './trial-facts.js'
import type { TrialStory } from './trial-story.js'
import { countWastedCalls } from './wasted-calls.js'

it('counts rejected calls, and repeated reads of unchanged data', () => {
  const { steps } = readTrajectory([
    makeCall(1),
    makeCall(2),
    makeCall(3, { method: 'PUT', effects: 1 }),
    makeCall(4),
    makeCall(5, { status: 404 }),
    makeCall(6),
    { ...makeCall(7), actor: 'scenario' },
  ])
  expect(countWastedCalls(steps)).toEqual({ calls: 6, refused: 1, repeated: 2 })
})

it('counts guards that an act broke, but not those of a trial without acts', () => {
  const key = { agent: 'a', task: 'A', trial: 1 }
  const guard = { outcome: 'failed', guard: true, severity: 'major', harm: null, notRight: false, details: '' }
  const criteria = [
    { ...guard, label: 'done', leftUndone: false, brokenIn: { neverDone: false } },
    { ...guard, label: 'idle', leftUndone: true, brokenIn: { neverDone: true } },
  ]
  const run = { seal: { ok: true }, tasks: [{ criteria, trajectory: { steps: [] } }] }
  const result = makeResult({ ...key, result: { verdict: 'fail', score: 0 } })
  const story = {
    result,
    run,
    pins: [],
    turns: [],
    unread: null,
    contradictions: [],
    attack: null,
  } as unknown as TrialStory
  expect(collectFacts(key, story, 'a').brokenGuards).toEqual(['done'])
})

describe('the digest of failures', () => {
  const trial = (
    agent: string,
    number: number,
    criteria: readonly Partial<CriterionFact>[],
    more: Partial<TrialFacts> = {},
  ) => {
    const key = { agent, task: 'A', trial: number }
    const own = {
      label: 'a',
      outcome: 'passed',
      guard: false,
      severity: 'major',
      harm: null,
      leftUndone: false,
      notRight: false,
      neverDone: false,
      details: '',
      turn: null,
    } as const
    return {
      ...{
        key,
        href: `${agent}/${number}`,
        isIntact: true,
        invalidated: null,
        unread: null,
        contradictions: [],
        brokenGuards: [],
        attack: null,
        exposed: null,
        tools: [],
        wasted: noCalls,
        toolErrors: 0,
        firstWrongWrite: null,
      },
      result: makeResult({ ...key, result: { verdict: 'fail', score: 0 } }),
      criteria: criteria.map((criterion) => ({ ...own, ...criterion })),
      ...more,
    } satisfies TrialFacts
  }

  it('orders criteria by the share of trials in which they failed, of those that were decided', () => {
    const { criteria } = digestFailures([
      trial('x', 1, [
        { outcome: 'failed', turn: 4 },
        { label: 'b', outcome: 'failed', neverDone: true },
        { label: 'c' },
      ]),
      trial('y', 1, [{}, { label: 'b', outcome: 'errored' }]),
      trial('y', 2, [{ outcome: 'failed' }], { result: null }),
    ])
    expect(criteria.map(({ label, failed, decided, neverDone }) => [label, failed, decided, neverDone])).toEqual([
      ['b', 1, 1, 1],
      ['a', 1, 2, 0],
    ])
    expect(criteria[1]?.examples).toEqual([{ trial: expect.objectContaining({ href: 'x/1' }), turn: 4 }])
  })

  it('counts a criterion over the tasks of its family, separately from criteria with the same label in others', () => {
    const failed = [{ outcome: 'failed' }] as const
    const at = (task: string, criteria: readonly Partial<CriterionFact>[]) =>
      trial('x', 1, criteria, { key: { agent: 'x', task, trial: 1 } })
    const { criteria } = digestFailures([
      at('pa-1000', failed),
      at('pa-1001', [{}]),
      at('lab-1000', failed),
      at('A', []),
    ])
    expect(criteria.map(({ family, failed, decided }) => [family, failed, decided])).toEqual([
      ['lab', 1, 1],
      ['pa', 1, 2],
    ])
  })

  it('leaves the reference out of the shares of criteria', () => {
    const reference = makeResult({
      ...trial('solution', 1, []).key,
      result: { verdict: 'pass', score: 1, isolation: 'reference' },
    })
    const { criteria } = digestFailures([
      trial('x', 1, [{ outcome: 'failed' }]),
      trial('solution', 1, [{}], { result: reference }),
    ])
    expect(criteria.map(({ label, failed, decided }) => [label, failed, decided])).toEqual([['a', 1, 1]])
  })

  it('groups trials that ended early without a pass, unscored ones too, by the way they ended', () => {
    const ended = (agent: string, number: number, result: Partial<TrialResult>) => {
      const made = trial(agent, number, [])
      return { ...made, result: makeResult({ ...made.key, result: { verdict: 'fail', score: 0, ...result } }) }
    }
    const crash = { kind: 'agent', reason: 'crash', message: 'boom' } as const
    const network = { kind: 'infra', reason: 'network' } as const
    const { earlyEnds } = digestFailures([
      ended('x', 1, { ended: network, verdict: null }),
      ended('x', 2, { ended: crash }),
      ended('y', 1, { ended: crash }),
      ended('y', 2, { ended: { kind: 'limit', reason: 'steps' }, verdict: 'pass' }),
      ended('y', 3, { ended: { kind: 'completed', reason: 'done' } }),
      trial('y', 4, [], { result: null }),
    ])
    expect(earlyEnds.map((end) => [end.ended, end.trials, end.examples.map(({ trial }) => trial.href)])).toEqual([
      [crash, 2, ['x/2', 'y/1']],
      [network, 1, ['x/1']],
    ])
  })

  it('groups the first wrong writes, and sums wasted calls by agent', () => {
    const write = (turn: number) => ({ firstWrongWrite: { title: 'FHIR PUT /Task/…', turn } })
    const wasted = { calls: 9, refused: 2, repeated: 1 }
    const { wrongWrites, waste } = digestFailures([
      trial('x', 1, [], { ...write(3), wasted }),
      trial('x', 2, [], write(7)),
      trial('y', 1, []),
    ])
    expect(wrongWrites.map(({ title, trials }) => [title, trials])).toEqual([['FHIR PUT /Task/…', 2]])
    expect(wrongWrites[0]?.examples.map(({ turn }) => turn)).toEqual([3, 7])
    expect(waste).toEqual([
      { agent: 'x', calls: 9, refused: 2, repeated: 1, perTrial: { count: 2, median: 1.5, p90: 3 } },
      { agent: 'y', calls: 0, refused: 0, repeated: 0, perTrial: { count: 1, median: 0, p90: 0 } },
    ])
  })
})
