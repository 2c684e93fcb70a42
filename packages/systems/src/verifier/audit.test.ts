// Over 400 lines, because the examples of all findings are small variations of one task.
import type { JsonObject, JsonValue } from '@carebench/protocol'
import {
  type AuditFinding,
  type Criterion,
  createVerifier,
  defineCheck,
  type EvidenceSource,
  InvalidCriteriaError,
  InvalidEvidenceError,
  type VerifyInput,
} from '@carebench/verifier'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { AuditInput } from './audit.js'
import { audit, auditInSteps } from './audit.js'
import { defaultChecks } from './default-checks.js'
import { defaultParts } from './default-parts.js'
import { verify } from './verify.js'

function makeRow(more: JsonObject = {}): JsonObject {
  return {
    member_id: 'M-77001',
    code: '72148',
    status: 'sent',
    day: '2026-03-17',
    ...more,
  }
}

const seeded = makeRow({ member_id: 'M-90002', code: '20610', status: 'done' })
const initial: EvidenceSource = {
  portal: { requests: [seeded] },
  fhir: [{ resourceType: 'ServiceRequest', id: 's1', status: 'active', code: { coding: [{ code: '72148' }] } }],
  messages: [],
}

const solved: EvidenceSource = { ...initial, portal: { requests: [seeded, makeRow()] } }

function makeMessage(body: string) {
  return {
    direction: 'outbound' as const,
    channel: 'sms' as const,
    to: '555-0123',
    from: '555-0100',
    body,
  }
}

function matching(assertions: readonly object[], more: object = {}) {
  return {
    assert: 'portal-state-match',
    correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
    assertions,
    ...more,
  }
}

const allOfIt: Criterion = {
  id: 'c1',
  label: 'The request is right',
  assertion: matching([
    { path: 'code', expected: '72148' },
    { path: 'status', expected: 'sent' },
    { path: 'day', expected: '2026-03-17' },
  ]),
}

const once: Criterion = {
  id: 'g1',
  label: 'It is sent once',
  guard: true,
  weight: 0.25,
  assertion: { assert: 'no-collateral', allow: [{ collection: 'portal.requests' }] },
}

const notTwice: Criterion = {
  id: 'g2',
  label: 'Not twice',
  guard: true,
  weight: 0.25,
  assertion: matching([], { count: { $lte: 1 } }),
}

function input(criteria: readonly Criterion[], more: Partial<AuditInput> = {}): AuditInput {
  return {
    criteria,
    states: { initial, spam: initial, solutions: [{ name: 'send', state: solved }] },
    ...more,
  }
}

/**
 * What harm.test.ts, cheap-gain.test.ts and guards-audit.test.ts test: these tasks, of one or two criteria, leave most
 * harm unnoticed.
 */
const codesOfHarm: ReadonlySet<string> = new Set([
  'harm-unnoticed',
  'cheap-gain',
  'no-collateral-missing',
  'open-allowance',
  'unreached-guard',
  'dangling-selector',
  'free-text-pattern',
])

function withoutHarm(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return findings.filter(({ code }) => !codesOfHarm.has(code))
}

function listFindings(criteria: readonly Criterion[], more: Partial<AuditInput> = {}): readonly AuditFinding[] {
  return withoutHarm(audit(input(criteria, more)).findings)
}

function listCodes(criteria: readonly Criterion[], more: Partial<AuditInput> = {}): readonly string[] {
  return listFindings(criteria, more).map(({ code, criterion_id }) => `${code} ${criterion_id}`)
}

it('finds nothing wrong with a correct task', () => {
  const allow = [{ collection: 'portal.requests', where: { member_id: 'M-77001' } }]
  const nothingElse = { ...once, assertion: { assert: 'no-collateral', allow } }
  expect(audit(input([allOfIt, nothingElse, notTwice]))).toEqual({
    ok: true,
    null_floor: 0,
    spam_floor: 0,
    harm: { tried: 9, noticed: 9 },
    counters: [],
    solutions: [{ name: 'send', score: 1, verdict: 'pass', mutants: 7, left_out: 0, noticed: 7, survivors: [] }],
    criteria: [
      {
        criterion_id: 'c1',
        label: 'The request is right',
        null_score: 0,
        spam_score: 0,
        solved: true,
        mutants: 5,
        noticed: 5,
      },
      {
        criterion_id: 'g1',
        label: 'It is sent once',
        null_score: 1,
        spam_score: 1,
        solved: true,
        mutants: 2,
        noticed: 2,
      },
      { criterion_id: 'g2', label: 'Not twice', null_score: 1, spam_score: 1, solved: true, mutants: 3, noticed: 1 },
    ],
    findings: [],
  })
})

describe('vacuous', () => {
  const anyRow: Criterion = {
    id: 'v',
    label: 'There is a request',
    weight: 3,
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: 'M-90002' },
      assertions: [],
    },
  }

  it('names the criteria that already held, and the points for them', () => {
    const report = audit(input([allOfIt, anyRow]))
    expect(report).toMatchObject({ ok: false, null_floor: 0.75, spam_floor: 0.75 })
    expect(report.findings[0]).toMatchObject({
      severity: 'error',
      code: 'vacuous',
      criterion_id: 'v',
      label: 'There is a request',
      evidence: { null_score: 1, spam_score: 1, matched: { resource: 'requests', row: 0 } },
    })
    expect(report.findings[0]?.message).toBe(
      'It scores 1 on the untouched state, where the agent did nothing, and 1 on the state after noise, where ' +
        'every endpoint was called once without purpose. It exists: requests row 1 (member_id "M-90002"). The record ' +
        'is unchanged since before the agent began.',
    )
  })

  it('is reported even if the task itself would score 0', () => {
    expect(verify({ criteria: [allOfIt, anyRow], evidence: { ...initial, initial } }).score).toBe(0)
  })

  it('is reported for noise alone', () => {
    const spam = { ...initial, portal: { requests: [seeded, makeRow({ status: 'noise' })] } }
    const states = { initial, spam, solutions: [{ name: 'send', state: solved }] }
    const report = audit(input([allOfIt], { states }))
    expect(report).toMatchObject({ ok: false, null_floor: 0, criteria: [{ null_score: 0, spam_score: 2 / 3 }] })
    expect(report.spam_floor).toBeCloseTo(2 / 3, 12)
    expect(withoutHarm(report.findings).map(({ code }) => code)).toEqual(['vacuous'])
  })

  it('does not apply to guards', () => {
    expect(listCodes([allOfIt, { ...anyRow, guard: true }])).not.toContain('vacuous v')
  })

  const handingIn = (expected: JsonValue): Criterion => ({
    id: 'o',
    label: 'The answer is right',
    assertion: { assert: 'output-match', expected },
  })
  it.each<[string, JsonValue, RegExp]>([
    ['an empty list', [], /the output \[\]/],
    ['null', null, /the output null/],
    ['anything without an error', { $not: { $regex: 'error.*' } }, /the output null/],
    ['what has nothing in it', { $any: [{ $eq: {} }, 'none'] }, /the output \{\}/],
    ['the item itself', { member_id: 'M-77001', note: 'urgent' }, /repeats the task_item/],
    ['a text that the item has', { $contains: 'M-77001' }, /repeats the task_item/],
  ])('is reported for an output that takes no work: %s', (_, expected, where) => {
    const options = { task_item: { member_id: 'M-77001', note: 'urgent' }, states: { initial } }
    const [finding] = audit(input([handingIn(expected)], options)).findings
    expect(finding).toMatchObject({ code: 'vacuous', severity: 'error', evidence: { null_score: 0 } })
    expect(finding?.message).toMatch(where)
  })

  it('is not reported for an output whose value has to be looked up', () => {
    const options = { task_item: { question: 'Which code has the request of M-90002?' }, states: { initial } }
    for (const expected of ['20610', { code: '20610' }, { $contains: '20610' }, { $size: 1 }] as const) {
      expect(listCodes([handingIn(expected)], options)).toEqual(['no-solution null'])
    }
  })

  const noMessage: Criterion = { id: 'm', label: 'Nothing is sent', assertion: { assert: 'message-sent', count: 0 } }

  it('is reported for the part of an order that noise brings about, with advice to say which events', () => {
    const sent = (data: JsonObject) => ({
      seq: 1,
      at: '2026-01-05T09:00:00Z',
      actor: 'agent' as const,
      type: 'fax.sent',
      data,
    })
    const states = { initial: { ...initial, events: [] }, spam: { ...initial, events: [sent({ to: 'noise' })] } }
    const order = (where?: JsonObject): Criterion => ({
      id: 'e',
      label: 'Faxed, then filed',
      assertion: {
        assert: 'event-order',
        events: [{ type: 'fax.sent', ...(where && { where }) }, { type: 'fhir.created' }],
      },
    })
    const [finding] = audit(input([order()], { states })).findings
    expect(finding).toMatchObject({ code: 'vacuous', evidence: { null_score: 0, spam_score: 0.5 } })
    expect(finding?.fix).toContain('a `where` with a value that the agent has to send')
    expect(listCodes([order({ 'data.to': '+15550100142' })], { states })).not.toContain('vacuous e')
  })

  it('is reported for systems that were not observed initially and that are empty', () => {
    const { messages: _, ...unobserved } = initial
    const states = { initial: unobserved, spam: { ...initial, messages: [makeMessage('noise')] } }
    const [finding] = audit(input([noMessage], { states })).findings
    expect(finding).toMatchObject({ code: 'vacuous', criterion_id: 'm' })
    expect(finding?.message).toContain('where messages are empty')
    expect(verify({ criteria: [noMessage], evidence: { ...initial, initial: unobserved } }).score).toBe(1)
  })

  it('is reported for changes without the agent, even if noise hides them', () => {
    const rows = (count: number) => ({ portal: { requests: Array.from({ length: count }, () => seeded) } })
    const second: Criterion = { ...anyRow, assertion: { ...(anyRow.assertion as JsonObject), count: 2 } }
    const states = { initial: rows(1), waited: rows(2), spam: rows(1) }
    const [finding] = audit(input([second], { states })).findings
    expect(finding).toMatchObject({ code: 'vacuous', evidence: { null_score: 0, spam_score: 0 } })
    expect(finding?.message).toContain('the state after waiting')
    expect(listCodes([second], { states: { initial: rows(1), spam: rows(1) } })).toEqual(['no-solution null'])
  })

  it('is reported for noise that satisfies a count once it is repeated, or made less often', () => {
    const counting = (count: JsonValue): Criterion => ({
      id: 'n',
      label: 'So many are sent',
      assertion: { assert: 'message-sent', count },
    })
    const states = { initial, spam: { ...initial, messages: ['a', 'b', 'c'].map(makeMessage) } }
    for (const count of [1, 2, 7, { $gte: 5 }, { $any: [40, 41] }]) {
      expect(listCodes([counting(count)], { states })).toContain('vacuous n')
    }
    expect(listCodes([counting(-1)], { states })).not.toContain('vacuous n')
    expect(listCodes([counting(1)], { states: { initial, spam: initial } })).not.toContain('vacuous n')
  })
})

describe('unsatisfiable', () => {
  const wrong: Criterion = { id: 'u', label: 'Wrong', assertion: matching([{ path: 'code', expected: '72149' }]) }

  it('is a criterion that no solution passes, guards included', () => {
    expect(listCodes([allOfIt, wrong])).toEqual(['unsatisfiable u'])
    expect(listCodes([allOfIt, { ...notTwice, assertion: matching([], { count: 0 }) }])).toEqual(['unsatisfiable g2'])
    const [finding] = listFindings([wrong])
    expect(finding?.message).toContain('"send" scores 0: 0 of 1 check passed')
    expect(finding?.evidence).toEqual({ scores: { send: 0 } })
  })

  it('is not a criterion that one of several solutions passes', () => {
    const other = { ...initial, portal: { requests: [seeded, makeRow({ code: '72149' })] } }
    const solutions = [
      { name: 'send', state: solved },
      { name: 'other', state: other },
    ]
    expect(listCodes([allOfIt, wrong], { states: { initial, solutions } })).not.toContain('unsatisfiable u')
  })

  it('is undecidable without a solution, except for an invalid assertion', () => {
    expect(listCodes([wrong], { states: { initial } })).toEqual(['no-solution null'])
    const broken = { id: 'b', label: 'Broken', assertion: { assert: 'portal-state-match' } }
    expect(listCodes([allOfIt, broken], { states: { initial } })).toEqual(['unsatisfiable b', 'no-solution null'])
  })

  it('is a criterion that errors on the untouched state', () => {
    const fhir = [{ notAResource: true }]
    const criterion = { id: 'e', label: 'x', assertion: { assert: 'fhir-resource-state', resource_type: 'Patient' } }
    expect(listCodes([criterion], { states: { initial: { fhir } } })).toEqual(['unsatisfiable e', 'no-solution null'])
  })
})

describe('the task as a whole', () => {
  it.each<[string, readonly Criterion[], AuditInput['options']]>([
    ['no-criteria', [], {}],
    ['no-weight', [{ ...allOfIt, weight: 0 }], {}],
    ['no-weight', [{ ...allOfIt, axis: 'a' }], { axis_weights: { a: 0 } }],
    ['only-guards', [once], {}],
    ['only-guards', [once, { ...allOfIt, weight: 0 }], {}],
  ])('%s', (code, criteria, options) => {
    const report = audit(input(criteria, { options: options ?? {} }))
    expect(withoutHarm(report.findings).map((finding) => finding.code)).toEqual([code])
    expect(report).toMatchObject({ ok: false, null_floor: 0 })
    expect(withoutHarm(report.findings)).toMatchObject([{ criterion_id: null, label: null }])
    expect(verify({ criteria, evidence: { ...solved, initial }, options: options ?? {} }).score).toBe(0)
  })

  it('reports only-guards if the other criteria have no effective weight', () => {
    const options = { axis_weights: { work: 0 } }
    const criteria = [{ ...allOfIt, axis: 'work' }, once]
    expect(listCodes(criteria, { options })).toEqual(['only-guards null'])
    expect(listCodes(criteria)).toEqual([])
    const begun = { ...initial, portal: { requests: [seeded, makeRow({ code: '20610', status: 'draft' })] } }
    // A guard earns no more than the work it guards, and this work earns nothing.
    expect(verify({ criteria, evidence: { ...begun, initial }, options })).toMatchObject({ score: 0, verdict: 'fail' })
  })
})

describe('unresolved-entity', () => {
  const byEntity = (id: string, more: object = {}): Criterion => ({
    ...allOfIt,
    id,
    assertion: matching([{ path: 'code', expected: { $any: [{ $entity: '/order/code' }] } }]),
    ...more,
  })
  const entities = { e1: { order: { code: '72148' } }, e2: { member_id: 'M-1' } }
  const withEntities = (bound: readonly string[]) => {
    const states = { initial: { ...initial, entities, bound }, solutions: [{ name: 'send', state: solved }] }
    return listCodes([byEntity('c', {})], { states })
  }

  it('is an id or a pointer without a target [audit.unresolved-entity]', () => {
    expect(listCodes([{ ...allOfIt, input_entity_id: 'e9' }])).toEqual(['unresolved-entity c1'])
    expect(withEntities([])).toContain('unresolved-entity c')
    expect(withEntities(['e2'])).toContain('unresolved-entity c')
    expect(withEntities(['e1', 'e2'])).toEqual([])
    expect(withEntities(['e1', 'e1'])).toContain('unresolved-entity c')
  })

  it('is not a literal that looks like one', () => {
    const literal = { ...allOfIt, assertion: matching([{ path: 'code', expected: { $eq: { $entity: '/nowhere' } } }]) }
    expect(listCodes([literal])).not.toContain('unresolved-entity c1')
  })
})

describe('insensitive', () => {
  const lax: Criterion = {
    id: 'l',
    label: 'Some request is there',
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id' },
      assertions: [{ path: 'code', expected: { $regex: '[0-9]+' } }],
      match: 'first',
    },
  }

  it('is a criterion that survives every mutation of its record [audit.warnings]', () => {
    // The row that it selects is the first one, and the solution writes to members that it never checks.
    const state = { ...initial, portal: { requests: [{ ...seeded, day: '2026-03-18' }] } }
    const states = { initial, solutions: [{ name: 'edit', state }] }
    const [finding] = listFindings([lax], { states }).filter(({ code }) => code === 'insensitive')
    expect(finding).toMatchObject({
      severity: 'warning',
      criterion_id: 'l',
      evidence: {
        mutants: 2,
        survived: ['undo the change of portal requests row 1', 'shift portal requests row 1 day by a day'],
      },
    })
  })

  it('is not a criterion that no mutant touches', () => {
    const untouched: Criterion = {
      id: 'n',
      label: 'The order stays',
      guard: true,
      assertion: { assert: 'fhir-resource-state', resource_type: 'ServiceRequest', search: { _id: 's1' } },
    }
    const report = audit(input([allOfIt, untouched]))
    expect(report.criteria[1]).toMatchObject({ mutants: 0, noticed: 0 })
    expect(withoutHarm(report.findings)).toEqual([])
  })
})

describe('dominated', () => {
  const codeOnly: Criterion = { id: 'd', label: 'The code', assertion: matching([{ path: 'code', expected: '72148' }]) }
  const same: Criterion = { ...allOfIt, id: 'c2', label: 'Once more', weight: 0.5 }

  it('is the lighter of two identical assertions [audit.warnings]', () => {
    expect(listCodes([allOfIt, same])).toEqual(['dominated c2'])
    expect(listCodes([same, allOfIt])).toEqual(['dominated c2'])
    expect(listFindings([same, allOfIt])[0]?.evidence).toMatchObject({ by: { criterion_id: 'c1' } })
    expect(listCodes([same, allOfIt], { states: { initial } })).toEqual(['dominated c2', 'no-solution null'])
  })

  it('is not a criterion that differs on a mutant', () => {
    expect(listCodes([allOfIt, codeOnly])).toEqual([])
  })

  it('is a criterion that requires less and never differs', () => {
    const more = matching([
      { path: 'code', expected: '72148' },
      { path: 'member_id', expected: 'M-77001' },
    ])
    expect(listCodes([codeOnly, { id: 'm', label: 'More', assertion: more }])).toEqual(['dominated d'])
  })

  it('is not a guard or a criterion that selects or counts differently', () => {
    const others: readonly Criterion[] = [
      { ...codeOnly, id: 'e', assertion: matching([], { count: 1 }) },
      { ...codeOnly, id: 'f', assertion: matching([{ path: 'code', expected: '72148' }], { match: 'all' }) },
      { ...codeOnly, id: 'g', guard: true },
    ]
    for (const other of others) expect(listCodes([codeOnly, other])).toEqual([])
    const counted = (fields: readonly object[]) => matching(fields, { count: 1 })
    const code = { path: 'code', expected: '72148' }
    const member = { path: 'member_id', expected: 'M-77001' }
    const fewer = { ...codeOnly, assertion: counted([code]) }
    expect(listCodes([fewer, { ...codeOnly, id: 'h', assertion: counted([code, member]) }])).toEqual([])
  })
})

describe('leak', () => {
  const item = (task_item: JsonValue, criteria = [allOfIt]) => listCodes(criteria, { task_item })

  it('is an answer in the task_item that should have been found [audit.warnings]', () => {
    expect(item({ instruction: 'Send the request for 72148.' })).toEqual(['leak c1'])
    expect(item({ inputs: { codes: ['72148'] } })).toEqual(['leak c1'])
    expect(listFindings([allOfIt], { task_item: 'Do 72148.' })[0]?.evidence).toEqual({
      values: ['72148'],
      where: 'task_item',
    })
  })

  it('is not part of another word, a date, a status, or another value', () => {
    expect(item({ instruction: 'Case X72148 or 721480 on 2026-03-17: it is to be sent, see M-77001' })).toEqual([])
  })

  it('is not a value that is nowhere in the environment, and so had to be given', () => {
    const stated = { ...allOfIt, assertion: matching([{ path: 'code', expected: '99213' }]) }
    expect(item({ instruction: 'Order 99213.' }, [stated])).toEqual(['unsatisfiable c1'])
  })

  it('is not a value that identifies the subject of the task', () => {
    const named = { ...allOfIt, assertion: matching([{ path: 'mrn', expected: 'MRN-1001' }]) }
    const withState = (more: EvidenceSource) => ({
      task_item: 'Look up MRN-1001.',
      states: { initial: { ...initial, ...more } },
    })
    const chart = (record: JsonObject) => withState({ fhir: [record] })
    expect(listCodes([named], chart({ resourceType: 'Encounter', id: 'MRN-1001' }))).toContain('leak c1')
    expect(listCodes([named], chart({ resourceType: 'Patient', id: 'MRN-1001' }))).not.toContain('leak c1')
    const both = { fhir: [{ resourceType: 'Encounter', id: 'MRN-1001' }], entities: { e: { mrn: 'MRN-1001' } } }
    expect(listCodes([named], withState(both))).not.toContain('leak c1')
    const selecting = {
      ...named,
      id: 's',
      assertion: { assert: 'fhir-resource-state', resource_type: 'Patient', search: { identifier: 'MRN-1001' } },
    }
    expect(listCodes([named, selecting], chart({ resourceType: 'Encounter', id: 'MRN-1001' }))).not.toContain('leak c1')
  })

  it('is an answer in a label that the task_item does not mention', () => {
    const labelled = { ...allOfIt, label: 'The request is for 72148' }
    expect(listCodes([labelled])).toEqual(['leak c1'])
    expect(listCodes([{ ...allOfIt, label: 'M-77001 gets a request' }])).toEqual(['leak c1'])
    expect(listCodes([allOfIt, { ...notTwice, label: 'One request for 72148' }])).toEqual(['leak c1'])
    const stated = { task_item: 'Order 72148.', states: { initial: {}, solutions: [{ name: 's', state: solved }] } }
    expect(listCodes([labelled], stated)).not.toContain('leak c1')
  })

  it.each<[JsonValue, boolean]>([
    [{ $oneOf: ['A', '72148'] }, true],
    [{ $any: [{ $text: '72148' }] }, true],
    [{ $code: { system: 'http://x.example', code: '72148' } }, true],
    [{ $some: { $eq: '72148' } }, true],
    [{ $quantity: { value: 72148, unit: 'mg' } }, true],
    [{ a: [72148] }, true],
    [{ $not: '72148' }, false],
    [{ $regex: '72148' }, false],
    [{ $gt: 72148 }, false],
    [true, false],
  ])('reads the value named by %j', (expected, leaks) => {
    const criterion = { id: 'c1', label: 'It is 72148', assertion: { assert: 'output-match', expected } }
    expect(listCodes([criterion], { states: { initial } }).includes('leak c1')).toBe(leaks)
  })
})

describe('uncorrelated', () => {
  const uncorrelated: Criterion = {
    ...allOfIt,
    assertion: { ...(allOfIt.assertion as object), correlate_by: { resource: 'requests', key: 'member_id' } },
  }

  it('is a portal-state-match that accepts any row [audit.warnings]', () => {
    expect(listCodes([uncorrelated])).toContain('uncorrelated c1')
    expect(listCodes([allOfIt])).not.toContain('uncorrelated c1')
  })

  it('is not a criterion that an entity correlates', () => {
    const begin = { ...initial, entities: { e: { member_id: 'M-77001' } }, bound: ['e'] }
    const states = { initial: begin, solutions: [{ name: 'send', state: solved }] }
    expect(listCodes([uncorrelated], { states })).toEqual([])
  })
})

describe('unknown-axis', () => {
  const onSafety: Criterion = { ...allOfIt, axis: 'safety' }
  const weighing = (axis_weights: Record<string, number>, other_axes: readonly string[] = []) =>
    listFindings([onSafety], { options: { axis_weights }, other_axes }).map(({ code, evidence }) => [code, evidence])

  it('is a weight for an axis that no criterion has [audit.unknown-axis]', () => {
    expect(weighing({ safety: 1, saftey: 2 })).toEqual([['unknown-axis', { axis: 'saftey', axes: ['safety'] }]])
    expect(weighing({ __default__: 1 })).toEqual([['unknown-axis', { axis: '__default__', axes: ['safety'] }]])
    expect(weighing({ safety: 0.5 })).toEqual([])
  })

  it('is not a weight for an axis of another task', () => {
    expect(weighing({ safety: 1, accuracy: 2 }, ['accuracy'])).toEqual([])
    expect(listFindings([allOfIt], { options: { axis_weights: { __default__: 2 } } })).toEqual([])
  })
})

it('gives every finding a fix, errors first', () => {
  const criteria = [
    { ...allOfIt, label: 'For 72148' },
    { id: 'x', label: 'x', assertion: {} },
  ]
  const findings = listFindings(criteria, { states: { initial } })
  expect(findings.map(({ severity }) => severity)).toEqual(['error', 'warning', 'warning'])
  for (const { fix, message } of findings) {
    expect(fix).toMatch(/\.$/)
    expect(message).toMatch(/\.$/)
  }
})

it('audits custom kinds', () => {
  const check = defineCheck({
    kind: 'yes',
    schema: Type.Object({ assert: Type.Literal('yes') }),
    compile: () => ({ evaluate: () => ({ outcome: 'passed', details: 'Yes.', evidence: {} }) }),
  })
  const verifier = createVerifier({ checks: [check], parts: defaultParts })
  const written = [{ id: 'y', label: 'y', assertion: { assert: 'yes' } }]
  for (const criteria of [written, verifier.compileCriteria(written)]) {
    const { findings } = audit({ criteria, verifier, states: { initial } })
    expect(withoutHarm(findings).map(({ code }) => code)).toEqual(['vacuous', 'no-solution'])
    expect([...auditInSteps({ criteria, verifier, states: { initial } })].length).toBeGreaterThan(0)
  }
  expect(listCodes(written, { states: { initial } })).toEqual(['unsatisfiable y', 'no-solution null'])
})

it('judges every state with the given verifier', () => {
  const judged: unknown[] = []
  const mine = createVerifier({ checks: defaultChecks, parts: defaultParts })
  const verifier = {
    ...mine,
    verifyInSteps(request: VerifyInput) {
      judged.push(request.evidence)
      return mine.verifyInSteps(request)
    },
  }
  const report = audit(input([allOfIt], { verifier }))
  // The untouched state, four empty outputs, noise, the solution, its mutants, nine harms and a record without
  // knowledge.
  expect(judged).toHaveLength(1 + 4 + 1 + 1 + (report.solutions[0]?.mutants ?? 0) + 9 + 1)
  expect(report).toEqual(audit(input([allOfIt])))
})

it('limits the mutants of each solution', () => {
  expect(audit(input([allOfIt], { max_mutants: 3 })).solutions).toMatchObject([{ mutants: 3, left_out: 4 }])
})

it('does not count a check that errors on a mutant as a survivor', () => {
  const breaking = defineCheck({
    kind: 'breaks',
    schema: Type.Object({ assert: Type.Literal('breaks') }),
    compile: () => ({
      evaluate({ final, initial: before }) {
        if (final === before) return { outcome: 'failed', score: 0, details: 'No.', evidence: {} }
        if (final.parts.portal?.requests?.length === 2) return { outcome: 'passed', details: 'Yes.', evidence: {} }
        throw new Error('three')
      },
    }),
  })
  const criteria = createVerifier({ checks: [breaking], parts: defaultParts }).compileCriteria([
    { label: 'y', assertion: { assert: 'breaks' } },
  ])
  const [solution] = audit({
    ...input([]),
    criteria,
    states: { initial, solutions: [{ name: 's', state: solved }] },
  }).solutions
  expect(solution?.survivors.map(({ mutant }) => mutant)).not.toContain('duplicate portal requests row 2')
  expect(solution?.survivors.map(({ mutant }) => mutant)).toContain('shift portal requests row 2 day by a day')
})

it('rejects invalid input', () => {
  expect(() => audit({ criteria: {} as never, states: { initial } })).toThrow(InvalidCriteriaError)
  expect(() => audit({ criteria: [], states: { initial: [] as never } })).toThrow(InvalidEvidenceError)
  expect(() => audit({ criteria: [], states: { initial, spam: { version: 2 } } })).toThrow(InvalidEvidenceError)
  const solutions = [{ name: 'x', state: null as never }]
  expect(() => audit({ criteria: [], states: { initial, solutions } })).toThrow(InvalidEvidenceError)
  expect(() => audit({ criteria: [], states: { initial }, options: { pass_threshold: 2 } })).toThrow(RangeError)
})
