import { describe, expect, it } from 'vitest'
import { withdrawsOrder } from './withdrawal.js'

const knee = { service: 'Total knee replacement', side: 'left' } as const
const note = (text: string) => `Telephone note - 2026-02-28\nDocument: call-1\nPatient: Ada Okafor\n\n${text}\n`

describe('a telephone note withdraws an order', () => {
  it.each([
    'The patient has decided otherwise, so the order for Total knee replacement, left knee, is withdrawn.',
    'Dr. Lin withdraws the order for Total knee replacement.',
    'About the order for Total knee replacement. Please cancel it.',
    'Total knee replacement: no longer wanted.',
  ])('%s', (text) => expect(withdrawsOrder(note(text), knee)).toBe(true))
})

describe('a telephone note leaves an order as it is', () => {
  it.each([
    'Confirms the order for Total knee replacement, left knee.',
    'The order for Total knee replacement, right knee, is withdrawn.',
    'The order for MRI of the knee is withdrawn.',
    'The order for Total knee replacement stands; the order for MRI of the knee is withdrawn.',
    'Asks whether the order for Total knee replacement may be withdrawn.',
    'The order for Total knee replacement is not withdrawn.',
    'Wants Total knee replacement on the ordered day; no change of the order.',
  ])('%s', (text) => expect(withdrawsOrder(note(text), knee)).toBe(false))
})
