import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { recordServer } from '../testing/record-server.js'

/**
 * Creates an Observation with a value as it is written in JSON, and returns how the value is written when it is read.
 */
function roundTrip(written: string): string | number {
  const { send } = recordServer()
  const text = `{"resourceType":"Observation","status":"final","code":{"text":"Dose"},\
"valueQuantity":{"value":${written}}}`
  const { status } = send('POST', 'Observation', text)
  if (status !== 201) return status
  const { body } = send('GET', 'Observation/id-1')
  return /"value":([^}]*)\}/.exec(body ?? '')?.[1] ?? 'nothing'
}

describe('a decimal is returned as docs/reference/deviations.md says', () => {
  it.each<[string, string | number]>([
    ['5.4', '5.4'],
    ['-12345678901.2345', '-12345678901.2345'],
    ['0.1', '0.1'],
    ['1.10', '1.1'],
    ['100.00', '100'],
    ['1e2', '100'],
    ['1.5E-7', '1.5e-7'],
    ['-0', '0'],
    ['0.12345678901234567890', '0.12345678901234568'],
    ['12345678901234567890', '12345678901234567000'],
    ['1e-400', '0'],
    ['1e400', 400],
  ])('%s as %s', (written, expected) => expect(roundTrip(written)).toBe(expected))

  it('with the same value, if it has at most 15 significant digits', () => {
    const digits = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n })
    fc.assert(
      fc.property(digits, fc.integer({ min: -300, max: 290 }), (significand, exponent) => {
        const back = String(roundTrip(`${significand}e${exponent}`))
        const [mantissa = '', power = '0'] = back.split('e')
        const [whole = '', fraction = ''] = mantissa.split('.')
        // Both as whole numbers times a power of ten.
        const places = BigInt(Number(power) - fraction.length - exponent)
        const scaled = BigInt(whole.replace('-', '') + fraction)
        const [left, right] = places < 0n ? [scaled, 10n ** -places] : [scaled * 10n ** places, 1n]
        expect(left).toBe((significand < 0n ? -significand : significand) * right)
        expect(back.startsWith('-')).toBe(significand < 0n)
      }),
      { numRuns: 30 * inject('scale') },
    )
  })
})
