import type { JsonObject } from '@carebench/protocol'
import {
  type Check,
  type CheckOutcome,
  type Criterion,
  createVerifier,
  defineCheck,
  type EvidenceSource,
  type EvidenceStateSource,
  InvalidCriteriaError,
  InvalidEvidenceError,
} from '@carebench/verifier'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defaultChecks } from './default-checks.js'
import { defaultParts } from './default-parts.js'
import { compileCriteria, prepareEvidence, validateAssertion, verify } from './verify.js'

const rows: readonly JsonObject[] = [
  { auth_number: 'PA-1', member_id: 'M-1', status: 'pending', priority: 'routine' },
  { auth_number: 'PA-2', member_id: 'M-2', status: 'approved', priority: 'urgent' },
]

const request: JsonObject = {
  resourceType: 'ServiceRequest',
  id: 'sr1',
  status: 'active',
  subject: { reference: 'Patient/p1' },
}

const snapshot: EvidenceSource = { version: 1, fhir: [request], portal: { prior_auth_requests: rows } }

function onRow(value: string, assertions: readonly object[], more: object = {}): Criterion {
  return {
    id: `on ${value}`,
    label: `row of ${value}`,
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'prior_auth_requests', key: 'member_id', value },
      assertions,
      ...more,
    },
  }
}

function status(expected: unknown) {
  return { path: 'status', expected }
}

describe('verify', () => {
  it('scores criteria of two kinds, with evidence and details \
[scoring.weighted-mean, checks.score, checks.each-field, checks.missing-actual, checks.assertion-results, \
kinds.portal-value, kinds.fhir-resource-state]', () => {
    const result = verify({
      criteria: [
        {
          id: 'c1',
          label: 'The request is active',
          weight: 3,
          assertion: {
            assert: 'fhir-resource-state',
            resource_type: 'ServiceRequest',
            search: { subject: 'Patient/p1' },
            fields: [status('active')],
          },
        },
        onRow('M-1', [
          status('approved'),
          { path: 'priority', expected: 'routine' },
          { path: 'x', expected: 1 },
          { path: 'y', expected: 1 },
        ]),
      ],
      evidence: snapshot,
    })
    expect(result.score).toBe(0.8125)
    expect(result.verdict).toBe('partial')
    expect(result.axes).toEqual({ __default__: { score: 0.8125, weight: 4 } })
    expect(result.criterion_runs[0]).toMatchObject({
      criterion_id: 'c1',
      outcome: 'passed',
      passed: true,
      score: 1,
      evidence: { matched: { reference: 'ServiceRequest/sr1' } },
    })
    expect(result.criterion_runs[1]).toMatchObject({ outcome: 'failed', score: 0.25 })
    const results = [
      { path: 'status', expected: 'approved', actual: 'pending', passed: false },
      { path: 'priority', expected: 'routine', actual: 'routine', passed: true },
      { path: 'x', expected: 1, actual: null, missing: true, passed: false },
      { path: 'y', expected: 1, actual: null, missing: true, passed: false },
    ]
    expect(result.criterion_runs[1]?.evidence).toEqual({
      field_results: results,
      assertion_results: results,
      matched: { resource: 'prior_auth_requests', key: 'member_id', value: 'M-1', row: 0 },
      selected: 1,
    })
    expect(result.criterion_runs[1]?.details).toBe(
      '1 of 4 checks passed on prior_auth_requests row 1 (member_id "M-1"). Expected "status" to be "approved", ' +
        'found "pending". Expected "x" to be 1, found nothing there: the record has auth_number, member_id, status, ' +
        'priority. Expected "y" to be 1, found nothing there: the record has auth_number, member_id, status, ' +
        'priority.',
    )
  })

  it('gives the same result for prepared evidence and compiled criteria', () => {
    const criteria = [onRow('M-1', [status('pending')]), onRow('M-2', [status('denied')]), onRow('M-3', [])]
    const plain = verify({ criteria, evidence: snapshot })
    const evidence = prepareEvidence(snapshot)
    const compiled = compileCriteria(criteria)
    expect(verify({ criteria: compiled, evidence })).toEqual(plain)
    expect(verify({ criteria: compiled, evidence })).toEqual(plain)
  })

  it('distinguishes a part that was not observed from an empty one \
[evidence.not-observed, evidence.observed-empty]', () => {
    const criteria = [onRow('M-1', [status('pending')])]
    const [unobserved] = verify({ criteria, evidence: {} }).criterion_runs
    expect(unobserved).toMatchObject({ outcome: 'unsupported', score: 0, passed: false, evidence: null })
    const [empty] = verify({ criteria, evidence: { portal: {} } }).criterion_runs
    expect(empty).toMatchObject({ outcome: 'failed', score: 0 })
    expect(empty?.details).toBe(
      'There are no prior_auth_requests rows whose member_id is "M-1". prior_auth_requests has no rows.',
    )
  })

  it('counts an unknown kind as unsupported [checks.unsupported]', () => {
    const criteria = [{ label: 'x', assertion: { assert: 'tea-leaves' } }, onRow('M-1', [status('pending')])]
    const result = verify({ criteria, evidence: snapshot })
    expect(result.score).toBe(0.5)
    expect(result.criterion_runs[0]).toMatchObject({ outcome: 'unsupported', score: 0 })
    expect(result.criterion_runs[0]?.details).toContain('"tea-leaves"')
  })

  it('counts an assertion of more than 5,000 values as unsupported, without examining them', () => {
    const assertion = { assert: 'fhir-resource-state', resource_type: 'Patient', fields: Array(5000).fill({}) }
    const result = verify({ criteria: [{ label: 'x', assertion }], evidence: snapshot })
    expect(result.criterion_runs[0]).toMatchObject({ outcome: 'unsupported', score: 0 })
    expect(result.criterion_runs[0]?.details).toContain('at most 5000 values')
  })

  it.each([
    ['at once', false],
    ['with another answer for an undecided text', true],
  ])('has no score and no verdict when a check errors %s', (_, isLater) => {
    const matcher = {}
    const broken: Check = {
      ...(defaultChecks[0] as Check),
      kind: 'fhir-resource-state',
      compile: () => ({
        evaluate: (_, { assumptions }) => {
          if (isLater && assumptions?.assume(matcher, 'a', 'b') === false) {
            return { outcome: 'failed', score: 0, details: '', evidence: null }
          }
          throw new Error('wires crossed')
        },
      }),
    }
    const verifier = createVerifier({ checks: [broken], parts: defaultParts })
    const assertion = { assert: 'fhir-resource-state', resource_type: 'Patient' }
    const result = verify({ verifier, criteria: [{ label: 'x', assertion }], evidence: snapshot })
    expect(result).toMatchObject({ score: null, verdict: null, axes: {} })
    expect(result.criterion_runs[0]).toMatchObject({ outcome: 'errored', passed: false, score: 0 })
    expect(result.criterion_runs[0]?.details).toContain('wires crossed')
  })

  it.each<[string, unknown]>([
    ['a score that is no number', { outcome: 'failed', score: Number.NaN, details: '', evidence: {} }],
    ['a score above 1', { outcome: 'failed', score: 1.5, details: '', evidence: {} }],
    ['a score below 0', { outcome: 'failed', score: -0.1, details: '', evidence: {} }],
    ['a failure with full score', { outcome: 'failed', score: 1, details: '', evidence: {} }],
    ['no score', { outcome: 'failed', details: '', evidence: {} }],
    ['an outcome that is none', { outcome: 'fine', score: 1 }],
    ['nothing', undefined],
  ])('ends errored, never scored, if a check returns %s', (_, answer) => {
    const odd = defineCheck({
      kind: 'odd',
      schema: Type.Object({ assert: Type.Literal('odd') }),
      compile: () => ({ evaluate: () => answer as CheckOutcome }),
    })
    const criteria = [{ label: 'x', assertion: { assert: 'odd' } }, onRow('M-1', [status('pending')])]
    const result = verify({
      verifier: createVerifier({ checks: [...defaultChecks, odd], parts: defaultParts }),
      criteria,
      evidence: snapshot,
    })
    expect(result).toMatchObject({ score: null, verdict: null, axes: {} })
    expect(result.criterion_runs.map((run) => run.outcome)).toEqual(['errored', 'passed'])
  })

  it('rejects malformed criteria and evidence, naming the location [evidence.version]', () => {
    const criteria = [{ label: 'x', assertion: {}, weight: -1, axis: 3 }] as unknown as readonly Criterion[]
    const refused = () => verify({ criteria, evidence: {} })
    expect(refused).toThrow(InvalidCriteriaError)
    expect(refused).toThrow('/0/axis must be a string, found 3; /0/weight must be a finite number from 0, found -1')
    expect(() => verify({ criteria: [], evidence: { version: 2 } })).toThrow(InvalidEvidenceError)
    for (const initial of [null, 0, 'x', []] as unknown as EvidenceStateSource[]) {
      expect(() => verify({ criteria: [], evidence: { initial } })).toThrow('Expected /initial to be')
    }
    const rowless = { portal: { r: 5 } } as unknown as EvidenceSource
    expect(() => verify({ criteria: [], evidence: rowless })).toThrow('/portal/r to be an array of rows, got a number')
    const wrong = { fhir: [{ id: 'p' }] } as EvidenceSource
    const patient = { label: 'x', assertion: { assert: 'fhir-resource-state', resource_type: 'Patient' } }
    expect(verify({ criteria: [patient], evidence: wrong })).toMatchObject({ score: null, verdict: null })
    expect(() => verify({ criteria: [], evidence: {}, options: { pass_threshold: 0 } })).toThrow(RangeError)
  })

  it('scores 0 and fails without criteria [scoring.no-criteria]', () => {
    expect(verify({ criteria: [], evidence: {} })).toEqual({
      score: 0,
      raw_score: 0,
      capped_by: [],
      verdict: 'fail',
      axes: {},
      criterion_runs: [],
    })
  })
})

describe('guards', () => {
  const guard: Criterion = { ...onRow('M-9', [], { count: 0 }), label: 'nothing for M-9', guard: true, axis: 'safety' }
  const task = onRow('M-1', [status('approved')])

  it('earn nothing for doing nothing', () => {
    const result = verify({
      criteria: [task, guard],
      evidence: { ...snapshot, initial: { portal: { prior_auth_requests: rows } } },
    })
    expect(result).toMatchObject({ score: 0, verdict: 'fail', axes: { safety: { score: 0, weight: 1 } } })
    expect(result.criterion_runs[1]?.details).toContain('It counts 0')
  })

  it('count once something was achieved, and prevent a pass when broken [guards.pass-needs-all]', () => {
    const done = [{ ...rows[0], status: 'approved' }]
    const initial = { portal: { prior_auth_requests: rows } }
    expect(
      verify({ criteria: [task, guard], evidence: { portal: { prior_auth_requests: done }, initial } }),
    ).toMatchObject({
      score: 1,
      verdict: 'pass',
    })
    const harmful = [...done, { member_id: 'M-9' }]
    const options = { pass_threshold: 0.5 }
    expect(
      verify({ criteria: [task, guard], evidence: { portal: { prior_auth_requests: harmful }, initial }, options }),
    ).toMatchObject({ score: 0.5, verdict: 'partial' })
  })

  it('compare with the initial state: a criterion that held from the start achieves nothing [evidence.initial]', () => {
    const held = onRow('M-2', [status('approved')])
    const initial = { portal: { prior_auth_requests: rows } }
    const result = verify({ criteria: [held, guard], evidence: { portal: { prior_auth_requests: rows }, initial } })
    expect(result).toMatchObject({ score: 0, verdict: 'fail' })
  })
})

describe('doing nothing', () => {
  const held = onRow('M-2', [status('approved')])
  const half = onRow('M-1', [status('approved'), { path: 'priority', expected: 'routine' }])
  const asBefore = (portal: EvidenceSource['portal']) => ({ portal, initial: { portal } }) as EvidenceSource

  it('earns nothing without guards, and reports the criteria that held', () => {
    const evidence = asBefore({ prior_auth_requests: rows })
    const result = verify({ criteria: [held, half], evidence })
    expect(result).toMatchObject({ score: 0, verdict: 'fail' })
    expect(result.criterion_runs[0]).toMatchObject({ passed: true, evidence: { unchanged: true } })
    expect(result.criterion_runs[0]?.details).toContain(
      'It held without the agent, and nothing was achieved, so the task scores 0.',
    )
  })

  it('is determined by gains, not by changes', () => {
    const touched = [...rows, { member_id: 'M-7' }]
    const evidence = { portal: { prior_auth_requests: touched }, initial: { portal: { prior_auth_requests: rows } } }
    expect(verify({ criteria: [held], evidence })).toMatchObject({ score: 0, verdict: 'fail' })
  })

  it('does not include a run that gained on one criterion; criteria that already held then count too', () => {
    const done = [{ ...rows[0], status: 'approved' }, ...rows.slice(1)]
    const evidence = { portal: { prior_auth_requests: done }, initial: { portal: { prior_auth_requests: rows } } }
    const result = verify({ criteria: [held, half], evidence })
    expect(result).toMatchObject({ score: 1, verdict: 'pass' })
    expect(result.criterion_runs[0]?.details).toContain('The record is unchanged since before the agent began.')
    expect(result.criterion_runs[1]?.details).not.toContain('before the agent began')
  })

  it('earns nothing for what the scenario and time alone do', () => {
    const approved = rows.map((row) => ({ ...row, status: 'approved' }))
    const [before, after] = [rows, approved].map((prior_auth_requests) => ({ portal: { prior_auth_requests } }))
    const criteria = [onRow('M-1', [status('approved')])]
    const evidence = { ...after, initial: { ...before } }
    expect(verify({ criteria, evidence: { ...evidence, without_agent: { ...after } } })).toMatchObject({ score: 0 })
    expect(verify({ criteria, evidence: { ...evidence, without_agent: { ...before } } })).toMatchObject({ score: 1 })
  })

  it('earns nothing for events of the scenario that the agent did not cause', () => {
    const event = (seq: number, actor: 'agent' | 'scenario', type: string) => {
      return { seq, at: '2026-01-05T09:00:00.000Z', actor, type, data: {} }
    }
    const criteria = [{ label: 'sent', assertion: { assert: 'event-count', type: 'hl7.sent', count: 1 } }]
    const sent = event(1, 'scenario', 'hl7.sent')
    const own = event(2, 'agent', 'hl7.read')
    const score = (evidence: object) => verify({ criteria, evidence: evidence as EvidenceSource }).score
    expect(score({ events: [sent], initial: { hl7: [], events: [] } })).toBe(0)
    expect(score({ events: [sent, own], initial: { hl7: [], events: [] } })).toBe(0)
    expect(
      score({ events: [own, { ...sent, seq: 3 }], initial: { events: [] }, without_agent: { events: [sent] } }),
    ).toBe(0)
    // What the scenario does after the agent began, it may have done because of the agent.
    expect(score({ events: [own, { ...sent, seq: 3 }], initial: { hl7: [], events: [] } })).toBe(1)
  })

  it('is evaluated only up to the first gain', () => {
    let judged = 0
    const counted = defineCheck({
      kind: 'output-exists',
      schema: Type.Object({ assert: Type.Literal('output-exists') }),
      compile: () => ({
        evaluate: ({ output }) => {
          judged++
          return output === undefined
            ? { outcome: 'failed', score: 0, details: 'none', evidence: {} }
            : { outcome: 'passed', details: 'there', evidence: {} }
        },
      }),
    })
    const criteria = [1, 2, 3].map((n) => ({ label: `${n}`, assertion: { assert: 'output-exists' } }))
    const verifier = createVerifier({ checks: [counted], parts: defaultParts })
    expect(verify({ verifier, criteria, evidence: { output: 1, initial: {} } })).toMatchObject({ score: 1 })
    expect(judged).toBe(4)
  })

  it('is undecidable if a check errors on the initial state and nothing else gained', () => {
    const brittle = defineCheck({
      kind: 'brittle',
      schema: Type.Object({ assert: Type.Literal('brittle') }),
      compile: () => ({
        evaluate: ({ output }) => {
          if (output === undefined) throw new Error('no output')
          return { outcome: 'passed', details: 'there', evidence: {} }
        },
      }),
    })
    const verifier = createVerifier({ checks: [...defaultChecks, brittle], parts: defaultParts })
    const evidence = { ...asBefore({ prior_auth_requests: rows }), output: 1 }
    const breaking = { label: 'x', assertion: { assert: 'brittle' } }
    const result = verify({ verifier, criteria: [held, breaking], evidence })
    expect(result).toMatchObject({ score: null, verdict: null, criterion_runs: [{}, { outcome: 'errored', score: 0 }] })
    expect(result.criterion_runs[1]?.details).toContain('Its check failed with an error on the state without the agent')
    const gained = { ...evidence, initial: { portal: {} } }
    expect(verify({ verifier, criteria: [held, breaking], evidence: gained })).toMatchObject({ score: 1 })
    expect(verify({ verifier, criteria: [breaking, held], evidence: gained })).toMatchObject({ score: 1 })
  })
})

describe('validateAssertion', () => {
  it('names each fault with its pointer', () => {
    expect(
      validateAssertion({
        assert: 'portal-state-match',
        correlate_by: { resource: 'r' },
        assertions: [{ path: 'a..b', expected: { $foo: 1 } }],
      }),
    ).toEqual({ ok: false, errors: [{ path: '/correlate_by/key', message: 'is required' }] })
    const result = validateAssertion({
      assert: 'portal-state-match',
      correlate_by: { resource: 'r', key: 'k' },
      assertions: [{ path: 'a..b', expected: { $foo: 1 } }],
      match: 'any',
      count: { $gte: 'x' },
    })
    expect(result.ok ? [] : result.errors.map((error) => error.path)).toEqual([
      '/assertions/0/path',
      '/assertions/0/expected/$foo',
      '/match',
      '/count/$gte',
    ])
    expect(validateAssertion({ assert: 'nothing' })).toMatchObject({ ok: false, errors: [{ path: '/assert' }] })
    expect(validateAssertion(null)).toMatchObject({ ok: false, errors: [{ path: '' }] })
  })

  it('names an unknown search parameter and what is supported', () => {
    const result = validateAssertion({
      assert: 'fhir-resource-state',
      resource_type: 'Patient',
      search: { shoe_size: '44', _count: '1' },
    })
    expect(result).toMatchObject({ ok: false, errors: [{ path: '/search/shoe_size' }, { path: '/search/_count' }] })
    expect(validateAssertion({ assert: 'fhir-resource-state', resource_type: 'Shoe' })).toMatchObject({
      ok: false,
      errors: [{ path: '/resource_type' }],
    })
  })

  it('accepts what it should', () => {
    expect(
      validateAssertion({
        assert: 'fhir-resource-state',
        resource_type: 'Patient',
        search: { family: 'Rivera', birthdate: ['ge1950', 'lt1960'] },
        fields: [{ path: 'name[*].given', expected: { $contains: 'Ana' } }],
        match: 'first',
      }),
    ).toEqual({ ok: true })
  })
})
