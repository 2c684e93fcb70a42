import type { JsonValue } from '@carebench/protocol'
import type { Truth } from '@carebench/text'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { Findings } from '../../values/finding.js'
import { Assumptions } from '../assumptions.js'
import { compileMatcher } from '../compile-matcher.js'
import { every, not, some } from '../truth.js'

const said: JsonValue = { $says: { all: [['approved']] } }
const texts: Readonly<Record<string, Truth>> = { approved: true, denied: false, 'approved?': undefined }

function compile(expected: JsonValue) {
  const findings = new Findings()
  const matcher = compileMatcher(expected, '', { findings, entityPaths: [] })
  if (matcher === undefined) throw new Error(JSON.stringify(findings.list))
  return matcher
}

/** Returns the truth of a matcher: the answers with every combination of assumptions. */
function judgeText(expected: JsonValue, actual: JsonValue): Truth {
  const matcher = compile(expected)
  const assumptions = new Assumptions()
  const answers = new Set<boolean>()
  do answers.add(matcher(actual, { entity: undefined, assumptions }))
  while (assumptions.next())
  return answers.size === 1 ? [...answers][0] : undefined
}

describe('the truth of $says', () => {
  it.each(Object.entries(texts))('for %s is %s, and the opposite under $not', (text, truth) => {
    expect(judgeText(said, text)).toBe(truth)
    expect(judgeText({ $not: said }, text)).toBe(truth === undefined ? undefined : !truth)
    expect(judgeText({ $not: { $not: said } }, text)).toBe(truth)
  })

  it('combines as in the logic of Kleene, in any order', () => {
    const written = fc.array(fc.constantFrom(...Object.keys(texts)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(written, (list) => {
        const truths = list.map((text) => texts[text])
        const or = truths.includes(true) ? true : truths.includes(undefined) ? undefined : false
        const and = truths.includes(false) ? false : truths.includes(undefined) ? undefined : true
        for (const texts of [list, list.toReversed()]) {
          expect(judgeText({ $some: said }, texts)).toBe(or)
          expect(judgeText({ $every: said }, texts)).toBe(and)
        }
        const facts = list.map((text) => [['approved'], ['denied'], ['open']][Object.keys(texts).indexOf(text)] ?? [])
        for (const words of [facts, facts.toReversed()]) {
          const matchers = words.map((synonyms): JsonValue => ({ $says: { all: [synonyms] } }))
          expect(judgeText({ $any: matchers }, 'approved; open?')).toBe(or)
          expect(judgeText({ $all: matchers }, 'approved; open?')).toBe(and)
          expect(judgeText({ $says: { all: words } }, 'approved; open?')).toBe(and)
        }
      }),
      { numRuns: 50 * inject('scale') },
    )
  })

  it('is false if undecided without assumptions', () => {
    expect(compile(said)('approved?', { entity: undefined })).toBe(false)
    expect(compile({ $not: said })('approved?', { entity: undefined })).toBe(false)
  })

  it('obeys the laws of De Morgan', () => {
    const truths = fc.array(fc.constantFrom<Truth>(true, false, undefined), { maxLength: 5 })
    fc.assert(
      fc.property(truths, (list) => {
        expect(every(list, (truth) => truth)).toBe(not(some(list, not)))
      }),
    )
  })
})

describe('an operand of $says', () => {
  it.each<[JsonValue, string]>([
    ['approved', ''],
    [{}, ''],
    [{ all: [] }, '/all'],
    [{ all: [[]] }, '/all/0'],
    [{ all: ['approved'] }, '/all/0'],
    [{ all: [['approved', 1]] }, '/all/0/1'],
    [{ all: [['approved', '…']] }, '/all/0/1'],
    [{ all: [['x'.repeat(201)]] }, '/all/0/0'],
    [{ none: [{ quantity: '1' }] }, '/none/0/quantity'],
    [{ none: [{ quantity: 1, unit: 'furlong' }] }, '/none/0/unit'],
    [{ none: [{ quantity: 1, unit: 1 }] }, '/none/0/unit'],
    [{ all: [{ quantity: 1, date: '2024' }] }, '/all/0/date'],
    [{ all: [{ date: '2024-02-30' }] }, '/all/0/date'],
    [{ all: [{ date: 2024 }] }, '/all/0/date'],
    [{ all: [{ code: '' }] }, '/all/0/code'],
    [{ all: [{ unit: 'mg' }] }, '/all/0'],
    [{ all: [['a']], any: [['a']] }, '/any'],
    [{ all: [Array.from({ length: 101 }, (_, index) => `word ${index}`)] }, ''],
  ])('%j is rejected at %s', (operand, path) => {
    const findings = new Findings()
    expect(compileMatcher({ $says: operand }, '/expected', { findings, entityPaths: [] })).toBeUndefined()
    expect(findings.list.map((finding) => finding.path)).toEqual([`/expected/$says${path}`])
  })
})
