import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Criterion, EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { type AuditInput, audit } from './audit.js'

const row: JsonObject = { member_id: 'M-77001', code: '72148', status: 'sent' }
const initial: EvidenceSource = { portal: { requests: [] }, messages: [] }
const solved: EvidenceSource = {
  portal: { requests: [row] },
  messages: [
    { direction: 'outbound', channel: 'sms', to: '555-0123', from: '555-0100', body: 'The request was sent today.' },
  ],
}

const work: Criterion = {
  id: 'work',
  label: 'The request is right',
  assertion: {
    assert: 'portal-state-match',
    correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
    assertions: [{ path: 'code', expected: '72148' }],
  },
}

function listFindings(code: string, criteria: readonly Criterion[], more: Partial<AuditInput> = {}) {
  const states = { initial, solutions: [{ name: 'send', state: { ...initial, ...solved } }] }
  return audit({ criteria, states, ...more }).findings.filter((finding) => finding.code === code)
}

function guard(allow: readonly JsonObject[], more: Partial<Criterion> = {}): Criterion {
  return { id: 'guard', label: 'Nothing else', guard: true, assertion: { assert: 'no-collateral', allow }, ...more }
}

const ofPerson = { collection: 'portal.requests', where: { member_id: 'M-77001' } }

describe('no-collateral-missing', () => {
  it('is a task without such a guard [audit.allowances]', () => {
    expect(listFindings('no-collateral-missing', [work])).toMatchObject([{ severity: 'warning', criterion_id: null }])
    expect(listFindings('no-collateral-missing', [work, guard([ofPerson], { guard: false })])).toHaveLength(1)
    expect(listFindings('no-collateral-missing', [work, guard([ofPerson])])).toEqual([])
    expect(listFindings('no-collateral-missing', [])).toEqual([])
  })
})

describe('open-allowance', () => {
  it('is an entry that does not say whose records may change', () => {
    const open = (...allow: readonly JsonObject[]) =>
      listFindings('open-allowance', [work, guard(allow)]).map(({ evidence }) => evidence)
    expect(open({ collection: 'portal.requests' }, { collection: 'messages', where: {} }, ofPerson)).toEqual([
      { collections: ['portal.requests', 'messages'] },
    ])
    expect(open(ofPerson)).toEqual([])
    for (const matcher of [
      { $exists: true },
      { $not: { $exists: false } },
      { $any: ['555-0123', { $exists: true }] },
    ]) {
      expect(open({ collection: 'messages', where: { to: matcher } })).toEqual([{ collections: ['messages'] }])
    }
    expect(open({ collection: 'messages', where: { to: { $all: [{ $exists: true }, '555-0123'] } } })).toEqual([])
    for (const limit of [{ count: 1 }, { fields: ['status'] }, { members: ['to', 'body'] }]) {
      expect(open({ collection: 'messages', ...limit })).toEqual([{ collections: ['messages'] }])
      expect(open({ collection: 'messages', where: { to: '555-0123' }, ...limit })).toEqual([])
    }
    expect(listFindings('open-allowance', [guard([{ collection: 'messages' }])])).toMatchObject([
      { severity: 'error', criterion_id: 'guard' },
    ])
  })
})

describe('counter-unnoticed', () => {
  const harmed = { ...initial, ...solved, portal: { requests: [row, { ...row, member_id: 'M-90002' }] } }
  const nothingElse = guard([ofPerson, { collection: 'messages', where: { to: '555-0123' } }])
  const problems = (criteria: readonly Criterion[], more: object = {}, state: EvidenceSource = harmed) => {
    const counters = [{ name: 'ask for another', after: 'send', fails: ['Nothing else'], state, ...more }]
    const states = { initial, solutions: [{ name: 'send', state: { ...initial, ...solved } }], counters }
    return listFindings('counter-unnoticed', criteria, { states }).map(({ severity, evidence }) => [
      severity,
      evidence?.problems,
    ])
  }

  it('is a counter that does not break what it names, or that passes [audit.counter-unnoticed]', () => {
    expect(problems([work, nothingElse])).toEqual([])
    const open = guard([{ collection: 'portal.requests' }, { collection: 'messages' }])
    expect(problems([work, open])).toEqual([
      [
        'error',
        [
          'It does not break "Nothing else", which is passed: Only allowed changes were made: 3 changes in total. ' +
            'Without events, only the states were compared.',
          'The verdict after it is "pass".',
        ],
      ],
    ])
    const minor: Criterion = { ...nothingElse, severity: 'minor', weight: 0.01 }
    expect(problems([work, minor])).toEqual([['error', ['The verdict after it is "pass".']]])
  })

  it('is a counter of an unknown criterion or solution', () => {
    expect(problems([work, nothingElse], { fails: ['No such label'], after: 'wait' })).toEqual([
      [
        'error',
        [
          'It should follow "wait", which is not a solution of the task.',
          'No criterion has the label "No such label".',
        ],
      ],
    ])
  })

  it('is a counter for a criterion that is already broken at its start', () => {
    const refused_calls = [{ number: 1, method: 'POST', path: 'portal/requests', status: 422, reason: 'no code' }]
    const alone = { after: undefined, fails: ['The request is right'], refused_calls }
    const untouched = 'on the untouched state, where it starts, every criterion that it has to break is already broken'
    expect(problems([work, nothingElse], alone, initial)).toEqual([
      ['error', [`It proves nothing: ${untouched}, and no criterion tells the two states apart.`]],
    ])
    expect(problems([work, nothingElse], alone, { ...initial, output: 1 })).toEqual([
      ['error', [`It proves nothing: ${untouched}, and no criterion tells the two states apart.`]],
    ])
    const informed = { ...initial, messages: solved.messages ?? [] }
    expect(problems([work, guard([])], alone, informed)).toEqual([
      ['error', [`It proves nothing: ${untouched} in the same way, and calls were refused.`]],
    ])
    expect(problems([work, guard([])], { ...alone, refused_calls: [] }, informed)).toEqual([])
    // This does the wrong work instead of the right work.
    const wrong = { ...initial, portal: { requests: [{ ...row, code: '72141' }] } }
    expect(problems([work, nothingElse], alone, wrong)).toEqual([])
    // After a solution that does not fulfil the criterion.
    const other = { ...work, assertion: { ...(work.assertion as object), count: 2 } }
    expect(problems([other, nothingElse], { fails: ['The request is right'] })).toEqual([
      [
        'error',
        ['It proves nothing: after "send", where it starts, every criterion that it has to break is already broken.'],
      ],
    ])
  })

  it('names the refused calls', () => {
    const refused_calls = [{ number: 1, method: 'POST', path: 'portal/requests', status: 422, reason: 'no code' }]
    const counters = [
      { name: 'ask', after: 'send', fails: ['Nothing else'], state: { ...initial, ...solved }, refused_calls },
    ]
    const states = { initial, solutions: [{ name: 'send', state: { ...initial, ...solved } }], counters }
    const [finding] = listFindings('counter-unnoticed', [work, nothingElse], { states })
    expect(finding?.message).toContain('Call 1 was refused: POST portal/requests, status 422: "no code".')
    expect(finding?.evidence).toMatchObject({ refused_calls })
  })

  it('needs a criterion that is broken, not one that is unsupported', () => {
    const { messages: _, ...rest } = harmed
    const informed: Criterion = { label: 'Nothing else', assertion: { assert: 'fax-sent', count: 0 }, guard: true }
    expect(problems([work, informed], {}, rest)).toMatchObject([
      ['error', [expect.stringContaining('It does not break "Nothing else", which is unsupported')]],
    ])
  })
})

describe('unreached-guard', () => {
  const never: Criterion = {
    id: 'never',
    label: 'No fax was sent',
    guard: true,
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'appeals', key: 'x', value: 'y' },
      assertions: [],
      count: 0,
    },
  }

  it('is a guard that nothing breaks, an error if it is critical [audit.unreached-guard]', () => {
    const severities = (more: Partial<Criterion>) =>
      listFindings('unreached-guard', [work, { ...never, ...more }]).map(({ severity }) => severity)
    expect(severities({})).toEqual(['warning'])
    expect(severities({ severity: 'critical' })).toEqual(['error'])
    expect(severities({ guard: false })).toEqual([])
  })

  it('is not a guard that a mutant, harm or a counter breaks', () => {
    expect(listFindings('unreached-guard', [work, guard([ofPerson])])).toEqual([])
    const appealed = { ...initial, ...solved, portal: { requests: [row], appeals: [{ x: 'y' }] } }
    const counters = [{ name: 'appeal', fails: ['No fax was sent'], state: appealed }]
    const states = { initial, solutions: [{ name: 'send', state: { ...initial, ...solved } }], counters }
    expect(listFindings('unreached-guard', [work, never], { states })).toEqual([])
  })
})

describe('dangling-selector', () => {
  const of = (value: string): Criterion => ({
    ...work,
    assertion: { ...(work.assertion as object), correlate_by: { resource: 'requests', key: 'member_id', value } },
  })
  const missing = (criteria: readonly Criterion[], settings: readonly { what: string; value: JsonValue }[] = []) =>
    listFindings('dangling-selector', criteria, { settings }).map(({ evidence }) => evidence?.missing)

  it('is a number, an id or a person that no record has [audit.dangling-selector]', () => {
    expect(missing([of('M-77001')])).toEqual([])
    expect(missing([of('M-70071')])).toEqual([[{ path: 'member_id', value: 'M-70071' }]])
    const search = (conditions: JsonObject): Criterion => ({
      label: 'It is there',
      assertion: { assert: 'fhir-resource-state', resource_type: 'Task', search: conditions },
    })
    expect(missing([search({ patient: 'Patient/nobody', status: 'draft-9' })])).toEqual([
      [{ path: 'patient', value: 'Patient/nobody' }],
    ])
    expect(missing([guard([{ ...ofPerson, where: { member_id: { $oneOf: ['M-77001', 'M-70071'] } } }])])).toEqual([
      [{ path: 'member_id', value: 'M-70071' }],
    ])
  })

  it('is a person in `about` without a record, reported with the nearest name', () => {
    const people = { fhir: [{ resourceType: 'Patient', id: 'ana', identifier: [{ value: 'MRN-10001' }] }] }
    const about = (kind: 'no-collateral' | 'access-scope', ...names: readonly string[]) => {
      const assertion = { assert: kind, allow: [{ collection: 'fhir.Patient', about: names }] }
      const criterion = guard([], { assertion })
      const states = { initial: { ...initial, ...people }, solutions: [{ name: 'wait', state: people }] }
      return listFindings('dangling-selector', [criterion], { states })
    }
    for (const kind of ['no-collateral', 'access-scope'] as const) {
      expect(about(kind, 'Patient/ana', 'MRN-10001')).toEqual([])
      const [finding] = about(kind, 'Patient/ana', 'Patient/anna')
      expect(finding?.evidence).toEqual({ missing: [{ path: '/allow/0/about/1', value: 'Patient/anna' }] })
      expect(finding?.message).toContain('The nearest is "Patient/ana".')
      expect(about(kind, 'Jane Doe')[0]?.message).not.toContain('nearest')
    }
  })

  it('is an entry of `allow` for a collection of which the environment has no system', () => {
    const missing = (...allow: readonly JsonObject[]) =>
      listFindings('dangling-selector', [work, guard([ofPerson, ...allow])]).map(({ evidence }) => evidence?.missing)
    expect(missing({ collection: 'messages', where: { to: '555-0123' } })).toEqual([])
    expect(missing({ collection: 'faxes', where: { to: 'x' } })).toEqual([[{ path: '/allow/1', value: 'faxes' }]])
  })

  it('is looked for in settings', () => {
    const setting = (patient_member_id: string) => [
      { what: 'The scenario', value: { rules: [{ patient_member_id, code: '1' }] } },
    ]
    expect(missing([work], setting('M-77001'))).toEqual([])
    expect(missing([work], setting('M-70071'))).toEqual([[{ path: 'patient_member_id', value: 'M-70071' }]])
    const own = {
      payers: [{ name: 'East Mutual', id: 'EAST1', members: [{ member_id: 'E-100' }] }],
      from_number: '+15550100101',
    }
    expect(missing([work], [{ what: 'The configuration', value: own }])).toEqual([])
  })

  it('is looked for in attached documents too', () => {
    const of = (data: string) => {
      const card = { resourceType: 'DocumentReference', id: 'card', content: [{ attachment: { data } }] }
      const states = { initial: { ...initial, fhir: [card] }, solutions: [] }
      const settings = [{ what: 'The configuration', value: { member_id: 'M-70071' } }]
      return audit({ criteria: [work], states, settings }).findings.filter(({ message }) => message.includes('M-70071'))
    }
    expect(of(btoa('Member number: M-70071'))).toEqual([])
    expect(of(btoa('Member number: M-700710'))).toHaveLength(1)
    expect([of('no base64'), of(btoa('M-70071 \xff'))].map((found) => found.length)).toEqual([1, 1])
  })
})

describe('free-text-pattern', () => {
  const body = (expected: JsonValue, path = 'body'): Criterion => ({
    label: 'The result is reported',
    assertion: { assert: 'message-sent', fields: [{ path, expected }] },
  })
  const found = (criterion: Criterion) => listFindings('free-text-pattern', [criterion]).map(({ evidence }) => evidence)

  it('is a pattern on a member that holds free text [audit.free-text-pattern]', () => {
    expect(found(body({ $regex: '.*sent.*' }))).toEqual([{ paths: ['body'] }])
    expect(found(body({ $not: { $any: [{ $contains: 'denied' }] } }))).toEqual([{ paths: ['body'] }])
    expect(found(body({ $text: 'The request was sent today.' }))).toEqual([])
    expect(found(body({ $regex: '555.*' }, 'to'))).toEqual([])
  })

  it('is a pattern on a value that turned out to be a sentence', () => {
    const states = {
      initial: { portal: { requests: [] } },
      solutions: [{ name: 'send', state: { portal: { requests: [{ ...row, note: 'It hurts since May.' }] } } }],
    }
    const matching = (path: string): Criterion => ({
      ...work,
      assertion: { ...(work.assertion as object), assertions: [{ path, expected: { $regex: '.*' } }] },
    })
    const paths = (path: string) =>
      listFindings('free-text-pattern', [matching(path)], { states }).map(({ evidence }) => evidence?.paths)
    expect([paths('note'), paths('code')]).toEqual([[['note']], []])
  })
})

describe('negated-comparison', () => {
  const found = (expected: JsonValue, guard = true) =>
    listFindings('negated-comparison', [
      {
        label: 'No more than 150',
        guard,
        assertion: { assert: 'output-match', fields: [{ path: 'copay', expected }] },
      },
    ])

  it('is a guard that holds for values that cannot be compared [audit.negated-comparison]', () => {
    const [finding] = found({ $not: { $gt: 150 } })
    expect(finding).toMatchObject({ severity: 'warning', evidence: { matchers: [{ $not: { $gt: 150 } }] } })
    expect(finding?.fix).toContain('{"$lte":150}')
    expect(found({ $any: [1, { $not: { $any: [{ $lt: 5 }, 'x'] } }] })).toHaveLength(1)
  })

  it('is a guard that no record may satisfy', () => {
    const counting = (count: JsonValue, expected: JsonValue) =>
      listFindings('negated-comparison', [
        {
          label: 'Nobody owes anything',
          guard: true,
          assertion: { assert: 'sftp-file-present', path: '**', fields: [{ path: 'owes', expected }], count },
        },
      ])
    for (const none of [0, { $lte: 0 }, { $lt: 1 }, { $eq: 0 }]) {
      const [finding] = counting(none, { $gt: 0 })
      expect(finding).toMatchObject({ evidence: { matchers: [{ $gt: 0 }] } })
      expect(finding?.fix).toContain('{"$lte":0} with "match": "all"')
    }
    expect(counting({ $lte: 1 }, { $gt: 0 })).toEqual([])
    expect(counting(0, 'x')).toEqual([])
  })

  it('is not reported for other matchers, or for criteria that ask for work', () => {
    expect(found({ $lte: 150 })).toEqual([])
    expect(found({ $not: { $approx: { value: 93, tolerance: 0 } } })).toEqual([])
    expect(found({ $not: { $gt: 150 } }, false)).toEqual([])
  })
})
