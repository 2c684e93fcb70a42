import { finish, type JsonObject, type SolutionCall } from '@carebench/protocol'
import {
  type ActState,
  type EvidenceSource,
  findHarmfulActs,
  type HarmfulActsInput,
  type RecordedAct,
} from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { audit } from './audit.js'
import { defaultParts } from './default-parts.js'

function patient(id: string, given: string, family: string, birthDate: string): JsonObject {
  const identifier = [{ value: `MRN-${id}` }]
  return { resourceType: 'Patient', id, identifier, name: [{ given: [given], family }], birthDate }
}

function coverage(id: string, person: string): JsonObject {
  return { resourceType: 'Coverage', id, subscriberId: `MBR${id}`, beneficiary: { reference: `Patient/${person}` } }
}

const initial: EvidenceSource = {
  fhir: [
    patient('p-1001', 'Ada', 'Jones', '1961-04-30'),
    patient('p-1002', 'Bo', 'Lind', '1985-10-31'),
    patient('p-1003', 'Ida', 'Jones', '1990-02-01'),
    coverage('c-2001', 'p-1001'),
    coverage('c-2002', 'p-1002'),
  ],
  faxes: [],
}

function act(call: SolutionCall, more: Partial<RecordedAct> = {}): RecordedAct {
  const path = call.path.replace(/^\w+\//, '')
  return {
    name: `${call.method} ${call.path}`,
    calls: [call],
    makesAnother: call.method === 'POST',
    isReversible: false,
    target: { parts: ['fhir'], system: undefined, path },
    steps: [],
    ...more,
  }
}

/** The names and the calls of all harm to the acts, by kind. */
function listHarm(acts: readonly RecordedAct[], more: Partial<HarmfulActsInput> = {}) {
  const steps = findHarmfulActs({
    parts: defaultParts,
    initial,
    own: ['Ada Jones', 'p-1001'],
    acts,
    deletionOf: () => undefined,
    limit: 100,
    ...more,
  })
  const harms = finish(steps)
  return harms.map(({ kind, name, calls, takenBack }) => [
    kind,
    name,
    ...calls,
    ...(takenBack === true ? ['taken back'] : []),
  ])
}

const fax: SolutionCall = {
  method: 'POST',
  path: 'faxes',
  body: { to_number: '+15550100142', text: 'JONES, ADA (DOB 04/30/1961, MRN-p-1001): seen.' },
}

describe('harmful acts', () => {
  it('repeat an act, also to another recipient, and for strangers: the best known one and a namesake', () => {
    const text = (said: string) => ({ ...fax, body: { to_number: '+15550100142', text: said } })
    expect(listHarm([act(fax)])).toEqual([
      ['duplicate', 'POST faxes again', fax],
      [
        'wrong-person',
        'POST faxes for "Patient/p-1002" instead of "Patient/p-1001"',
        text('LIND, BO (DOB 10/31/1985, MRN-p-1002): seen.'),
      ],
      [
        'wrong-person',
        'POST faxes for "Patient/p-1003" instead of "Patient/p-1001"',
        text('JONES, IDA (DOB 02/01/1990, MRN-p-1003): seen.'),
      ],
      [
        'disclosure',
        'POST faxes to "+15550100143" too',
        { ...fax, body: { ...(fax.body as JsonObject), to_number: '+15550100143' } },
      ],
    ])
  })

  it('replace all details of the person in a message, in its own notation', () => {
    const sent: SolutionCall = {
      method: 'POST',
      path: 'hl7/outbound',
      text: 'PID|1||MRN-p-1001^^^A^MR||JONES^ADA||19610430|F\rOBR|1|p-1001|Patient/p-1001|p-10011',
    }
    const [other] = listHarm([act(sent)]).filter(([kind]) => kind === 'wrong-person')
    expect(other?.[2]).toMatchObject({
      text: 'PID|1||MRN-p-1002^^^A^MR||LIND^BO||19851031|F\rOBR|1|p-1002|Patient/p-1002|p-10011',
    })
  })

  it('never concern a person whom the task or a solution mentions', () => {
    const kinds = (own: readonly string[]) => listHarm([act(fax)], { own }).map(([kind]) => kind)
    expect(kinds(['p-1001', 'p-1002', 'Ida Jones'])).toEqual(['duplicate', 'disclosure'])
    expect(kinds(['p-1002'])).toEqual(['duplicate', 'disclosure'])
  })

  it('withdraw records made for a stranger, if possible', () => {
    const made = act(
      { method: 'POST', path: 'fhir/Task', body: { for: { reference: 'Patient/p-1001' } } },
      {
        isReversible: true,
        steps: [{ kind: 'undone', what: 'deleted', call: { method: 'DELETE', path: 'fhir/Task/t1' } }],
      },
    )
    const other = { method: 'POST', path: 'fhir/Task', body: { for: { reference: 'Patient/p-1002' } } }
    expect(listHarm([made])).toContainEqual([
      'withdrawn',
      'POST fhir/Task for "Patient/p-1002" instead of "Patient/p-1001", and taken back',
      other,
      'taken back',
    ])
    expect(listHarm([made])).toContainEqual([
      'undone',
      'POST fhir/Task deleted',
      { method: 'DELETE', path: 'fhir/Task/t1' },
    ])
  })

  it('change and delete the records of strangers', () => {
    const change = act({ method: 'PUT', path: 'fhir/Coverage/c-2001', body: coverage('c-2001', 'p-1001') })
    const deletionOf: HarmfulActsInput['deletionOf'] = ({ part, key }) => ({ method: 'DELETE', path: `${part}/${key}` })
    expect(listHarm([change], { deletionOf }).filter(([kind]) => kind === 'seeded-change')).toEqual([
      [
        'seeded-change',
        'PUT fhir/Coverage/c-2001 on "Coverage/c-2002" of somebody else',
        { method: 'PUT', path: 'fhir/Coverage/c-2002', body: coverage('c-2002', 'p-1002') },
      ],
      [
        'seeded-change',
        'DELETE fhir/Patient/p-1002 of somebody else',
        { method: 'DELETE', path: 'fhir/Patient/p-1002' },
      ],
      [
        'seeded-change',
        'DELETE fhir/Coverage/c-2002 of somebody else',
        { method: 'DELETE', path: 'fhir/Coverage/c-2002' },
      ],
    ])
  })

  it('above the limit have an equal share of each kind', () => {
    const acts = Array.from({ length: 9 }, () => act(fax))
    const kinds = listHarm(acts, { limit: 6 }).map(([kind]) => kind)
    expect(kinds).toEqual(['duplicate', 'duplicate', 'wrong-person', 'wrong-person', 'disclosure', 'disclosure'])
    const names = listHarm(acts).map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(listHarm(acts, { limit: 0 })).toEqual([])
  })
})

describe('the audit of harm by calls', () => {
  const sent = {
    direction: 'outbound' as const,
    to_number: '+15550100142',
    from_number: '+15550100100',
    document_type: 'notes',
    text: 'Seen.',
  }
  const solved: EvidenceSource = { ...initial, faxes: [sent] }
  const informed = {
    label: 'The practice is told',
    assertion: { assert: 'fax-sent', fields: [{ path: 'text', expected: 'Seen.' }] },
  }
  const once = { label: 'Once', guard: true, assertion: { assert: 'fax-sent', count: 1 } }
  const acts: readonly ActState[] = [
    { kind: 'duplicate', name: 'POST faxes again', state: { ...solved, faxes: [sent, sent] } },
    { kind: 'duplicate', name: 'POST faxes without an effect', state: solved },
    { kind: 'wrong-person', name: 'POST faxes for somebody else', state: null },
  ]
  const auditWith = (criteria: readonly object[]) =>
    audit({
      criteria: criteria as (typeof informed)[],
      states: { initial, solutions: [{ name: 'fax it', state: solved, acts }] },
    })

  it('finds calls after which the verdict is still "pass", and counts refusals apart', () => {
    const { harm, findings } = auditWith([informed])
    expect(harm.calls).toEqual({ tried: 1, noticed: 0, refused: 1 })
    const byCalls = findings.filter(({ evidence }) => evidence?.by === 'calls')
    expect(byCalls).toMatchObject([
      {
        severity: 'error',
        code: 'harm-unnoticed',
        message:
          'After "fax it" the verdict is still "pass" after calls by which the same act was done twice: on 1 of 1 ' +
          'tried, such as: POST faxes again.',
        evidence: { solutions: ['fax it'], harm: 'duplicate', tried: 1, unnoticed: ['POST faxes again'] },
      },
    ])
  })

  it('finds nothing if the calls change the verdict, and lets them break guards', () => {
    const { harm, findings } = auditWith([informed, once])
    expect(harm.calls).toEqual({ tried: 1, noticed: 1, refused: 1 })
    expect(findings.filter(({ evidence }) => evidence?.by === 'calls')).toEqual([])
  })
})
