import { describe, expect, it } from 'vitest'
import { findSchedulingLine, parseReferringPractices } from './referral-handbook.js'

const lines = `Scheduling lines
  Dermatology        217-555-0101  Monday to Friday from 08:00 until 17:00
  Vascular medicine  217-555-0102  Monday to Friday from 13:00 until 18:00

  Which specialty does which study:
  11102  Biopsy of the skin                    Dermatology
  93880  Duplex scan of the carotid arteries   Vascular medicine
`
const news = `News
- Vascular medicine: from 2026-02-10 on, the scheduling line is 217-555-0112 in place of 217-555-0102.
- Dermatology: from 2026-03-10 on, the scheduling line is 217-555-0111 in place of 217-555-0101.
`

describe('the scheduling line of a study', () => {
  it('is the line of its specialty, with its hours', () => {
    const line = { specialty: 'Vascular medicine', number: '217-555-0102', opens: '13:00', closes: '18:00' }
    expect(findSchedulingLine({ lines, news: '' }, '93880', '2026-03-02')).toEqual(line)
  })

  it('has the new number from the day of the move on', () => {
    expect(findSchedulingLine({ lines, news }, '93880', '2026-03-02').number).toBe('217-555-0112')
    expect(findSchedulingLine({ lines, news }, '11102', '2026-03-09').number).toBe('217-555-0101')
    expect(findSchedulingLine({ lines, news }, '11102', '2026-03-10').number).toBe('217-555-0111')
  })

  it('cannot be found for an unknown study, or with other news than a new number', () => {
    expect(() => findSchedulingLine({ lines, news }, '99213', '2026-03-02')).toThrow('a scheduling line for 99213')
    const other = '- Dermatology: closed until further notice.\n'
    expect(() => findSchedulingLine({ lines, news: other }, '11102', '2026-03-02')).toThrow('news about scheduling')
  })
})

it('reads the practices with both of their fax numbers', () => {
  const page = '  Oak Bend Clinic          217-555-0121   second number 217-555-0131\n'
  expect(parseReferringPractices(page)).toEqual([
    { name: 'Oak Bend Clinic', fax: '217-555-0121', secondFax: '217-555-0131' },
  ])
})
