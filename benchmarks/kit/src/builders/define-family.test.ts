import { expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { definePhrases } from '../phrase-bank.js'
import { get, post, wait } from './calls.js'
import { collect } from './collect.js'
import { defineFamily, type FamilyDeclaration, makePlan } from './define-family.js'

const forms = ['a', 'b', 'c', 'd', 'e']
const goal = definePhrases({ slots: ['name'], parts: [forms, ['Call {name}.'], forms] })
const ticket = definePhrases({ slots: ['name'], parts: [forms, ['{name}'], forms] })

interface Facts {
  readonly name: string
  readonly distractors: readonly []
}

const declared: FamilyDeclaration<'called' | 'left', Facts> = {
  name: 'toy',
  title: 'A toy',
  work: 'call somebody, or do not',
  parameters: {},
  branches: { called: 'is called', left: 'is left alone' },
  splits: { test: { E: 'called 2, left', M: 'left', H: 'called' }, dev: { E: 'left', M: 'left', H: 'left' } },
  facts: () => ({ name: 'Ada', distractors: [] }),
  world: () => ({ datasets: [] }),
  instruction: {
    goal,
    ticket,
    pages: ['toy.txt'],
    steps: ['Look.', 'Call.'],
    slots: ({ name }) => ({ name }),
    inputs: ({ name }) => ({ who: name }),
  },
  truth: ({ name }) => name,
  answers: () => ['secret'],
  readings: () => [get('clock')],
  byHandbook: () => [post('voice/calls', { to: '+1' }), ...wait(60), post('voice/calls/1/turns', { text: 'Hello.' })],
  otherWay: ['later', () => [...wait(5), post('voice/calls', { to: '+1' })]],
  criteria: () => [],
  harms: () => [],
  flood: () => [],
  choices: ({ name }) => [name],
  card: ({ name }) => ({ story: name, systems: 1, hops: 2, documents: 0, rules: 3, traps: ['time'] }),
  countedAsReads: /\/turns/,
}
const draw = { seed: 7, level: 'E', branch: 'called', clinic: createClinic(1) } as const

it('derives the id, the three instructions, the extra that reads again, and the counts of calls', () => {
  const { id, taskItems, extras, solutions, card } = defineFamily(declared).make(draw)
  expect(id).toBe('toy-7')
  const ends = 'Due: March 2, 5 p.m. in Chicago (23:00 UTC). Handbook: inbox/handbook in the file exchange, toy.txt.'
  expect(taskItems.L2.instruction).toMatch(new RegExp(`${ends.replaceAll(/[.()]/g, '\\$&')}$`))
  expect(taskItems.L1.instruction).toBe(
    String(taskItems.L2.instruction).replace(' Due:', ' Steps: 1. Look. 2. Call. Due:'),
  )
  expect(taskItems.L3.instruction).toMatch(/Handbook: inbox\/handbook\/index\.txt\.$/)
  const times = { today: '2026-03-02', due: '2026-03-02T23:00:00Z' }
  expect(taskItems.L2.inputs).toEqual({ ...times, who: 'Ada' })
  expect(taskItems.L3.inputs).toEqual(times)
  expect(card.due).toBe(times.due)
  expect(solutions.map(({ name }) => name)).toEqual(['by the handbook', 'later'])
  expect(extras[0]?.calls.map(({ method }) => method).join(' ')).toBe('GET GET GET GET POST POST POST GET GET')
  expect(card.vector).toMatchObject({ writes: 1, reads: 4, waits: 1, lookAlikes: 0, batch: 1 })
  expect(card.traps).toEqual(['time'])
})

it('rejects an instruction that contains an answer', () => {
  const family = defineFamily({ ...declared, answers: ({ name }) => [name] })
  expect(() => family.make(draw)).toThrow('the instruction contains Ada')
})

it('is due on a later weekday if the waits of a solution leave less than four hours', () => {
  const dueOf = (seconds: number) =>
    defineFamily({ ...declared, otherWay: ['later', () => wait(seconds)] }).make(draw).card.due
  expect(dueOf(5 * 3600)).toBe('2026-03-02T23:00:00Z')
  expect(dueOf(5 * 3600 + 1)).toBe('2026-03-03T23:00:00Z')
  expect(dueOf(4 * 86_400 + 6 * 3600)).toBe('2026-03-09T23:00:00Z')
})

it('reads the places of a plan, and rejects invalid ones', () => {
  expect(makePlan({ E: 'called 2, left', M: 'left', H: 'called' })).toEqual([
    { level: 'E', branch: 'called', count: 2 },
    { level: 'E', branch: 'left', count: 1 },
    { level: 'M', branch: 'left', count: 1 },
    { level: 'H', branch: 'called', count: 1 },
  ])
  expect(() => makePlan({ E: 'called x', M: 'left', H: 'left' })).toThrow("got 'called x'")
  const dev = { ...declared.splits.dev, E: 'written' }
  expect(() => defineFamily({ ...declared, splits: { ...declared.splits, dev } })).toThrow('called, left, got written')
})

it('collects the items in order, without empty parts', () => {
  const [one, two, three] = [{ at: 1 }, { at: 2 }, { at: 3 }]
  expect(collect(one, false, [two, undefined, [three]], null)).toEqual([one, two, three])
})
