import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { CriterionRun, EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { verify } from './verify.js'

function field(path: string, expected: JsonValue) {
  return { path, expected }
}

const fields = [field('a', 1), field('b', 1), field('c', 1)]

function run(assertion: object, evidence: EvidenceSource, input_entity_id?: string): CriterionRun {
  const criterion = { label: 'x', assertion, ...(input_entity_id && { input_entity_id }) }
  const [first] = verify({ criteria: [criterion], evidence }).criterion_runs
  if (first === undefined) throw new Error('no run')
  return first
}

function onRows(rows: readonly JsonObject[], more: object = {}, initial?: readonly JsonObject[]) {
  return run(
    { assert: 'portal-state-match', correlate_by: { resource: 'r', key: 'k', value: 1 }, assertions: fields, ...more },
    { portal: { r: rows }, ...(initial && { initial: { portal: { r: initial } } }) },
  )
}

const none = { k: 1, a: 0, b: 0, c: 0 }
const record = { k: 1, a: 1, b: 0, c: 0 }
const two = { k: 1, a: 1, b: 1, c: 0 }
const three = { k: 1, a: 1, b: 1, c: 1 }
const other = { k: '1', a: 1, b: 1, c: 1 }

describe('match', () => {
  it('any: the record with most checks passed, the earliest of equals [checks.match-default, checks.matched]', () => {
    expect(onRows([other, record, two, { ...two, b: 0, c: 1 }])).toMatchObject({
      score: 2 / 3,
      evidence: { matched: { row: 2 }, selected: 3 },
    })
    expect(onRows([record, three, three])).toMatchObject({ passed: true, evidence: { matched: { row: 1 } } })
  })

  it('first: the earliest [checks.match-first-all]', () => {
    expect(onRows([record, three], { match: 'first' })).toMatchObject({
      score: 1 / 3,
      evidence: { matched: { row: 0 } },
    })
  })

  it('all: the worst [checks.match-first-all]', () => {
    expect(onRows([three, record, two], { match: 'all' })).toMatchObject({
      score: 1 / 3,
      evidence: { matched: { row: 1 } },
    })
    expect(onRows([three, three], { match: 'all' })).toMatchObject({ passed: true })
    expect(onRows([], { match: 'all' })).toMatchObject({ outcome: 'failed', score: 0 })
  })

  it('says which record was chosen and why', () => {
    expect(onRows([record, two]).details).toContain('r row 2 (k 1), the best of 2 r rows whose k is 1')
  })
})

describe('count', () => {
  it('is one more check [checks.count]', () => {
    expect(onRows([three, two], { count: 1 })).toMatchObject({
      passed: true,
      evidence: { count: { expected: 1, actual: 1, passed: true } },
    })
    expect(onRows([three, three], { count: 1 })).toMatchObject({ score: 0.75 })
    expect(onRows([two], { count: { $gte: 1 } })).toMatchObject({ score: 0.5 })
    expect(onRows([], { count: 1 })).toMatchObject({
      score: 0,
      evidence: { matched: null, field_results: [{ missing: true }, {}, {}] },
    })
  })

  it('is the only check if it accepts 0', () => {
    expect(onRows([two, none], { count: 0 })).toMatchObject({ passed: true, evidence: { count: { actual: 0 } } })
    expect(onRows([], { count: { $lt: 2 } })).toMatchObject({ passed: true })
    expect(onRows([three], { count: 0 })).toMatchObject({ score: 0, outcome: 'failed' })
  })

  it('counts the selected records if there are no fields', () => {
    expect(onRows([record, two], { assertions: [], count: 2 })).toMatchObject({ passed: true })
    expect(onRows([record], { assertions: [], count: 2 })).toMatchObject({ score: 0 })
  })
})

describe('without fields', () => {
  it('existence is the check [checks.existence]', () => {
    expect(onRows([none], { assertions: [] })).toMatchObject({
      passed: true,
      score: 1,
      evidence: { field_results: [] },
    })
    expect(onRows([other], { assertions: [] })).toMatchObject({ outcome: 'failed', score: 0 })
  })
})

describe('a record unchanged since the start', () => {
  it('scores 1 or 0, never in between [checks.untouched, checks.credit-for-change]', () => {
    expect(onRows([two], {}, [two])).toMatchObject({ score: 0, evidence: { unchanged: true } })
    expect(onRows([three], {}, [three])).toMatchObject({ score: 1 })
    expect(onRows([two], {}, [record])).toMatchObject({ score: 1 / 2, evidence: { before: 1 } })
    expect(onRows([two], {}, [])).toMatchObject({ score: 2 / 3 })
  })

  it('does not take precedence over a changed record', () => {
    const undone = { ...none, d: 1 }
    expect(onRows([two, { ...two, k: 1, d: 1 }], {}, [two])).toMatchObject({
      score: 0,
      evidence: { matched: { row: 0 } },
    })
    expect(onRows([record, { ...two, d: 1 }], {}, [record])).toMatchObject({
      score: 1 / 2,
      evidence: { matched: { row: 1 } },
    })
    expect(onRows([two, undone], {}, [two])).toMatchObject({ score: 0 })
  })

  it('is recognized by content, whatever the version of the resource', () => {
    const before = { resourceType: 'Patient', id: 'p', active: true, gender: 'male', meta: { versionId: '1' } }
    const after = { ...before, meta: { versionId: '2' } }
    const assertion = {
      assert: 'fhir-resource-state',
      resource_type: 'Patient',
      fields: [field('active', true), field('gender', 'female')],
    }
    expect(run(assertion, { fhir: [after], initial: { fhir: [before] } })).toMatchObject({ score: 0 })
    expect(run(assertion, { fhir: [{ ...after, birthDate: '1950' }], initial: { fhir: [before] } })).toMatchObject({
      score: 0,
      evidence: { before: 1 },
    })
  })
})

describe('exclusive', () => {
  const exclusive = { exclusive: {} }

  it('fails if another record that the agent made contradicts [checks.exclusive]', () => {
    expect(onRows([three], exclusive)).toMatchObject({ passed: true })
    expect(onRows([three, two], exclusive)).toMatchObject({
      outcome: 'failed',
      score: 0,
      evidence: { matched: { row: 0 }, contradicted_by: { row: 1 } },
    })
    expect(onRows([three, { ...two, k: 2 }], exclusive)).toMatchObject({ passed: true })
    expect(onRows([two, three], exclusive, [two])).toMatchObject({ passed: true })
    expect(onRows([two, two, three], exclusive, [two])).toMatchObject({ passed: false })
    expect(onRows([{ ...two, d: 1 }, three], exclusive, [two])).toMatchObject({ passed: false })
  })

  it('needs fields to contradict, and paths that are not absent', () => {
    expect(onRows([three], { ...exclusive, assertions: [] })).toMatchObject({ outcome: 'unsupported' })
    expect(onRows([three], { ...exclusive, count: 0 })).toMatchObject({ outcome: 'unsupported' })
    expect(onRows([three, two], { exclusive: { by: ['/x'] } })).toMatchObject({ passed: true })
    expect(onRows([three, two], { exclusive: { by: [] } })).toMatchObject({ outcome: 'unsupported' })
  })
})

describe('correlation by entity', () => {
  const assertion = {
    assert: 'portal-state-match',
    correlate_by: { resource: 'r', key: 'k' },
    assertions: [field('a', { $entity: '/expected' })],
  }
  const portal = {
    r: [
      { k: 'one', a: 1 },
      { k: 'two', a: 2 },
    ],
  }
  const entities = { e1: { k: 'one', expected: 1 }, e2: { k: 'two', expected: 2 }, e3: { note: 'no key' } }

  it("reads the criterion's entity, else the only suitable bound one [kinds.portal-entity, matchers.entity]", () => {
    expect(run(assertion, { portal, entities, bound: [] }, 'e2')).toMatchObject({
      passed: true,
      evidence: { matched: { row: 1 } },
    })
    expect(run(assertion, { portal, entities, bound: ['e3', 'e1'] })).toMatchObject({
      passed: true,
      evidence: { matched: { row: 0 } },
    })
  })

  it('is unsupported if the value of $entity cannot be determined', () => {
    expect(run(assertion, { portal, entities, bound: ['e1', 'e2'] })).toMatchObject({
      outcome: 'unsupported',
      score: 0,
    })
    expect(run(assertion, { portal, entities, bound: [] })).toMatchObject({ outcome: 'unsupported' })
    const not = { ...assertion, assertions: [field('a', { $not: { $entity: '/expected' } })] }
    expect(run(not, { portal })).toMatchObject({ outcome: 'unsupported', score: 0 })
  })

  it('accepts any row that has the key if nothing correlates', () => {
    const open = { ...assertion, assertions: [field('a', 2)] }
    expect(run(open, { portal: { r: [{ a: 2 }, ...portal.r] } })).toMatchObject({
      passed: true,
      evidence: { matched: { row: 2 } },
    })
  })
})

describe('evidence', () => {
  it('shows all elements when none of [*] matched, and otherwise the one that did', () => {
    const rows = [{ k: 1, list: [{ v: 1 }, {}, { v: 2 }] }]
    expect(onRows(rows, { assertions: [field('list[*].v', 2)] }).evidence?.field_results).toEqual([
      { path: 'list[*].v', expected: 2, actual: 2, passed: true },
    ])
    expect(onRows(rows, { assertions: [field('list[*].v', 3)] }).evidence?.field_results).toEqual([
      { path: 'list[*].v', expected: 3, actual: [1, 2], passed: false },
    ])
    expect(onRows(rows, { assertions: [field('list[*].v', { $exists: false })] }).evidence?.field_results).toEqual([
      { path: 'list[*].v', expected: { $exists: false }, actual: null, missing: true, passed: true },
    ])
  })

  it('names the value that was found instead', () => {
    expect(onRows([other, { k: 'x' }]).details).toBe(
      'There are no r rows whose k is 1. r has 2 rows; k is "1", "x". The nearest is "1", of another type.',
    )
  })
})
