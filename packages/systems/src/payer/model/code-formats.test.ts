import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDiagnosisCode, isNpi, isProcedureCode } from './code-formats.js'

describe('isProcedureCode', () => {
  it.each(['72148', '0001U', '3044F', 'E0601', 'J1745', 'V2020'])('accepts %s', (text) =>
    expect(isProcedureCode(text)).toBe(true),
  )
  it.each(['7214', '721480', 'W0001', 'e0601', '7214A', ' 72148', ''])('rejects %j', (text) =>
    expect(isProcedureCode(text)).toBe(false),
  )
})

describe('isDiagnosisCode', () => {
  it.each(['M54.16', 'I10', 'C4A.0', 'U07.1', 'S72.001A'])('accepts %s', (text) =>
    expect(isDiagnosisCode(text)).toBe(true),
  )
  it.each(['M5416', 'm54.16', 'M54.', 'M54.16789', '540', ''])('rejects %j', (text) =>
    expect(isDiagnosisCode(text)).toBe(false),
  )
})

describe('isNpi', () => {
  it.each(['1234567893', '1245319599', '9900010015'])('accepts %s', (text) => expect(isNpi(text)).toBe(true))
  it.each(['1234567890', '123456789', '3234567893', '12345678931', ''])('rejects %j', (text) =>
    expect(isNpi(text)).toBe(false),
  )

  it('accepts exactly one check digit for any nine digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000, max: 299_999_999 }), (stem) => {
        const valid = [...'0123456789'].filter((digit) => isNpi(`${stem}${digit}`))
        expect(valid).toHaveLength(1)
      }),
    )
  })
})
