import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type AuditFinding, type Criterion, type EvidenceSource, InvalidEvidenceError } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { anyJson, garbageState } from '../testing/garbage-states.js'
import type { AuditInput } from './audit.js'
import { audit, auditInSteps } from './audit.js'
import { compileCriteria, verify } from './verify.js'

const scale = inject('scale')
const numRuns = 6 * scale

const value = fc.constantFrom('M-77001', 'M-90002', '72148', 'sent', 'draft', '2026-03-17')
const row = fc.record({ member_id: value, code: value, status: value, day: value }, { requiredKeys: ['member_id'] })
const rows = fc.array(row, { maxLength: 3 })
const field = fc.record({
  path: fc.constantFrom('member_id', 'code', 'status', 'day'),
  expected: fc.oneof(
    value,
    fc.record({ $exists: fc.boolean() }),
    fc.record({ $not: value }),
    fc.record({ $entity: fc.constantFrom('/code', '/x') }),
  ),
})
const assertion = fc.oneof(
  fc
    .record({ value, fields: fc.array(field, { maxLength: 3 }), count: fc.option(fc.nat(2), { nil: undefined }) })
    .map(({ value: wanted, fields, count }) => ({
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: wanted },
      assertions: fields,
      ...(count !== undefined && { count }),
    })),
  fc.constant({ assert: 'no-collateral', allow: [{ collection: 'portal.requests', where: { status: 'sent' } }] }),
  fc.record({ assert: fc.constant('message-sent'), count: fc.nat(1) }),
  fc.constant({ assert: 'nonsense' }),
)
const criterion = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  label: fc.constantFrom('It is 72148', 'x', 'y'),
  assertion,
  weight: fc.constantFrom(0, 1, 2.5),
  guard: fc.boolean(),
  axis: fc.constantFrom(null, 'safety'),
})
const anInput = fc
  .record({
    criteria: fc.array(criterion, { maxLength: 4 }),
    begin: rows,
    spam: fc.option(rows, { nil: undefined }),
    ends: fc.array(rows, { maxLength: 2 }),
    messages: fc.constantFrom<EvidenceSource['messages']>(undefined, []),
    task_item: fc.constantFrom<JsonValue>(null, { instruction: 'See 72148 of M-77001.' }),
  })
  .map(({ criteria, begin, spam, ends, messages, task_item }): AuditInput => {
    const stateOf = (requests: readonly JsonObject[]) => ({ portal: { requests }, ...(messages && { messages }) })
    return {
      criteria,
      task_item,
      states: {
        initial: { ...stateOf(begin), entities: { e: { code: '72148' } }, bound: ['e'] },
        ...(spam && { spam: stateOf(spam) }),
        solutions: ends.map((requests, index) => ({ name: `s${index}`, state: stateOf(requests) })),
      },
    }
  })

describe('for any task', () => {
  it('the audit in steps gives the same result, with one step per judged state', () => {
    fc.assert(
      fc.property(anInput, (drawn) => {
        const steps = auditInSteps(drawn)
        let count = 0
        let step = steps.next()
        for (; !step.done; step = steps.next()) count++
        expect(step.value).toEqual(audit(drawn))
        const mutants = step.value.solutions.reduce((sum, solution) => sum + solution.mutants, 0)
        expect(count).toBeGreaterThan(step.value.solutions.length + mutants)
      }),
      { numRuns },
    )
  })

  it('the audit is pure: it is repeatable and changes nothing, whether compiled or not, with stores or lists', () => {
    fc.assert(
      fc.property(anInput, (drawn) => {
        const text = JSON.stringify(drawn)
        const report = audit(drawn)
        expect(audit(drawn)).toEqual(report)
        expect(audit({ ...drawn, criteria: compileCriteria(drawn.criteria as readonly Criterion[]) })).toEqual(report)
        expect(JSON.stringify(drawn)).toBe(text)
        expect(audit(JSON.parse(text) as AuditInput)).toEqual(report)
      }),
      { numRuns },
    )
  })

  it('the order of criteria changes only the order of the findings', () => {
    fc.assert(
      fc.property(anInput, fc.infiniteStream(fc.nat()), (drawn, draws) => {
        const criteria = drawn.criteria as readonly Criterion[]
        const shuffled = criteria
          .map((item) => ({ item, at: draws.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item)
        const [report, other] = [audit(drawn), audit({ ...drawn, criteria: shuffled })]
        const sorted = (list: readonly object[]) => list.map((item) => JSON.stringify(item)).sort()
        // Weight findings list the criteria in their order.
        const sortedFindings = (list: readonly AuditFinding[]) =>
          sorted(list.filter(({ code }) => code !== 'no-weight'))
        expect(sortedFindings(other.findings)).toEqual(sortedFindings(report.findings))
        expect(sorted(other.criteria)).toEqual(sorted(report.criteria))
        expect({ ...other, findings: [], criteria: [] }).toEqual({ ...report, findings: [], criteria: [] })
      }),
      { numRuns },
    )
  })

  it('an audit without errors gives no points for doing nothing or for noise', () => {
    let ok = 0
    fc.assert(
      fc.property(anInput, (drawn) => {
        const report = audit(drawn)
        if (!report.ok) return
        ok++
        expect([report.null_floor, report.spam_floor ?? 0]).toEqual([0, 0])
        const { initial: begin, spam } = drawn.states
        for (const state of [begin, ...(spam ? [{ ...begin, ...spam }] : [])]) {
          const { score, criterion_runs } = verify({
            criteria: drawn.criteria,
            evidence: { ...state, initial: begin },
          })
          expect(score).toBe(0)
          for (const run of criterion_runs) if (!run.guard) expect(run.score).toBe(0)
        }
      }),
      { numRuns: numRuns * (scale > 1 ? 60 : 10) },
    )
    // About one in fifty has no errors: none in 720 is less likely than one in a million.
    if (scale > 1) expect(ok).toBeGreaterThan(0)
  })

  it('counts agree with each other and with the verifier', () => {
    fc.assert(
      fc.property(anInput, (drawn) => {
        const report = audit(drawn)
        expect(report.ok).toBe(report.findings.every(({ severity }) => severity === 'warning'))
        for (const solution of report.solutions)
          expect(solution.noticed + solution.survivors.length).toBe(solution.mutants)
        for (const audited of report.criteria) expect(audited.noticed).toBeLessThanOrEqual(audited.mutants)
        const unsolved = new Set(
          report.findings.filter(({ code }) => code === 'unsatisfiable').map(({ label }) => label),
        )
        for (const audited of report.criteria) if (audited.solved === false) expect(unsolved).toContain(audited.label)
      }),
      { numRuns },
    )
  })
})

it('rejects or audits states of any shape', () => {
  const criteria = compileCriteria(
    [
      { assert: 'fhir-resource-state', resource_type: 'Patient' },
      { assert: 'no-collateral', allow: [{ collection: 'files' }] },
      { assert: 'hl7-structural', fields: [{ path: 'MSH-9', expected: 'ADT' }] },
      { assert: 'x12-response', transaction: '271' },
      { assert: 'sftp-file-present', path: '**', fields: [{ path: 'a', expected: '72148' }] },
    ].map((assertion) => ({ label: 'Garbage 72148', assertion })),
  )
  let audited = 0
  fc.assert(
    fc.property(garbageState, garbageState, anyJson, (begin, end, calls) => {
      const states = {
        initial: begin as EvidenceSource,
        solutions: [{ name: 's', state: end as EvidenceSource, calls }],
      }
      try {
        const report = audit({ criteria, task_item: calls, states })
        audited++
        expect(report.null_floor >= 0 && report.null_floor <= 1).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidEvidenceError)
      }
    }),
    // About one in six is audited.
    { numRuns: numRuns * 10 },
  )
  expect(audited).toBeGreaterThan(0)
})
