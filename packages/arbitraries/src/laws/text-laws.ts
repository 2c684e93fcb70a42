import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { demand, runCriterion, type VerifierLaw } from './verifier-law.js'

/** A value that a text may state: as a fact of `$grounded`, and its spellings. */
interface StatedValue {
  readonly fact: JsonValue
  readonly spellings: readonly string[]
}

/** A value and a different one of the same kind. */
interface ValuePair {
  readonly own: StatedValue
  readonly other: StatedValue
}

const months = 'January February March April May June July August September October November December'.split(' ')

function dated(days: number): StatedValue {
  const iso = new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number]
  const name = months[month - 1] ?? ''
  const spellings = [iso, `${name} ${day}, ${year}`, `${day} ${name} ${year}`, `${month}/${day}/${year}`]
  return { fact: { date: iso }, spellings }
}

function timed(minutes: number): StatedValue {
  const [hours, rest] = [Math.floor(minutes / 60) % 24, String(minutes % 60).padStart(2, '0')]
  const half = `${((hours + 11) % 12) + 1}:${rest}`
  const spellings = hours < 12 ? [`${half} a.m.`, `${half} AM`] : [`${half} p.m.`, `${half}pm`]
  const time = `${String(hours).padStart(2, '0')}:${rest}`
  return { fact: { time }, spellings: hours < 13 ? spellings : [...spellings, time] }
}

function paid(cents: number): StatedValue {
  const amount = (cents / 100).toFixed(2)
  return {
    fact: { quantity: cents / 100, unit: 'USD' },
    spellings: [`$${amount}`, `${amount} dollars`, `USD ${amount}`],
  }
}

function coded(digits: number): StatedValue {
  const text = String(digits)
  const spellings = [`PA${text}`, `PA-${text}`, `PA ${text.slice(0, 4)} ${text.slice(4)}`]
  return { fact: { code: `PA${text}` }, spellings }
}

/** Generates two different values of one kind. */
function makePairs(make: (value: number) => StatedValue, least: number, range: number): fc.Arbitrary<ValuePair> {
  return fc
    .tuple(fc.nat(range - 1), fc.integer({ min: 1, max: range - 1 }))
    .map(([value, more]) => ({ own: make(least + value), other: make(least + ((value + more) % range)) }))
}

function valuePairs(): fc.Arbitrary<ValuePair> {
  return fc.oneof(
    makePairs(dated, 0, 700),
    // The same day of another year.
    fc.nat(300).map((days) => ({ own: dated(days), other: dated(days + 365) })),
    makePairs(timed, 0, 1440),
    makePairs(paid, 1001, 90_000),
    makePairs(coded, 12_345_678, 80_000_000),
  )
}

/** Sentences that state nothing. */
const fillers = ['Good morning.', 'Thank you very much.', 'Please call us back.', 'We look forward to it.'] as const

/** A different value of the kind of a clause, and its position. */
interface Intruder {
  readonly of: number
  readonly spelling: number
  readonly at: number
}

interface Clause {
  readonly pair: ValuePair
  readonly spelling: number
}

function clauses(max: number): fc.Arbitrary<Clause[]> {
  return fc.array(fc.record({ pair: valuePairs(), spelling: fc.nat(5) }), { minLength: 1, maxLength: max })
}

function writeSentence({ spellings }: StatedValue, spelling: number): string {
  return `It is ${spellings[spelling % spellings.length]}.`
}

/** A text that states facts in any order and spelling is grounded; with one other value, at any position, it is not. */
export const grounded: VerifierLaw = {
  name: 'a text states its facts and nothing else',
  property: (verify) =>
    fc.property(
      clauses(4),
      fc.array(fc.constantFrom(...fillers), { maxLength: 3 }),
      fc.option<Intruder, null>(fc.record({ of: fc.nat(3), spelling: fc.nat(5), at: fc.nat(7) }), { nil: null }),
      (stated, said, intruder) => {
        const facts = stated.map(({ pair }) => pair.own.fact)
        const sentences = [...stated.map(({ pair, spelling }) => writeSentence(pair.own, spelling)), ...said]
        const wrong = intruder && stated[intruder.of % stated.length]?.pair.other
        const isWrong = wrong !== null && wrong !== undefined && !facts.some((fact) => isSame(fact, wrong.fact))
        if (isWrong) sentences.splice(intruder?.at ?? 0, 0, writeSentence(wrong, intruder?.spelling ?? 0))
        const text = sentences.join(' ')
        const check = { path: 'text', expected: { $grounded: { facts } } }
        const run = runCriterion(verify, { assert: 'output-match', fields: [check] }, { output: { text } })
        const wanted = isWrong ? 'failed' : 'passed'
        demand(run.outcome === wanted, () => `expected ${wanted} of ${JSON.stringify({ text, facts })}: ${run.details}`)
      },
    ),
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
