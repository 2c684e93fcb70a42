import { expect, it } from 'vitest'
import { createChance } from './chance.js'
import { definePhrases, say } from './phrase-bank.js'

const five = ['a', 'b', 'c', 'd', 'e'] as const

it('says each part once, with the facts in their slots', () => {
  const bank = definePhrases({ slots: ['name'], parts: [five.map((form) => `${form} {name}`), five] })
  expect(say(createChance(1, 'say'), bank, { name: 'Ida' })).toMatch(/^[a-e] Ida [a-e]$/)
})

it('refuses to say nothing in the place of a fact', () => {
  const bank = definePhrases({ slots: ['name'], parts: [five.map((form) => `${form} {name}`), five] })
  expect(() => say(createChance(1, 'say'), bank, {} as { name: string })).toThrow('the slot {name}')
})

it('refuses a bank that repeats itself', () => {
  expect(() => definePhrases({ slots: [], parts: [five, five.slice(0, 3)] })).toThrow('at least 20 forms, got 15')
})

it('refuses slots that are not declared or never used', () => {
  expect(() => definePhrases({ slots: ['name'], parts: [five, five] })).toThrow('name')
  expect(() => definePhrases({ slots: [], parts: [five.map((form) => `${form} {day}`), five] })).toThrow('day')
})
