import { isDate, type PartialDay, parsePartialDay } from './written-date.js'
import {
  compileWanted,
  compileWantedCode,
  findQuantity,
  findWanted,
  longestText,
  type Mention,
  type WantedPhrase,
  type WantedQuantity,
  WrittenText,
} from './written-text.js'
import { parseExpectedUnit } from './written-unit.js'

/** Whether something is so; undefined if that cannot be decided. */
export type Truth = boolean | undefined

/** Something that a text can say, in any usual spelling. */
export type Fact =
  /** One of these words or phrases; one that begins with `not` is also said by denying the rest of it. */
  | { readonly words: readonly string[] }
  /** A number, with a unit of UCUM or a currency such as `USD`; without a unit, a number that has none. */
  | { readonly quantity: number; readonly unit?: string | undefined }
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  | { readonly date: string }
  /** A code of a terminology, with or without its points. */
  | { readonly code: string }

type Finder = (text: WrittenText) => readonly Mention[]

/** A fact that is not fit, as the member that is wrong and what it needs. */
export class FactError extends Error {
  readonly member: 'words' | 'quantity' | 'unit' | 'date' | 'code'
  /** The index in `words`. */
  readonly index: number | undefined

  constructor(member: FactError['member'], message: string, index?: number) {
    super(message)
    this.name = 'FactError'
    this.member = member
    this.index = index
  }
}

/** A fact that can be found in texts. */
export interface CompiledFact {
  readonly find: Finder
}

/** Compiles a fact. @throws {FactError} if it can be in no text */
export function compileFact(fact: Fact): CompiledFact {
  if ('words' in fact) {
    const wanted = fact.words.map((word, index) =>
      need(compileWanted(word), 'words', 'a word with a letter or digit', index),
    )
    return { find: (text) => findEach(text, wanted) }
  }
  if ('quantity' in fact) {
    const { quantity: value, unit: written } = fact
    if (!Number.isFinite(value)) throw new FactError('quantity', 'a finite number')
    const unit =
      written === undefined
        ? undefined
        : need(parseExpectedUnit(written), 'unit', 'a unit of UCUM such as "mmol/L", or a currency such as "USD"')
    const quantity: WantedQuantity = { value, unit }
    return { find: (text) => findQuantity(text, quantity) }
  }
  if ('date' in fact) {
    const day = need(parsePartialDay(fact.date), 'date', 'an existing date as YYYY, YYYY-MM or YYYY-MM-DD')
    return { find: (text) => findDate(text, day) }
  }
  const code = need(compileWantedCode(fact.code), 'code', 'a code with a letter or digit')
  return { find: (text) => findEach(text, [code]) }
}

function need<Value>(value: Value | undefined, member: FactError['member'], expected: string, index?: number): Value {
  if (value === undefined) throw new FactError(member, expected, index)
  return value
}

function findEach(text: WrittenText, wanted: readonly WantedPhrase[]): readonly Mention[] {
  return wanted.flatMap((phrase) => findWanted(text, phrase))
}

function findDate(text: WrittenText, day: PartialDay): readonly Mention[] {
  return text.dates.flatMap((date) => {
    const truth = isDate(date, day)
    return truth === false ? [] : [text.mention(date.start, date.end, truth === true)]
  })
}

/**
 * Whether a text says all facts in `all` and none of those in `none`, in any order.
 *
 * A fact that a clause denies is not said by that clause. A fact that may or may not be said (in a question, after "may" or
 * "if", in a number or a date that can be read in two ways, or in a negation whose end is not clear) is undecided, unless another
 * clause says it. These combine as in Kleene's logic: one fact of `all` that is not said, or one of `none` that is, decides.
 * Undecided as well for texts of more than 100,000 characters.
 */
export function readStatement(
  text: string,
  { all, none }: { readonly all: readonly CompiledFact[]; readonly none: readonly CompiledFact[] },
): Truth {
  if (text.length > longestText) return undefined
  const written = new WrittenText(text)
  const found = all.map(({ find }) => find(written))
  const said = new Set<number>()
  for (const { stance, start, end } of found.flat()) {
    if (stance === 'affirmed') for (let token = start; token < end; token++) said.add(token)
  }
  // What is denied only by words that another fact asks for is said: the MRI in "did not approve the MRI".
  const wanted = found.map((mentions) => truthOf(mentions, ({ stance, cue }) => stance === 'negated' && said.has(cue)))
  const unwanted = none.map(({ find }) => negate(truthOf(find(written), () => false)))
  const truths = [...wanted, ...unwanted]
  return truths.includes(false) ? false : truths.includes(undefined) ? undefined : true
}

function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth
}

function truthOf(mentions: readonly Mention[], isSaid: (mention: Mention) => boolean): Truth {
  if (mentions.some((mention) => mention.stance === 'affirmed' || isSaid(mention))) return true
  return mentions.some(({ stance }) => stance === 'open') ? undefined : false
}
