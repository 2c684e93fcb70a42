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
    const statements = { pain: { fact: { search: 'Condition?code=M54' } } }
    const request = { diagnosis_codes: [], patient_dob: null, service_date: null }
    const compiled = compilePolicy({ ...policy, statements, criteria: 'pain' })
    expect([...readFacts(compiled, chart, request)].length).toBeGreaterThan(3)
  })

  it('compares only the first unknown names with those of its statements', () => {
    const all = Array.from({ length: 50 }, () => 'pian')
    const faults = findPolicyFaults({ ...policy, statements: { pain: { question: 'Pain?' } }, criteria: { all } })
    expect(faults.filter(({ message }) => message.includes('did you mean "pain"?'))).toHaveLength(10)
    expect(faults.length).toBeGreaterThanOrEqual(50)
  })
})
