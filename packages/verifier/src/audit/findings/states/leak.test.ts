import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { outputMatch } from '../../../checks/output-match.js'
import { listPart } from '../../../evidence/list-part.js'
import type { IdentifyingMembers } from '../../../evidence/records/identity.js'
import { jsonKind } from '../../../evidence/records/json-kind.js'
import { hideValue } from '../../../evidence/records/record-kind.js'
import { createVerifier } from '../../../verify/verifier.js'
import { audit } from '../../audit.js'

/** Returns a part of this name whose records identify people by these members. */
function partNamed(name: string, identifies: IdentifyingMembers<unknown>) {
  const kind = jsonKind({
    collection: name,
    noun: 'records',
    madeBy: 'agent',
    name: (_, number) => `record ${number}`,
    identifies,
    example: (text) => ({ slot: text }),
  })
  return listPart({ name, kinds: [hideValue(kind)], nameItem: (_, number) => `record ${number}`, changes: () => [] })
}

/** Whether it is a leak that the task states V-10023, with one record in a part. */
function leaks(name: string, record: JsonObject, identifies: IdentifyingMembers<unknown>): boolean {
  const verifier = createVerifier({ checks: [outputMatch], parts: [partNamed(name, identifies)] })
  const { findings } = audit({
    criteria: [{ label: 'the number', assertion: { assert: 'output-match', expected: 'V-10023' } }],
    task_item: { instruction: 'Write V-10023.' },
    states: { initial: Object.fromEntries([[name, [record]]]) },
    verifier,
  })
  return findings.some(({ code }) => code === 'leak')
}

const names = fc.oneof(
  fc.constantFrom('outpatient_visits', 'patients', 'coverage', 'team_members', 'ledger'),
  fc.stringMatching(/^[a-z]{9}$/),
)

it('measures only the id of a reference', () => {
  const isLeak = (expected: string) => {
    const verifier = createVerifier({ checks: [outputMatch], parts: [partNamed('orders', {})] })
    const { findings } = audit({
      criteria: [{ label: 'the payer', assertion: { assert: 'output-match', expected } }],
      task_item: { instruction: `Ask ${expected}.` },
      states: { initial: Object.fromEntries([['orders', [{ payer: expected }]]]) },
      verifier,
    })
    return findings.some(({ code }) => code === 'leak')
  }
  expect(['Organization/payer-01', 'Organization/payer-01234', 'Organization payer-01'].map(isLeak)).toEqual([
    false,
    true,
    true,
  ])
})

describe('a value that the task states', () => {
  it('leaks if records have it in a member that identifies nobody, whatever their names', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(leaks(name, { slot: 'V-10023', person: 'P-1' }, { id: ['person'] })).toBe(true)
      }),
      { numRuns: 10 * inject('scale') },
    )
  })

  it('does not leak if it identifies a person, whatever the names of records and members', () => {
    fc.assert(
      fc.property(names, fc.constantFrom('id', 'reference', 'name', 'birthDate', 'contact'), (name, detail) => {
        expect(leaks(name, { slot: 'V-10023' }, { [detail]: ['slot'] })).toBe(false)
      }),
      { numRuns: 10 * inject('scale') },
    )
  })

  it('leaks if only a text mentions it', () => {
    expect(leaks('notes', { slot: 'About V-10023.' }, { text: ['slot'] })).toBe(true)
  })

  it('does not leak if a selection of identifying members has it', () => {
    const all = { path: 'every slot', readAll: (value: unknown) => Object.values(value as JsonObject) }
    expect(leaks('notes', { a: 'x', b: 'V-10023' }, { id: [all] })).toBe(false)
  })

  it('cannot be checked with a path that the records cannot have', () => {
    expect(() => leaks('notes', { slot: 'V-10023' }, { id: ['slot['] })).toThrow(
      'The records of "notes" identify people by a path that they cannot have: expected an index or "*"',
    )
  })
})
