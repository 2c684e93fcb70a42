import { describe, expect, it } from 'vitest'
import { chartOf } from './chart.js'
import { compilePolicy } from './compile-policy.js'
import { readFacts } from './decide.js'
import { findPolicyFaults } from './policy-findings.js'

const policy = { id: 'p', title: 'Imaging', version: '1' }

describe('A policy', () => {
  it('reads a long chart in steps', () => {
    const chart = chartOf(
      Array.from({ length: 2000 }, (_, place) => ({ resourceType: 'Condition', id: `c${place}`, code: { text: 'x' } })),
    )
    const statements = { pain: { fact: { search: 'Condition?code:text=pain' } } }
    const request = { diagnosis_codes: [], patient_dob: null, service_date: null }
    const compiled = compilePolicy({ ...policy, statements, criteria: 'pain' })
    expect([...readFacts(compiled, chart, request)].length).toBeGreaterThan(3)
  })

  it('reads what documents say in steps, each text once', () => {
    const text = 'The patient walks, and has no pain. '.repeat(500)
    const says = [['six weeks of therapy']]
    const statement = { accepts: ['note'], says }
    const { statements } = compilePolicy({ ...policy, statements: { therapy: statement }, criteria: 'therapy' })
    const therapy = statements.get('therapy')
    const documents = [text, `${text} After six weeks of therapy.`].map((one) => ({ document_type: 'note', text: one }))
    expect([...(therapy?.readDocuments(documents, new Map()) ?? [])].length).toBeGreaterThan(3)
    expect([...(therapy?.readDocuments(documents, new Map()) ?? [])]).toEqual([])
    const request = { answers: {}, documents, service_date: null }
    expect(therapy?.judge(undefined, request)).toMatchObject({ met: true, source: 'document' })
  })

  it('compares only the first unknown names with those of its statements', () => {
    const all = Array.from({ length: 50 }, () => 'pian')
    const faults = findPolicyFaults({ ...policy, statements: { pain: { question: 'Pain?' } }, criteria: { all } })
    expect(faults.filter(({ message }) => message.includes('did you mean "pain"?'))).toHaveLength(10)
    expect(faults.length).toBeGreaterThanOrEqual(50)
  })
})
