import { expect, it } from 'vitest'
import { createChance } from './chance.js'
import { definePhrases, say } from './phrase-bank.js'

const five = ['a', 'b', 'c', 'd', 'e'] as const

it('writes one form of each part, with the facts in their slots', () => {
  const bank = definePhrases({ slots: ['name'], parts: [five.map((form) => `${form} {name}`), five] })
  expect(say(createChance(1, 'say'), bank, { name: 'Ida' })).toMatch(/^[a-e] Ida [a-e]$/)
})

it('throws if the fact of a slot is missing', () => {
  const bank = definePhrases({ slots: ['name'], parts: [five.map((form) => `${form} {name}`), five] })
  expect(() => say(createChance(1, 'say'), bank, {} as { name: string })).toThrow('the slot {name}')
})

it('rejects a bank with fewer than 20 forms', () => {
  expect(() => definePhrases({ slots: [], parts: [five, five.slice(0, 3)] })).toThrow('at least 20 forms, got 15')
})

it('rejects slots that are not declared or never used', () => {
  expect(() => definePhrases({ slots: ['name'], parts: [five, five] })).toThrow('name')
  expect(() => definePhrases({ slots: [], parts: [five.map((form) => `${form} {day}`), five] })).toThrow('day')
})
