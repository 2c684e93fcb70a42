import { finish } from '@carebench/protocol'
import { type EntryStates, NotReplayableError } from '@carebench/service'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { type Criterion, createVerifier, type TaskRunRecord } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { placeByJudging } from './broken-by-judging.js'
import type { ReportedCriterion } from './reported-task.js'

const verifier = createVerifier({ checks: defaultChecks, parts: defaultParts })

/** Returns a portal with requests of these states. */
function requests(...states: readonly string[]) {
  return { portal: { prior_auth_requests: states.map((status, index) => ({ auth_number: `PA-${index}`, status })) } }
}

function criterion(count: unknown): Criterion {
  const selected = { collection: 'portal.prior_auth_requests', correlate_by: { status: 'approved' } }
  return { id: 'c', label: 'A number', guard: true, assertion: { assert: 'record-state', ...selected, count } }
}

function* failing(): Generator<EntryStates, void, void> {
  yield* []
  throw new NotReplayableError('It has no base.')
}

/**
 * Returns the steps that broke a criterion in a log with these portal states: one before the log, and one after each
 * entry.
 */
function makeSteps(written: Criterion, states: readonly EntryStates['after'][], opener?: { states: typeof failing }) {
  const entries = states.slice(1).map((after, index) => ({ seq: index + 1, before: states[index] ?? {}, after }))
  const evidence = { version: 1, ...states.at(-1) }
  const options = { items: [{ key: 'a', label: 'An item' }] }
  const [run] = finish(verifier.verifyInSteps({ criteria: [written], evidence, options })).criterion_runs
  const reported = { ...run, id: 'c', notRight: false, brokenIn: { steps: [], neverDone: false } }
  const record = { criteria: [written], evidence } as unknown as TaskRunRecord
  const tools = { verifier, opener: opener ?? { states: () => entries.values() as ReturnType<typeof failing> } }
  const placed = finish(placeByJudging([reported as unknown as ReportedCriterion], record, tools))
  return placed.map(({ brokenIn }) => brokenIn.steps)[0]
}

it.each<[string, unknown, readonly EntryStates['after'][], readonly number[]]>([
  ['a number that is exceeded', 0, [requests('open'), requests('open', 'open'), requests('open', 'approved')], [2]],
  [
    'each entry that exceeds it further',
    0,
    [requests(), requests('approved'), requests('approved', 'approved')],
    [1, 2],
  ],
  ['the loss of what was expected', { $gte: 1 }, [requests('approved'), requests('approved'), requests('denied')], [2]],
  ['no progress towards a number', 3, [requests(), requests('approved'), requests('approved', 'approved')], []],
  ['no entry of another system', 0, [requests('approved'), { fhir: [] }], []],
])('finds %s', (_, count, states, steps) => {
  expect(makeSteps(criterion(count), states)).toEqual(steps)
})

it('finds the step that broke a criterion of an item', () => {
  expect(makeSteps({ ...criterion(0), item: 'a' }, [requests('open'), requests('approved')])).toEqual([1])
})

it('changes no criterion that passes, and none at all if the log cannot be applied', () => {
  expect(makeSteps(criterion(1), [requests(), requests('approved')])).toEqual([])
  expect(makeSteps(criterion(0), [requests(), requests('approved')], { states: failing })).toEqual([])
})
