import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { configuredMembers } from './configured-members.js'
import { memberOfRow, rowOfMember } from './member-row.js'
import type { ConfiguredMember } from './member-schema.js'

const full: ConfiguredMember = {
  member_id: 'M-100',
  last_name: 'van Dyk',
  first_name: 'Ida',
  birth_date: '1980-01-01',
  gender: 'female',
  status: 'inactive',
  plan: 'Gold',
  begin: '2026-01-01',
  end: '2026-12-31',
  benefits: [{ kind: 'deductible', amount: 1500, remaining: 600 }],
  dependents: [
    { first_name: 'Kim', birth_date: '2015-06-01', end: '2026-03-31' },
    { first_name: 'Lou', last_name: 'Dyk', gender: 'male', status: 'inactive', begin: '2026-02-01' },
  ],
}

it('reads back a member of a configuration, whichever details it has', () => {
  const { member_id, last_name, ...details } = full
  const some = fc.subarray(Object.entries(details)).map((chosen) => Object.fromEntries(chosen))
  fc.assert(
    fc.property(some, (chosen) => {
      const member: ConfiguredMember = { member_id, last_name, ...chosen }
      expect(memberOfRow(member_id, rowOfMember(member))).toEqual(configuredMembers([member]).byMemberId.get(member_id))
    }),
    { numRuns: 40 * inject('scale'), examples: [[details]] },
  )
})

it.each([
  ['Marisol Quintero', 'Quintero', 'Marisol'],
  ['Quintero, Marisol Inés', 'Quintero', 'Marisol Inés'],
  ['Cher', 'Cher', undefined],
  ['', 'UNKNOWN', undefined],
])('reads the name %j', (name, lastName, firstName) => {
  const { subscriber } = memberOfRow('M-1', { name })
  expect([subscriber.lastName, subscriber.firstName]).toEqual([lastName, firstName])
})

it('treats malformed values as unknown', () => {
  const row = {
    name: 7,
    date_of_birth: '1980-02-30',
    coverage_end: 'never',
    status: ['inactive'],
    benefits: [{ kind: 'x' }],
  }
  expect(memberOfRow('M-1', row)).toEqual({
    subscriber: { lastName: 'UNKNOWN', memberId: 'M-1' },
    policy: { inForce: true, shares: [] },
    dependents: [],
  })
})

it('never throws, whatever a row has', () => {
  const columns = ['name', 'last_name', 'date_of_birth', 'plan', 'status', 'coverage_end', 'benefits', 'dependents']
  const row = fc.record(Object.fromEntries(columns.map((column) => [column, fc.jsonValue()])), { requiredKeys: [] })
  fc.assert(
    fc.property(row, (any) => {
      expect(memberOfRow('M-1', any as JsonObject).subscriber.memberId).toBe('M-1')
    }),
    { numRuns: 40 * inject('scale') },
  )
})
