import type { EventRecord, JsonObject } from '@carebench/protocol'
import type { AuditFinding, Criterion, EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { type AuditInput, audit } from './audit.js'

const seeded: JsonObject = { member_id: 'M-90002', code: '20610', status: 'denied' }
const right: JsonObject = { member_id: 'M-77001', code: '72148', status: 'sent' }

const initial: EvidenceSource = {
  portal: {
    requests: [seeded],
    patients: [
      { member_id: 'M-77001', name: 'Ada Jones' },
      { member_id: 'M-90002', name: 'Bo Lind' },
    ],
  },
  fhir: [{ resourceType: 'Task', id: 't1', status: 'requested', meta: { versionId: '1' } }],
  messages: [],
}

function message(body: string) {
  return { direction: 'outbound' as const, channel: 'sms' as const, to: '555-0123', from: '555-0100', body }
}

const solved: EvidenceSource = {
  ...initial,
  portal: { ...initial.portal, requests: [seeded, right] },
  messages: [message('The request was approved.')],
}

const request: Criterion = {
  id: 'request',
  label: 'The request is right',
  assertion: {
    assert: 'portal-state-match',
    correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
    assertions: [
      { path: 'code', expected: '72148' },
      { path: 'status', expected: 'sent' },
    ],
  },
}

const informed: Criterion = {
  id: 'told',
  label: 'The patient is informed',
  assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: { $exists: true } }] },
}

const nothingElse: Criterion = {
  id: 'guard',
  label: 'Nothing else was done',
  guard: true,
  assertion: {
    assert: 'no-collateral',
    allow: [
      { collection: 'portal.requests', where: { member_id: 'M-77001', code: '72148', status: 'sent' } },
      { collection: 'messages', where: { body: 'The request was approved.' } },
    ],
  },
}

const once: Criterion = {
  id: 'once',
  label: 'One request',
  guard: true,
  assertion: {
    assert: 'portal-state-match',
    correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
    assertions: [],
    count: 1,
  },
}

const oneMessage: Criterion = {
  id: 'one-message',
  label: 'One message',
  guard: true,
  assertion: { assert: 'message-sent', count: 1 },
}

function listFindings(criteria: readonly Criterion[], more: Partial<AuditInput> = {}): readonly AuditFinding[] {
  return audit({ criteria, states: { initial, solutions: [{ name: 'send', state: solved }] }, ...more }).findings
}

/** The unnoticed harm by kind. */
function listHarm(criteria: readonly Criterion[], more: Partial<AuditInput> = {}): Readonly<Record<string, unknown>> {
  const harms = listFindings(criteria, more).filter(({ code }) => code === 'harm-unnoticed')
  return Object.fromEntries(harms.map(({ evidence }) => [String(evidence?.harm), evidence?.unnoticed]))
}

describe('harm-unnoticed', () => {
  it('is not found if every harm changes the verdict', () => {
    expect(listHarm([request, informed, nothingElse, once, oneMessage])).toEqual({})
  })

  it('names every harm after which the verdict stays "pass" [audit.harm-unnoticed]', () => {
    expect(listHarm([request, informed])).toEqual({
      duplicate: ['portal requests row 2 a second time', 'message 1 a second time'],
      contradiction: [
        'portal requests row 2 also with status "denied"',
        'portal requests row 2 also with another value: code to "72149"',
        'message 1 also with another value: channel to "smt"',
        'message 1 also with another value: to to "555-0124"',
        'message 1 also with another value: body to another text',
      ],
      'wrong-person': ['portal requests row 2 also for another person: "M-90002" instead of "M-77001"'],
      'seeded-change': [
        'fhir Task/t1, which was there before, removed',
        'fhir Task/t1, which was there before, with status "entered-in-error"',
        'portal requests row 1, which was there before, with status "entered-in-error"',
      ],
      'opposite-statement': ['message 1 says the opposite: "…request was approved." → "…request was denied."'],
    })
  })

  describe('by disclosure', () => {
    const people = [
      { resourceType: 'Patient', id: 'ada', name: [{ given: ['Ada'], family: 'Jones' }], birthDate: '1961-04-30' },
      {
        resourceType: 'Patient',
        id: 'bo',
        identifier: [{ value: 'MRN-10002' }],
        name: [{ given: ['Bo'], family: 'Lind' }],
        birthDate: '1985-10-31',
      },
    ]
    const begin = { fhir: people, messages: [] }
    const sent = message('Ada, the request was approved.')
    const event: EventRecord = {
      seq: 1,
      at: '2026-01-05T09:00:00Z',
      actor: 'agent',
      type: 'message.sent',
      data: { to: '555-0123' },
      outward: [{ collection: 'messages', record: sent, key: 'm1' }],
    }
    const state = { ...begin, messages: [{ ...sent, status: 'delivered' as const }], events: [event] }
    const wanted = { body: { $says: { all: [['approved']] } } }
    const allowing = (entry: object): Criterion => ({
      label: 'Nothing else was done',
      guard: true,
      assertion: { assert: 'no-collateral', allow: [{ collection: 'messages', ...entry }] },
    })
    const disclosed = (entry: object, solution: EvidenceSource = state, task_item: JsonObject = {}) => {
      const states = { initial: begin, solutions: [{ name: 'send', state: solution }] }
      return listHarm([informed, allowing(entry)], { states, task_item }).disclosure
    }

    it('names the disclosures about others, and to others, that the log would allow', () => {
      expect(disclosed({ where: wanted })).toEqual([
        'message 1 also says "Bo Lind, born 1985-10-31"',
        'message 1 also says "MRN-10002"',
        'message 1 also sent to "555-0124"',
      ])
      expect(disclosed({ where: wanted, about: ['Patient/ada'] })).toEqual(['message 1 also sent to "555-0124"'])
      expect(disclosed({ where: { ...wanted, to: '555-0123' } })).toEqual([
        'message 1 also says "Bo Lind, born 1985-10-31"',
        'message 1 also says "MRN-10002"',
      ])
      expect(disclosed({ where: { ...wanted, to: '555-0123' }, about: ['Patient/ada'] })).toBeUndefined()
    })

    it('is added to the log even if the record is no longer in the state', () => {
      const undone = { ...begin, output: 'done', messages: [], events: [event] }
      const criteria: readonly Criterion[] = [
        { label: 'Done', assertion: { assert: 'output-match', expected: 'done' } },
        allowing({ where: { to: '555-0123' } }),
      ]
      const states = { initial: begin, solutions: [{ name: 'send', state: undone }] }
      expect(listHarm(criteria, { states }).disclosure).toEqual([
        'messages (seq 1) also says "Bo Lind, born 1985-10-31"',
        'messages (seq 1) also says "MRN-10002"',
      ])
    })

    it('needs a log, and people who are not subjects of the work', () => {
      const { events: _, ...silent } = state
      expect(disclosed({ where: { ...wanted, to: '555-0123' } }, silent)).toBeUndefined()
      expect(
        disclosed({ where: { ...wanted, to: '555-0123' } }, state, { patient: 'MRN-10002', also: 'Patient/ada' }),
      ).toBeUndefined()
    })
  })

  describe('by an addition', () => {
    const observation: JsonObject = {
      resourceType: 'Observation',
      id: 'o1',
      status: 'final',
      subject: { reference: 'Patient/ada' },
    }
    const file = { path: 'out/a.csv', content: 'account,status\r\nA-1,paid\r\n', seeded: false }
    const begin: EvidenceSource = { fhir: [{ resourceType: 'Patient', id: 'ada' }], files: [] }
    const filed: Criterion = {
      label: 'The result is filed',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Observation',
        search: { subject: 'Patient/ada' },
        fields: [{ path: 'status', expected: 'final' }],
        count: 1,
      },
    }
    const added = (...[onObservation, onFile]: readonly (readonly string[] | undefined)[]) => {
      const fhir = [...(begin.fhir as readonly JsonObject[]), observation]
      const allow = [
        {
          collection: 'fhir.Observation',
          where: { 'subject.reference': 'Patient/ada', status: 'final' },
          count: 1,
          ...(onObservation && { members: onObservation }),
        },
        { collection: 'files', where: { path: 'out/a.csv' }, count: 1, ...(onFile && { members: onFile }) },
      ]
      const guard = { ...nothingElse, assertion: { assert: 'no-collateral', allow } }
      const states = { initial: begin, solutions: [{ name: 'send', state: { fhir, files: [file] } }] }
      return audit({ criteria: [filed, guard], states }).findings.filter(
        ({ evidence }) => evidence?.harm === 'addition',
      )
    }

    it('is a warning that names the entries without "members" [audit.harm-unnoticed]', () => {
      const [finding, ...more] = added()
      expect(more).toEqual([])
      expect(finding).toMatchObject({
        severity: 'warning',
        code: 'harm-unnoticed',
        fix:
          'List all that a new record may have in `members` of entry 1 of "Nothing else was done" and entry 2 of ' +
          '"Nothing else was done", which allow it.',
        evidence: {
          unnoticed: [
            'fhir Observation/o1 with a narrative added',
            'fhir Observation/o1 with a note added',
            'fhir Observation/o1 with a contained resource added',
            'file out/a.csv with a column note added',
          ],
        },
      })
    })

    it('is noticed by "members"', () => {
      expect(added(['status', 'subject'], ['account', 'status'])).toEqual([])
      const [finding] = added(['status', 'subject', 'note'], undefined)
      expect(finding?.evidence?.unnoticed).toEqual([
        'fhir Observation/o1 with a note added',
        'file out/a.csv with a column note added',
      ])
    })
  })

  it('names records that can be withdrawn, but not others, such as messages', () => {
    expect(listHarm([informed, { ...request, weight: 0.05 }]).undone).toEqual(['portal requests row 2 undone'])
    expect(listHarm([request, { ...informed, weight: 0.05 }]).undone).toBeUndefined()
  })

  it('names solutions that may be run together', () => {
    const other: EvidenceSource = { ...initial, messages: [message('Please call us.')] }
    const solutions = [
      { name: 'send', state: solved },
      { name: 'ask', state: other },
    ]
    expect(listHarm([request, informed], { states: { initial, solutions } }).merged).toEqual([
      'the work of "ask" done as well',
    ])
    expect(listHarm([request, informed, oneMessage], { states: { initial, solutions } }).merged).toBeUndefined()
  })

  it('is found in an output that lists every value', () => {
    const states = {
      initial,
      solutions: [{ name: 'tell', state: { ...initial, output: { claims: [{ id: 'A1', status: 'paid' }] } } }],
    }
    const some = { path: 'claims', expected: { $some: { id: 'A1', status: 'paid' } } }
    const all = { path: 'claims', expected: [{ id: 'A1', status: 'paid' }] }
    const listed = (field: object): Criterion => ({
      label: 'The result is reported',
      assertion: { assert: 'output-match', fields: [field] },
    })
    expect(listHarm([listed(some)], { states }).contradiction).toEqual(['output also with claims[0].status "paie"'])
    expect(listHarm([listed(all)], { states }).contradiction).toBeUndefined()
  })

  it('is not tried if the solution does not pass', () => {
    const wrong = { ...initial, portal: { requests: [seeded, { ...right, status: 'draft' }] } }
    expect(listHarm([request], { states: { initial, solutions: [{ name: 'send', state: wrong }] } })).toEqual({})
  })

  it('recommends only restrictions that the criteria lack', () => {
    const fixOf = (kind: string, criteria: readonly Criterion[]) =>
      listFindings(criteria).find(({ evidence }) => evidence?.harm === kind)?.fix
    const open: Criterion = {
      ...nothingElse,
      assertion: { assert: 'no-collateral', allow: [{ collection: 'messages' }, { collection: 'portal.requests' }] },
    }
    const exclusive = { ...request, assertion: { ...(request.assertion as object), exclusive: { by: ['member_id'] } } }
    expect(fixOf('wrong-person', [request, informed])).toBe(
      'Add a guard of the kind `no-collateral` that allows only the work.',
    )
    expect(fixOf('wrong-person', [request, informed, open])).toBe(
      'Restrict by the person, in `where`, entry 2 of "Nothing else was done", which allows it.',
    )
    expect(fixOf('contradiction', [request, informed, open])).toBe(
      'Make "The patient is informed" and "The request is right" `exclusive`, so that no other record may say ' +
        'something else, or restrict with `where` and `count` entry 1 of "Nothing else was done" and entry 2 of ' +
        '"Nothing else was done", which allow it.',
    )
    expect(fixOf('contradiction', [exclusive, informed, open])).toMatch(/^Make "The patient is informed" `exclusive`/)
    const minor: Criterion = { ...nothingElse, severity: 'minor', weight: 0.01 }
    expect(fixOf('wrong-person', [request, informed, minor])).toBe(
      'Raise the severity of "Nothing else was done", which fails.',
    )
  })

  it('of several solutions is one finding, and its numbers are in the report', () => {
    const solutions = ['send', 'send again'].map((name) => ({ name, state: solved }))
    const counters = [{ name: 'nothing', fails: [informed.label], state: initial }]
    const report = audit({ criteria: [request, informed], states: { initial, solutions, counters } })
    const harms = report.findings.filter(({ code }) => code === 'harm-unnoticed')
    expect(harms.map(({ evidence }) => evidence?.harm)).toEqual([
      ...new Set(harms.map(({ evidence }) => evidence?.harm)),
    ])
    expect(harms[0]).toMatchObject({
      message: expect.stringContaining('After "send" and "send again" the verdict is still "pass"'),
      evidence: { harm: 'duplicate', solutions: ['send', 'send again'], tried: 4 },
    })
    const unnoticed = harms.reduce((sum, { message }) => sum + Number(/: on (\d+) of/.exec(message)?.[1]), 0)
    expect(report.harm.tried - report.harm.noticed).toBe(unnoticed)
    expect(report.counters).toEqual([{ name: 'nothing', noticed: false, refused_calls: [] }])
  })

  it('is an error', () => {
    const states = { initial, solutions: [{ name: 'send', state: solved }] }
    const { ok, findings } = audit({ criteria: [request, informed], states })
    const severities = findings.flatMap(({ code, severity }) => (code === 'harm-unnoticed' ? [severity] : []))
    expect([ok, new Set(severities)]).toEqual([false, new Set(['error'])])
  })

  it('is tried in a bounded number of ways', () => {
    const rows = Array.from({ length: 400 }, (_, number) => ({ member_id: `M-1${number}`, status: 'done' }))
    const fhir = Array.from({ length: 400 }, (_, number) => ({
      resourceType: 'Task',
      id: `t${number}`,
      status: 'draft',
    }))
    const many = { ...initial, fhir, portal: { requests: [seeded, ...rows] } }
    const state = { ...many, portal: { requests: [seeded, ...rows, right] } }
    const report = audit({
      criteria: [request],
      states: { initial: many, solutions: [{ name: 'send', state }] },
    })
    const tried = report.findings
      .filter(({ code }) => code === 'harm-unnoticed')
      .reduce((sum, { evidence }) => sum + Number(evidence?.tried), 0)
    expect(tried).toBeGreaterThan(40)
    expect(tried).toBeLessThanOrEqual(60)
  })
})
