import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { dollars } from '../../builders/cells.js'
import { createClinic } from '../../clinic/clinic.js'
import { adjustmentRules, remittancesPage, writeOffLimit } from '../../clinic/handbook-remittances.js'
import type { Instance } from '../../family.js'
import { drawn, UnfairDrawError } from '../../refusals.js'
import type { Level } from '../../task.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { remitPost } from './family.js'
import { listBranches, listQuestions, makeWork, postedRows, refuseUndecided } from './handbook-rules.js'
import { labels } from './labels.js'

const clinic = createClinic(1)
const branches = Object.keys(remitPost.branches) as Branch[]
const draws = anyDraw(branches)

/** Returns facts of a branch, from the first seed that is not rejected. */
function findFacts(branch: Branch, level: Level): Facts {
  for (let seed = 0; seed < 50; seed++) {
    const facts = drawn(() => drawFacts(branch, { seed, level, clinic }))
    if (facts !== undefined) return facts
  }
  throw new RangeError(`expected facts of ${branch} at ${level} within 50 seeds`)
}

/** Returns an instance of a branch, from the first seed that is not rejected. */
function drawInstance(branch: Branch, level: Level): Instance {
  for (let seed = 0; seed < 50; seed++) {
    const instance = drawn(() => remitPost.make({ seed, level, branch, clinic }))
    if (instance !== undefined) return instance
  }
  throw new RangeError(`expected an instance of ${branch} at ${level} within 50 seeds`)
}

/** Returns the reason for which facts are rejected; undefined if they are not. */
function findRefusal(facts: Facts): unknown {
  try {
    refuseUndecided(facts)
    return undefined
  } catch (error) {
    return error instanceof UnfairDrawError ? error.reason : error
  }
}

describe('instances', () => {
  it('can be drawn for each branch at each level', () => {
    for (const level of ['E', 'M', 'H'] as const) {
      for (const branch of branches) expect(findFacts(branch, level).branch).toBe(branch)
    }
  })

  it('post part of every list, each line to the cent, in batches that balance', () => {
    fc.assert(
      fc.property(draws, ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        const work = facts === undefined ? [] : makeWork(facts)
        if (facts !== undefined) expect(postedRows(work)).not.toHaveLength(0)
        for (const { batch } of work.filter((one) => one.batch.result === 'posted')) {
          expect(batch.payment).toBe(batch.posted + batch.notOurs + batch.interest - batch.recovered)
        }
        const charges = new Map(
          facts?.listed.flatMap(({ claims }) =>
            claims.flatMap(({ billed, lines, status }) =>
              lines.map((line) => [`${billed.account} ${line.code} ${status === '22'}`, line.charge] as const),
            ),
          ),
        )
        for (const { account, code, entry, paid, writeOff, patient, open } of postedRows(work)) {
          expect(paid + writeOff + patient + open).toBe(charges.get(`${account} ${code} ${entry === 'reversal'}`))
        }
      }),
      { numRuns: 10 * inject('scale') },
    )
  })

  it('have a counter for each criterion, and let no file have more rows than are right', () => {
    for (const branch of ['write-off-declined', 'not-ours', 'recovery-unexplained'] as const) {
      const { criteria, counters, truth } = drawInstance(branch, 'M')
      const broken = new Set(counters.flatMap(({ fails }) => fails))
      expect(criteria.filter(({ label }) => !broken.has(label)).map(({ label }) => label)).toEqual([])
      const most = (label: string) =>
        criteria.flatMap((one) => (one.label === label ? [(one.assertion as JsonObject).count] : []))
      const { postings, batches, questions } = truth as unknown as Readonly<Record<string, readonly unknown[]>>
      expect(most(labels.onlyLines)).toEqual([postings?.length])
      expect(most(labels.onlyPayments)).toEqual([batches?.length])
      expect(most(labels.onlyQuestions)).toEqual(questions?.length === 0 ? [] : [questions?.length])
    }
  })

  it('have an answer only to a request that has the line', () => {
    const { scenario, truth } = drawInstance('write-off-declined', 'H')
    const { questions } = truth as unknown as { readonly questions: readonly { account: string; code: string }[] }
    const answers = scenario?.steps.flatMap((step) => ('after' in step ? [step.after] : []))
    expect(answers).toHaveLength(1)
    expect(JSON.stringify(answers)).toContain(JSON.stringify({ $contains: questions[0]?.account }))
    expect(JSON.stringify(answers)).toContain(JSON.stringify({ $contains: questions[0]?.code }))
  })

  it('reverse a claim in one remittance and take the money back in the next, at the hard level', () => {
    const { listed } = findFacts('denied', 'H')
    const [first, second] = makeWork(findFacts('denied', 'H')).map(({ batch }) => batch)
    expect(listed[0]?.claims.filter(({ status }) => status === '22')).toHaveLength(1)
    expect(first?.payment).toBe(0)
    expect(first?.recovered).toBeLessThan(0)
    expect(second?.recovered).toBe(0 - (first?.recovered ?? 0))
  })
})

describe('the handbook', () => {
  it('leads from the facts to the drawn branch alone', () => {
    fc.assert(
      fc.property(draws, ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        if (facts !== undefined) expect(listBranches(facts)).toEqual([branch])
      }),
      { numRuns: 10 * inject('scale') },
    )
  })

  it('refuses a second fault, an answer that nobody asked for, and a question without an answer', () => {
    const facts = findFacts('denied', 'E')
    const [only] = facts.listed
    if (only === undefined) throw new RangeError('expected a remittance')
    expect(findRefusal(facts)).toBeUndefined()
    expect(findRefusal({ ...facts, listed: [{ ...only, payment: only.payment + 1 }] })).toBe('undecided-branch')
    expect(findRefusal({ ...facts, morning: [] })).toBe('undecided-branch')
    const decision = { account: 'AC1', code: '99213', isApproved: true, next: null, delay: 60 }
    expect(findRefusal({ ...facts, decision })).toBe('undecided-branch')
    expect(findRefusal({ ...findFacts('write-off-approved', 'E'), decision: null })).toBe('undecided-branch')
    expect(findRefusal({ ...facts, others: [...facts.others, only] })).toBe('distractor-fits')
  })

  it('asks about an amount above the limit, but not about the limit itself', () => {
    const facts = findFacts('write-off-declined', 'M')
    const questions = listQuestions(facts)
    expect(questions).toHaveLength(1)
    expect(questions[0]?.amount).toBeGreaterThan(writeOffLimit)
    const atLimit = facts.listed.map((remittance) => ({
      ...remittance,
      claims: remittance.claims.map((claim) =>
        claim === facts.main
          ? {
              ...claim,
              lines: claim.lines.map((line) => ({
                ...line,
                charge: writeOffLimit,
                adjustments: line.adjustments.map((one) => ({ ...one, amount: writeOffLimit })),
              })),
            }
          : claim,
      ),
    }))
    expect(listQuestions({ ...facts, listed: atLimit })).toEqual([])
  })

  it('has a row for each adjustment that is drawn, and one rule for each', () => {
    const page = remittancesPage()
    for (const { group, reason, remark } of adjustmentRules) {
      expect(page).toContain(`  ${group} ${reason}${remark === undefined ? '' : ` with ${remark}`} `)
    }
    const keys = adjustmentRules.map(({ group, reason, remark = '' }) => [group, reason, remark].join())
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('does not let the ledger name somebody who is in the clinic already', () => {
    const seed = 5
    const { main } = drawFacts('denied', { seed, level: 'E', clinic })
    const { given, family, birthDate } = main.billed.member
    const crowded = { ...clinic, people: new Set([`${given} ${family} ${birthDate}`]) }
    expect(() => drawFacts('denied', { seed, level: 'E', clinic: crowded })).toThrow('in the clinic already')
  })
})

it('writes cents as dollars', () => {
  expect([0, 5, -5, 1850, -121_030].map(dollars)).toEqual(['0.00', '0.05', '-0.05', '18.50', '-1210.30'])
})
