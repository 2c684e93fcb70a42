import { expect, it } from 'vitest'
import { makeMemberNumber, mergePatches, partnerKeys, partnerPatches, tradingPartners } from './clearinghouse.js'
import { createClinic } from './clinic.js'
import { carveOuts, deskPlans, eligibilityOutcomes } from './eligibility.js'
import { handbookPages } from './handbook.js'

it('each payer of the clearinghouse has a system of its own in the clinic', () => {
  const { simulators = [] } = createClinic(1).environment
  const keys = simulators.filter(({ type }) => type === 'Payer').map(({ key }) => key ?? 'portal')
  expect(keys.toSorted()).toEqual(partnerKeys.toSorted())
})

it('partnerPatches gives members to the payer and to the clearinghouse, and keeps the other payers', () => {
  const member = { member_id: makeMemberNumber('lakeside', 5042, 1), last_name: 'Boateng' }
  expect(member.member_id).toMatch(/^LBP00504200[1-9]$/)
  const patch = partnerPatches({ lakeside: { members: [member], default_adjudication: { status: 'denied' } } })
  expect(patch).toMatchObject({ lakeside: { members: [member] } })
  const { payers } = patch.clearinghouse as { payers: { id: string; members?: unknown }[] }
  expect(payers.map(({ id }) => id)).toEqual(partnerKeys.map((key) => tradingPartners[key].id))
  expect(payers.filter(({ members }) => members !== undefined)).toEqual([
    expect.objectContaining({ id: 'LBP03', system: 'lakeside', members: [member] }),
  ])
})

it('mergePatches combines the patches of one system', () => {
  expect(mergePatches({ portal: { a: 1 } }, undefined, { portal: { b: 2 }, x: { c: 3 } })).toEqual({
    portal: { a: 1, b: 2 },
    x: { c: 3 },
  })
})

it('the handbook names every payer and every eligibility outcome, and carve-outs are of plans that exist', () => {
  const pages = handbookPages()
  for (const { id, name } of Object.values(tradingPartners)) {
    expect(pages['handbook/clearinghouse.txt']).toContain(id)
    expect(pages['handbook/clearinghouse.txt']).toContain(name)
  }
  for (const outcome of Object.keys(eligibilityOutcomes)) expect(pages['handbook/eligibility.txt']).toContain(outcome)
  for (const { payer, plan } of carveOuts) expect(deskPlans[payer]).toContain(plan)
})

it('member numbers of one person differ, and the last digit of the first one differs between people', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const of = (serial: number) => numbers.map((number) => makeMemberNumber('portal', serial, number))
  expect(new Set(of(5042)).size).toBe(numbers.length)
  const lastDigits = Array.from({ length: 20 }, (_, serial) => makeMemberNumber('portal', 20_000 + serial, 1).slice(-1))
  expect(new Set(lastDigits).size).toBeGreaterThan(3)
})
