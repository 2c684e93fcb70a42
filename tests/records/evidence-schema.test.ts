import { evidenceSnapshots, verificationCases } from '@carebench/arbitraries'
import { type JsonValue, validatorFor } from '@carebench/protocol'
import { verify } from '@carebench/systems/verifier'
import {
  InvalidCriteriaError,
  InvalidEvidenceError,
  sealRecord,
  type VerifyInput,
  verifierVersion,
} from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

const numRuns = 20 * inject('scale')

function fits(name: string, value: unknown): boolean {
  return validatorFor(name)(value) === null
}

/** One assertion of every kind that reads a part. */
const criteria = [
  { assert: 'fhir-resource-state', resource_type: 'ServiceRequest', search: { status: 'active' }, fields: [] },
  { assert: 'portal-state-match', correlate_by: { resource: 'requests', key: 'key', value: 1 }, assertions: [] },
  { assert: 'hl7-structural', correlate_by: { 'PID-3': 'M-1' }, fields: [] },
  { assert: 'x12-response', transaction: '271', fields: [] },
  { assert: 'sftp-file-present', path: '**', text: { $contains: 'M' } },
  { assert: 'voice-transcript', speaker: 'agent', contains: ['approved'] },
  { assert: 'fax-sent', correlate_by: { text: 'M-1' } },
  { assert: 'message-sent' },
  { assert: 'cds-response', fields: [{ path: 'cards[*].summary', expected: 'M-1' }] },
  { assert: 'event-order', events: [{ type: 'hl7.sent' }] },
  { assert: 'no-collateral', allow: [] },
].map((assertion) => ({ label: assertion.assert, assertion }))

/** Whether the verifier accepts evidence, and whether a check failed to run on it. */
function judge(evidence: unknown): 'refused' | 'broken' | 'judged' {
  try {
    const { score } = verify({ criteria, evidence } as VerifyInput)
    return score === null ? 'broken' : 'judged'
  } catch (error) {
    if (error instanceof InvalidEvidenceError) return 'refused'
    throw error
  }
}

type Container = Record<string, unknown>
function listKeys(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/** The value with the value at a place up to four levels deep replaced, or with one more member there. */
function spoiled(value: object): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      fc.oneof(fc.constantFrom<unknown>(null, 0, 'x', [], {}, [{}], [null]), fc.jsonValue({ maxDepth: 2 })),
      fc.constantFrom('version', 'portals', 'initial', 'bound'),
      fc.boolean(),
    )
    .map(([steps, to, name, adds]) => {
      const copy = JSON.parse(JSON.stringify(value)) as Container
      let at: unknown = copy
      for (const [index, step] of steps.entries()) {
        const keys = listKeys(at)
        const key = keys[step % (keys.length || 1)]
        const next = key === undefined ? undefined : (at as Container)[key]
        if (key !== undefined && index < steps.length - 1 && listKeys(next).length > 0) {
          at = next
          continue
        }
        if (typeof at === 'object' && at !== null) {
          const member = adds && !Array.isArray(at) ? name : (key ?? (Array.isArray(at) ? '0' : name))
          ;(at as Container)[member] = JSON.parse(JSON.stringify(to)) as JsonValue
        }
        break
      }
      return copy
    })
}

describe('evidence', () => {
  it('fits its schema, if generated', () => {
    fc.assert(
      fc.property(evidenceSnapshots(), (evidence) => {
        expect(validatorFor('evidenceSnapshot')(evidence)).toBeNull()
        expect(judge(evidence)).toBe('judged')
      }),
      { numRuns },
    )
  })

  it('does not fit the schema if the verifier rejects it, or a check fails to run', () => {
    let [unfit, refused, broken] = [0, 0, 0]
    fc.assert(
      fc.property(evidenceSnapshots().chain(spoiled), (evidence) => {
        const outcome = judge(evidence)
        if (fits('evidenceSnapshot', evidence)) expect(outcome).toBe('judged')
        else unfit++
        if (outcome === 'refused') refused++
        if (outcome === 'broken') broken++
      }),
      { numRuns: numRuns * 5 },
    )
    expect(Math.min(unfit, refused, broken)).toBeGreaterThan(0)
  })

  it('of another version is rejected by both', () => {
    for (const version of [0, 2, 1.5, '1', null, true]) {
      const evidence = { version, portal: {} }
      expect([fits('evidenceSnapshot', evidence), judge(evidence)]).toEqual([false, 'refused'])
    }
  })
})

describe('criteria', () => {
  it('do not fit the schema if the verifier rejects them', () => {
    const refuses = (list: unknown): boolean => {
      try {
        verify({ criteria: list, evidence: {} } as VerifyInput)
        return false
      } catch (error) {
        if (error instanceof InvalidCriteriaError) return true
        throw error
      }
    }
    let refused = 0
    fc.assert(
      fc.property(
        verificationCases().chain(({ criteria: list }) => spoiled(list)),
        (list) => {
          if (!refuses(list)) return
          refused++
          expect(fits('criteriaFile', list)).toBe(false)
        },
      ),
      { numRuns: numRuns * 3 },
    )
    expect(refused).toBeGreaterThan(0)
  })
})

describe('a sealed record', () => {
  it('fits its schema', () => {
    const isAssertion = (assertion: unknown): boolean =>
      typeof assertion === 'object' && assertion !== null && 'assert' in assertion
    fc.assert(
      fc.property(verificationCases(), ({ criteria: all, evidence }) => {
        const own = all.filter(({ assertion }) => isAssertion(assertion))
        const record = sealRecord({
          kind: 'task-run',
          version: 1,
          engine: { verifier: verifierVersion },
          criteria: own,
          options: {},
          evidence,
          result: verify({ criteria: own, evidence }),
        })
        expect(validatorFor('taskRunRecord')(record)).toBeNull()
        const run = sealRecord({ kind: 'benchmark-run', version: 1, about: {}, task_runs: [record] })
        expect(validatorFor('benchmarkRunRecord')(run)).toBeNull()
      }),
      { numRuns: numRuns / 2 },
    )
  })
})
