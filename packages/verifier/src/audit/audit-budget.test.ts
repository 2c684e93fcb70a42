import { finish, type JsonObject } from '@carebench/protocol'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { defineCheck } from '../checks/check.js'
import { listPart } from '../evidence/list-part.js'
import { jsonKind } from '../evidence/records/json-kind.js'
import { hideValue } from '../evidence/records/record-kind.js'
import { createVerifier } from '../verify/verifier.js'
import { AuditBudget, maxAuditWork } from './audit-budget.js'
import { unreachedGuard } from './findings/criteria/unreached-guard.js'
import { auditLimited } from './findings/states/audit-limited.js'
import { judgeStates } from './judged-states.js'
import { changesOfJson } from './mutants/texts/json-changes.js'

const notes = jsonKind({
  collection: 'notes',
  noun: 'notes',
  madeBy: 'agent',
  name: (_, number) => `note ${number}`,
  identifies: {},
  example: (text) => ({ id: text }),
})
const part = listPart({
  name: 'notes',
  kinds: [hideValue(notes)],
  nameItem: (_, number) => `note ${number}`,
  changes: (record, _, options) => changesOfJson(record, { pool: options.pool, accepts: () => true }),
})
const anything = defineCheck({
  kind: 'anything',
  schema: Type.Object({ assert: Type.Literal('anything') }),
  compile: () => ({
    evaluate: ({ initial, final }) =>
      initial === final
        ? { outcome: 'failed', score: 0, details: 'Nothing was done.', evidence: null }
        : { outcome: 'passed', details: 'Something was done.', evidence: {} },
  }),
})
const unbroken = defineCheck({
  kind: 'unbroken',
  schema: Type.Object({ assert: Type.Literal('unbroken') }),
  compile: () => ({ evaluate: () => ({ outcome: 'passed', details: 'Nothing breaks it.', evidence: {} }) }),
})
const verifier = createVerifier({ checks: [anything, unbroken], parts: [part] })
const axis = 'correctness'
const criteria = verifier.compileCriteria([
  { label: 'a', axis, weight: 1, guard: false, assertion: { assert: 'anything' } },
  { label: 'b', axis, weight: 1, guard: true, severity: 'critical', assertion: { assert: 'unbroken' } },
])

/** Judges the states of a solution that writes notes, within a budget. */
function judge(written: readonly JsonObject[], budget: AuditBudget) {
  const state = { version: 1 as const, notes: written }
  const others = Array.from({ length: 9 }, (_, number) => `${number}`)
  const solution = {
    name: 'all',
    state,
    acts: others.map((name) => ({ kind: 'duplicate' as const, name, state })),
    probes: others.map((name) => ({ kind: 'late' as const, name, state })),
  }
  const states = { initial: { version: 1 as const, notes: [] }, solutions: [solution] }
  return finish(
    judgeStates(states, { criteria, options: undefined, task_item: undefined, maxMutants: 50, budget, verifier }),
  )
}

it('judges an even selection of the states of solutions that write much, and reports the number left out', () => {
  const written = Array.from({ length: 10 }, (_, number) => ({ id: `n${number}`, text: `written ${number}` }))
  const characters = JSON.stringify(written).length
  const all = judge(written, new AuditBudget(1, 1))
  expect(all.unjudged).toEqual([])
  const some = judge(written, new AuditBudget(1, 1, 10 * characters))
  expect(some.solutions[0]?.mutants.length).toBe(4)
  expect(some.cheap.length).toBeLessThan(all.cheap.length)
  expect(some.unjudged).toEqual([
    { solution: 'all', sort: 'mutants', judged: 4, all: all.solutions[0]?.mutants.length },
    { solution: 'all', sort: 'harms', judged: 2, all: all.solutions[0]?.harms.length },
    { solution: 'all', sort: 'acts', judged: 1, all: 9 },
    { solution: 'all', sort: 'probes', judged: 1, all: 9 },
    { solution: 'all', sort: 'states without knowledge', judged: 1, all: 10 },
  ])
  const audited = { criteria, options: undefined, task_item: undefined, other_axes: [] }
  const findings = [all, some].map((states) =>
    Array.from(
      auditLimited({ ...audited, settings: [], parts: [part], states }) as Iterable<{ code: string; message: string }>,
    ),
  )
  expect(findings).toMatchObject([[], [{ code: 'audit-limited', severity: 'warning' }]])
  expect(findings[1]?.[0]?.message).toContain('4 of')
  // What was left out may break a guard that nothing else breaks.
  const unreached = [all, some].map((states) => {
    const found = unreachedGuard({ ...audited, settings: [], parts: [part], states })
    return 'next' in found ? finish(found) : [...found]
  })
  expect(unreached).toMatchObject([
    [{ code: 'unreached-guard', severity: 'error' }],
    [{ code: 'unreached-guard', severity: 'warning' }],
  ])
})

it('gives each solution a share, smaller for more characters and for many criteria, but never nothing', () => {
  const limit = (criteria: number, solutions: number, characters: number) =>
    new AuditBudget(criteria, solutions).limitOf('mutants', characters)
  expect(limit(1, 1, 1000)).toBe((maxAuditWork * 0.4) / 1000)
  expect(limit(20, 2, 1000)).toBe(limit(1, 1, 2000))
  expect(limit(100, 1, 1000)).toBe(limit(20, 1, 5000))
  expect(limit(1, 1, maxAuditWork)).toBe(1)
})
