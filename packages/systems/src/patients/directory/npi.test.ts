import { expect, test } from 'vitest'
import { testNpi } from './npi.js'

/** The Luhn algorithm as described in textbooks: from the right, double every second digit, and add up all digits. */
function passesLuhn(digits: string): boolean {
  const doubled = [...digits].reverse().map((digit, index) => (index % 2 === 1 ? String(Number(digit) * 2) : digit))
  return [...doubled.join('')].reduce((sum, digit) => sum + Number(digit), 0) % 10 === 0
}

test('the oracle knows the published example', () => {
  expect(passesLuhn('808401234567893')).toBe(true)
  expect(passesLuhn('808401234567894')).toBe(false)
})

test('testNpi returns ten digits from the block that is never issued, with a valid check digit', () => {
  for (let sequence = 0; sequence < 500; sequence++) {
    const npi = testNpi(sequence)
    expect(npi).toMatch(/^99\d{8}$/)
    expect(passesLuhn(`80840${npi}`)).toBe(true)
  }
})
