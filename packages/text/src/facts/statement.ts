import { finishReading, type ReadingSteps } from '../tokens/reading-steps.js'
import { findRevisions } from '../written/contradiction.js'
import { type Mention, maxTextLength, WrittenText } from '../written/written-text.js'
import type { CompiledFact } from './fact.js'

/** Whether a statement is true; undefined if that cannot be decided. */
export type Truth = boolean | undefined

/** The facts that a text has to say, and those that it must not. */
export interface Statement {
  readonly all: readonly CompiledFact[]
  readonly none: readonly CompiledFact[]
}

/**
 * Whether a text says all facts in `all` and none of those in `none`, in any order.
 *
 * A fact that a clause denies is not said by that clause. A fact that may or may not be said (in a question, after
 * "may" or "if", in a number or a date that can be read in two ways, or in a negation whose end is not clear) is
 * undecided, unless another clause says it. These combine as in Kleene's logic: one fact of `all` that is not said, or
 * one of `none` that is, decides. Undecided as well for texts of more than 100,000 characters.
 */
export function readStatement(text: string, statement: Statement): Truth {
  return text.length > maxTextLength ? undefined : finishReading(readStatementInSteps(new WrittenText(text), statement))
}

/** Does the same as {@link readStatement} on a text of at most 100,000 characters, in steps of some milliseconds. */
export function* readStatementInSteps(text: WrittenText, statement: Statement): ReadingSteps<Truth> {
  const facts = yield* readFacts(text, statement)
  const truths = facts.map(({ truth }) => truth)
  return truths.includes(false) ? false : truths.includes(undefined) ? undefined : true
}

/** A fact with what a text says about it. `truth` is whether the text fulfils the statement for this fact. */
export interface ReadFact {
  readonly fact: CompiledFact
  readonly isWanted: boolean
  readonly mentions: readonly Mention[]
  readonly truth: Truth
}

/** Reads what a text says about each fact, in steps. */
export function* readFacts(text: WrittenText, { all, none }: Statement): ReadingSteps<readonly ReadFact[]> {
  yield* readLayers(text)
  const found = reviseValues(text, yield* findFacts(text, all))
  const said = new Set<number>()
  for (const { stance, start, end } of found.flatMap(({ mentions }) => mentions)) {
    if (stance === 'affirmed') for (let token = start; token < end; token++) said.add(token)
  }
  yield
  // A fact that is denied only by words of another fact counts as said: the MRI in "did not approve the MRI".
  const isSaid = ({ stance, cue, isLimit }: Mention) =>
    (stance === 'negated' || stance === 'retracted' || isLimit === true) && said.has(cue)
  const unwanted = yield* findFacts(text, none)
  return [
    ...found.map((one) => ({ ...one, isWanted: true, truth: judgeMentions(one.mentions, isSaid) })),
    ...unwanted.map((one) => ({ ...one, isWanted: false, truth: negate(truthOfUnwanted(one.mentions)) })),
  ]
}

/** Reads everything in a text that the facts need, one step for each fact. */
function* readLayers(text: WrittenText): ReadingSteps<void> {
  for (const layer of ['words', 'parts', 'standings'] as const) {
    yield
    void text[layer]
  }
}

function* findFacts(text: WrittenText, facts: readonly CompiledFact[]): ReadingSteps<FoundFact[]> {
  const found: FoundFact[] = []
  for (const fact of facts) {
    const mentions: Mention[] = []
    for (const find of fact.finders) {
      yield
      for (const mention of find(text)) mentions.push(mention)
    }
    found.push({ fact, mentions })
  }
  return found
}

interface FoundFact {
  readonly fact: CompiledFact
  readonly mentions: readonly Mention[]
}

/**
 * Marks the amounts and dates that the text replaces or contradicts as taken back. The words in the same statement are
 * their subjects.
 */
function reviseValues(written: WrittenText, found: readonly FoundFact[]): readonly FoundFact[] {
  if (!found.some(({ fact, mentions }) => fact.findOthers !== undefined && mentions.length > 0)) return found
  const subjects = new Set<number>()
  for (const { fact, mentions } of found) {
    if (fact.findOthers !== undefined) continue
    for (const { start, end } of mentions) for (let token = start; token < end; token++) subjects.add(token)
  }
  const revisions = findRevisions(written, subjects)
  if (revisions.size === 0) return found
  return found.map(({ fact, mentions }) => ({
    fact,
    mentions:
      fact.findOthers === undefined
        ? mentions
        : mentions.map((mention) =>
            mention.stance === 'affirmed' ? { ...mention, ...revisions.get(mention.start) } : mention,
          ),
  }))
}

function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth
}

function judgeMentions(mentions: readonly Mention[], isSaid: (mention: Mention) => boolean): Truth {
  const saying = mentions.filter((mention) => mention.stance === 'affirmed' || isSaid(mention))
  const takenBack = mentions.filter((mention) => mention.stance === 'retracted' && !isSaid(mention))
  // A fact that is taken back after it was last said is not certain.
  if (saying.length > 0) {
    const last = saying.reduce((latest, { start }) => Math.max(latest, start), 0)
    return takenBack.some(({ start }) => start > last) ? undefined : true
  }
  return mentions.some(({ stance }) => stance === 'open') ? undefined : false
}

/** A fact of `none` that is said and taken back is open. */
function truthOfUnwanted(mentions: readonly Mention[]): Truth {
  if (mentions.some(({ stance }) => stance === 'affirmed')) return true
  return mentions.some(({ stance }) => stance === 'open' || stance === 'retracted') ? undefined : false
}
