import { parseMessage } from '@carebench/hl7v2'
import { expect, it } from 'vitest'
import { findTechnicalFaults } from './technical-fields.js'

/** The faults of a header with values in fields of its own. */
function findFaults(values: Readonly<Record<number, string>>): readonly (number | undefined)[] {
  const fields = [
    'MSH',
    '^~\\&',
    'EHR',
    'CLINIC',
    'LAB',
    'HUB',
    '20260105090000',
    '',
    'ACK^R01^ACK',
    'A1',
    'P',
    '2.5.1',
  ]
  for (const [field, value] of Object.entries(values)) {
    while (fields.length < Number(field)) fields.push('')
    fields[Number(field) - 1] = value
  }
  return findTechnicalFaults(parseMessage(`${fields.join('|')}\rMSA|AA|X\r`)).map(({ field }) => field)
}

it('accepts standard values in technical fields of a header', () => {
  expect(findFaults({})).toEqual([])
  expect(findFaults({ 15: 'AL', 16: 'NE', 17: 'USA', 18: 'UNICODE UTF-8', 19: 'en-US' })).toEqual([])
  expect(findFaults({ 10: '0b6c9c1e-5a52-4d3a-9f7e-3d1f3f7f6a10' })).toEqual([])
  expect(findFaults({ 21: 'LRI_Common_Component^^2.16.840.1.113883.9.16^ISO' })).toEqual([])
})

it.each([
  [8, 'PATIENT-HAS-HIV'],
  [10, 'RESULTS-ARE-WRONG-CALL-ADA'],
  [10, 'NOT-FILED'],
  [14, 'NOT-A-TEST'],
  [17, 'United States'],
  [18, 'the patient knows'],
  [19, 'en^lies'],
  [19, 'en~lies'],
  [21, 'HIV^x'],
  [22, 'Oncology'],
  [25, 'nobody'],
])('takes no words in field %i: %s', (field, value) => {
  expect(findFaults({ [field]: value })).toEqual([field])
})
