import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ListenerGroup } from './listening.js'
import { seedMessageState } from './message/state.js'
import { seedPatientState } from './patient/state.js'
import { hearingRules } from './payer/model/argument-rule.js'
import { seedPayerState } from './payer/state.js'
import { planExchange } from './voice/model/exchange-plan.js'

function rules(count: number, when: (number: number) => { regex: string } | string[]) {
  return Array.from({ length: count }, (_, number) => ({ when: when(number), say: 'x' }))
}

const patterns = rules(1000, (number) => ({ regex: `(\\pL${number}|[a-z]{1,9}x){20}` }))
const phrases = rules(1000, (number) => Array.from({ length: 100 }, (_, at) => `word${number} other${at}`))
const option = { prompt: 'x', go_to: { hang_up: true } } as const

/** Every list of a configuration that is compared with what somebody says. */
const lists: Record<string, (given: typeof patterns) => unknown> = {
  'replies to messages': (replies) => seedMessageState({ personas: [{ name: 'a', addresses: ['chat'], replies }] }),
  'rules of a persona': (given) => planExchange({ personas: { a: { rules: given } } }),
  'options of a menu': (given) => {
    const options = given.map(({ when }) => ({ say: when, ...option }))
    return planExchange({ ivr: { start: 'a', menus: { a: { prompt: 'x', options } } } })
  },
  'replies of a patient': (replies) => seedPatientState({ replies }),
  misunderstandings: (misunderstands) => seedPatientState({ misunderstands }),
  'rules for arguments': (given) =>
    hearingRules(
      given.map(({ when }) => ({ says: when, status: 'denied' })),
      'appeals',
      { patternWork: 0 },
    ),
}

describe.each(Object.entries(lists))('%s', (_, seed) => {
  it('refuses patterns that together take too long to compile', () => {
    expect(() => seed(patterns)).toThrow('the maximum of one configuration')
  })

  it('refuses phrases that together take too long to search', () => {
    expect(() => seed(phrases)).toThrow('expected phrases and patterns that one text is compared with')
  })
})

it('counts the patterns of all personas of a configuration', () => {
  const personas = patterns.map((rule, number) => ({ name: 'a', addresses: [`c${number}`], replies: [rule] }))
  expect(() => seedMessageState({ personas })).toThrow('personas[2].replies[0].when')
})

it('counts the patterns of both lists of rules of a payer', () => {
  const rules = patterns.slice(0, 2).map(({ when }) => ({ says: when, status: 'denied' as const }))
  expect(() => seedPayerState({ appeals: rules, peer_to_peer: rules }, [])).toThrow('peer_to_peer[0].says')
})

it('reads less of a text the more patterns it is compared with', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 130_000 }), (count, before) => {
      const group = new ListenerGroup()
      for (let number = 0; number < count; number++) group.compile(`${'ab '.repeat(150)}${number}`, 'filler')
      const pattern = group.compile({ regex: 'needle' }, 'pattern')
      const phrase = group.compile('needle', 'phrase')
      const text = `${'a '.repeat(before)}needle and more`
      const cost = count * 9 + 8
      const isWithin = before * 2 < 1_500_000 / (cost * 2)
      const isBeyond = before * 2 > 1_500_000 / (cost / 2)
      const heard = [pattern(text), phrase(text)]
      if (isWithin) expect(heard).toEqual([true, true])
      if (isBeyond) expect(heard).toEqual([false, false])
    }),
  )
})

it('treats a no-break space like a space in patterns, as in phrases', () => {
  const group = new ListenerGroup()
  const listeners = [group.compile({ regex: 'march 9\\b.*a\\.m\\.' }, 'pattern'), group.compile('march 9', 'phrase')]
  for (const text of ['March 9 at 11:30 a.m.', 'March\u00a09 at\u202f11:30\u00a0a.m.']) {
    expect(listeners.map((listens) => listens(text))).toEqual([true, true])
  }
})

it('does not match parts of words', () => {
  const group = new ListenerGroup()
  const listens = group.compile('no', 'phrase')
  for (let number = 0; number < 100; number++) group.compile(`${'ab '.repeat(150)}${number}`, 'filler')
  const characters = Math.floor(1_500_000 / ((2 + 100 * 452) / 50))
  const texts = ['', 'b'].flatMap((first) =>
    Array.from({ length: 100 }, (_, at) => `${first}${'a '.repeat(Math.floor(characters / 2) - 50 + at)}notice`),
  )
  expect(texts.filter(listens)).toEqual([])
})
