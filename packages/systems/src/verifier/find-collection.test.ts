import type { EvidenceStateSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { validateAssertion, verify } from './verify.js'

const er7 = 'MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5.1\rPID|1||77\r'
const edi = 'ST*270*0001*005010X279A1~NM1*IL*1*DOE*****MI*77~SE*3*0001~'
const fax = { to_number: '555-0100', from_number: '555-0101', document_type: 'notes', text: '77' }
const message = { channel: 'sms', to: 'a', from: 'b', body: '77' } as const

/**
 * A collection, a path into it, and a state with one record whose value at that path is "77"; whether agents create
 * such records.
 */
const collections: readonly (readonly [name: string, path: string, state: EvidenceStateSource, made: boolean])[] = [
  ['fhir.Patient', 'language', { fhir: [{ resourceType: 'Patient', id: 'p', language: '77' }] }, true],
  ['fhir.Patient', 'language', { fhir: [{ resourceType: 'Patient', language: '77' }] }, true],
  ['portal.a.b', 'k', { portal: { 'a.b': [{ k: '77' }] } }, true],
  ['hl7.outbound', 'PID-3', { hl7: [{ direction: 'outbound', payload: er7 }] }, true],
  ['hl7.inbound', 'PID-3', { hl7: [{ direction: 'inbound', payload: er7 }] }, false],
  ['x12.sent', 'NM109', { x12: [{ direction: 'sent', transaction: '270', payload: edi }] }, true],
  ['x12.received', 'NM109', { x12: [{ direction: 'received', transaction: '270', payload: edi }] }, false],
  ['files', 'content', { files: [{ path: 'a', content: '77', seeded: false }] }, true],
  ['faxes', 'text', { faxes: [{ direction: 'outbound', ...fax }] }, true],
  ['messages', 'body', { messages: [{ direction: 'outbound', ...message }] }, true],
  ['cds', 'hook', { cds: [{ hook: '77', request: {}, cards: [], feedback: [] }] }, false],
  ['voice.calls', 'call_id', { voice: [{ call_id: '77', turns: [] }] }, true],
]

function emptied(state: EvidenceStateSource): EvidenceStateSource {
  return Object.fromEntries(Object.keys(state).map((part) => [part, part === 'portal' ? {} : []]))
}

function judgeOutcome(assertion: object, final: EvidenceStateSource, initial: EvidenceStateSource) {
  return verify({ criteria: [{ label: 'x', assertion }], evidence: { ...final, initial } }).criterion_runs[0]
}

describe.each(collections)('%s by %s', (collection, path, state, made) => {
  it('is readable', () => {
    const source = { collection, path, where: { [path]: '77' } }
    expect(judgeOutcome({ assert: 'records-agree', records: [source, source] }, state, state)).toMatchObject({
      passed: true,
    })
    const other = { ...source, where: { [path]: '78' } }
    expect(judgeOutcome({ assert: 'records-agree', records: [source, other] }, state, state)).toMatchObject({
      score: 0,
    })
    expect(judgeOutcome({ assert: 'records-agree', records: [source, source] }, {}, {})).toMatchObject({
      outcome: 'unsupported',
    })
  })

  it(made ? 'is watched for what was added and removed' : 'is left to simulators', () => {
    const nothing = { assert: 'no-collateral', allow: [] }
    const added = judgeOutcome(nothing, state, emptied(state))
    const removed = judgeOutcome(nothing, emptied(state), state)
    expect([added?.passed, removed?.passed]).toEqual([!made, !made])
    if (made) {
      expect(added?.evidence).toMatchObject({ changes: [{ collection, change: 'added' }] })
      expect(removed?.evidence).toMatchObject({ changes: [{ collection, change: 'removed' }] })
    }
    const allowed = { assert: 'no-collateral', allow: [{ collection, where: { [path]: '77' } }] }
    expect(judgeOutcome(allowed, state, emptied(state))).toMatchObject({ passed: true })
  })
})

it('finds nothing under other names', () => {
  for (const collection of ['', 'fhir', 'fhir.', 'fhir.patient', 'portal', 'portal.', 'hl7', 'constructor', 'events']) {
    const assertion = { assert: 'no-collateral', allow: [{ collection }] }
    expect(validateAssertion(assertion), collection).toMatchObject({
      ok: false,
      errors: [{ path: '/allow/0/collection' }],
    })
  }
})
