import { finish, type JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { listPart } from '../evidence/list-part.js'
import { jsonKind } from '../evidence/records/json-kind.js'
import { hideValue } from '../evidence/records/record-kind.js'
import { createVerifier } from '../verify/verifier.js'
import { AuditBudget, maxAuditWork } from './audit-budget.js'
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
const verifier = createVerifier({ checks: [], parts: [part] })

/** The states judged of a solution that writes notes. */
function judge(written: readonly JsonObject[], budget: AuditBudget) {
  const solution = { name: 'all', state: { version: 1 as const, notes: written } }
  const states = { initial: { version: 1 as const, notes: [] }, solutions: [solution] }
  const criteria = verifier.compileCriteria([])
  return finish(
    judgeStates(states, { criteria, options: undefined, task_item: undefined, maxMutants: 50, budget, verifier }),
  )
}

it('judges an even selection of the states of solutions that write much, and reports how many it left out', () => {
  const written = Array.from({ length: 10 }, (_, number) => ({ id: `n${number}`, text: `written ${number}` }))
  const characters = JSON.stringify(written).length
  const all = judge(written, new AuditBudget(1, 1))
  expect(all.unjudged).toEqual([])
  const some = judge(written, new AuditBudget(1, 1, 8 * characters))
  expect(some.solutions[0]?.mutants.length).toBe(4)
  expect(some.cheap.length).toBeLessThan(all.cheap.length)
  expect(some.unjudged).toEqual([
    { solution: 'all', sort: 'mutants', judged: 4, all: all.solutions[0]?.mutants.length },
    { solution: 'all', sort: 'states without knowledge', judged: 1, all: 10 },
  ])
  const audited = { criteria: verifier.compileCriteria([]), options: undefined, task_item: undefined, other_axes: [] }
  const findings = [all, some].map((states) =>
    Array.from(
      auditLimited({ ...audited, settings: [], parts: [part], states }) as Iterable<{ code: string; message: string }>,
    ),
  )
  expect(findings).toMatchObject([[], [{ code: 'audit-limited', severity: 'warning' }]])
  expect(findings[1]?.[0]?.message).toContain('4 of')
})

it('gives each solution its share, less for more characters and for many criteria, and never nothing', () => {
  const limit = (criteria: number, solutions: number, characters: number) =>
    new AuditBudget(criteria, solutions).limitOf('mutants', characters)
  expect(limit(1, 1, 1000)).toBe(maxAuditWork / 2 / 1000)
  expect(limit(20, 2, 1000)).toBe(limit(1, 1, 2000))
  expect(limit(100, 1, 1000)).toBe(limit(20, 1, 5000))
  expect(limit(1, 1, maxAuditWork)).toBe(1)
})
