import { finishReading, type ReadingSteps } from '../tokens/reading-steps.js'
import { findRevisions } from '../written/contradiction.js'
import { type Mention, maxTextLength, WrittenText } from '../written/written-text.js'
import type { CompiledFact } from './fact.js'

/** Whether a statement is true; undefined if that cannot be decided. */
export type Truth = boolean | undefined

/** The facts that a text has to say, and the facts that it must not say. */
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
 * one of `none` that is, decides. Texts of more than 100,000 characters are undecided too.
 */
export function readStatement(text: string, statement: Statement): Truth {
  return text.length > maxTextLength ? undefined : finishReading(readStatementInSteps(new WrittenText(text), statement))
}

/** Does the same as {@link readStatement} for a text of at most 100,000 characters, in steps of a few milliseconds. */
export function* readStatementInSteps(text: WrittenText, statement: Statement): ReadingSteps<Truth> {
  const facts = yield* readFacts(text, statement)
  const truths = facts.map(({ truth }) => truth)
  return truths.includes(false) ? false : truths.includes(undefined) ? undefined : true
}

/** A fact with its mentions in a text. `truth` says whether the text fulfils the statement for this fact. */
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
  // A fact counts as said if the negation belongs to another fact: the MRI in "did not approve the MRI".
  const isSaid = ({ stance, cue, isLimit }: Mention) =>
    (stance === 'negated' || stance === 'retracted' || isLimit === true) && said.has(cue)
  const unwanted = yield* findFacts(text, none)
  return [
    ...found.map((one) => ({ ...one, isWanted: true, truth: judgeMentions(one.mentions, isSaid) })),
    ...unwanted.map((one) => ({ ...one, isWanted: false, truth: negate(judgeUnwanted(one.mentions)) })),
  ]
}

/** Prepares the words, parts and stances of a text, one step for each. */
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
 * Changes the stance of amounts, dates and times that the text replaces or contradicts. The words of the same
 * statement show which values have the same subject.
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
  // If the fact is taken back after its last affirmation, it is undecided.
  if (saying.length > 0) {
    const last = saying.reduce((latest, { start }) => Math.max(latest, start), 0)
    return takenBack.some(({ start }) => start > last) ? undefined : true
  }
  return mentions.some(({ stance }) => stance === 'open') ? undefined : false
}

/** Whether a text says a fact of `none`; undefined if the fact is open or was said and taken back. */
function judgeUnwanted(mentions: readonly Mention[]): Truth {
  if (mentions.some(({ stance }) => stance === 'affirmed')) return true
  return mentions.some(({ stance }) => stance === 'open' || stance === 'retracted') ? undefined : false
}
