import { describe, expect, it } from 'vitest'
import { chartDataset } from './chart-dataset.js'
import { tradingPartners } from './clearinghouse.js'
import { clinicSize, createClinic } from './clinic.js'
import { colleagueResources } from './colleagues.js'
import { phoneFor } from './laboratory.js'

const clinic = createClinic(3)
const practitioners = [...clinic.clinicians, ...clinic.colleagues]

/** Returns the Luhn sum of `80840` followed by the number; a multiple of 10 if the NPI is valid. */
function luhn(npi: string): number {
  return Array.from(`80840${npi}`, Number)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2))
    .reduce((sum, digit) => sum + digit, 0)
}

describe('the clinic', () => {
  it('has 1,000 people, 40 practitioners and six payers', () => {
    expect(clinicSize).toBe(1000)
    expect(clinic.people.size).toBe(3)
    expect(practitioners).toHaveLength(40)
    expect(Object.keys(tradingPartners)).toHaveLength(6)
  })

  it('gives each practitioner a different id, name, valid NPI and telephone number', () => {
    for (const member of ['id', 'name', 'npi'] as const) {
      expect(new Set(practitioners.map((one) => one[member])).size, member).toBe(practitioners.length)
    }
    const others = ['+12175550100', '+12175550130', '+12175550150', '+12175550170', '+12175550191']
    const phones = practitioners.map(phoneFor)
    expect(new Set([...phones, ...others]).size).toBe(phones.length + others.length)
    for (const { npi } of practitioners) expect(luhn(npi) % 10, npi).toBe(0)
  })

  it('has a Practitioner and a PractitionerRole for each practitioner whom no instance names', () => {
    const ids = (type: string) => colleagueResources().flatMap((one) => (one.resourceType === type ? [one.id] : []))
    expect(ids('Practitioner')).toEqual(clinic.colleagues.map(({ id }) => id))
    expect(ids('PractitionerRole')).toEqual(clinic.colleagues.map(({ id }) => id.replace('prac', 'role')))
  })
})

it('chartDataset rejects two records of one type and id, because searches would only find the last', () => {
  const records = ['1', '2', '1'].map((id) => ({ resourceType: 'Condition', id }))
  expect(() => chartDataset(records)).toThrow('got Condition/1 twice in patients of the task')
  expect(() => chartDataset([...records.slice(0, 2), { resourceType: 'Task', id: '1' }])).not.toThrow()
})
