import { finishReading, type ReadingSteps } from '../tokens/reading-steps.js'
import { type Mention, maxTextLength, WrittenText } from '../written/written-text.js'
import { type ReadFact, readFacts, type Statement } from './statement.js'

/** A fact for which a text does not fulfil a statement or leaves it undecided, with the reason. */
export interface Shortfall {
  /**
   * A fact of `all` that the text does not say, a fact of `none` that it says, or a fact of either that it leaves open.
   */
  readonly what: 'not-said' | 'said' | 'open'
  /** The fact: `6.4 mmol/L`, `"approved" or "not denied"`, `2024-05-01`, `code M17.11`. */
  readonly fact: string
  /**
   * The words with which the text denies the fact, says it or leaves it open; undefined if the text does not mention
   * the fact or is too long to be read.
   */
  readonly passage: string | undefined
  /** For a fact that is not said: other amounts, dates or times in the text, at most three. */
  readonly instead: readonly string[]
}

/**
 * Explains the result of {@link readStatement}: lists the facts that make it false or, if it is undecided, the facts
 * that are open. Empty if it is true.
 */
export function explainStatement(text: string, statement: Statement): readonly Shortfall[] {
  const { all, none } = statement
  if (text.length <= maxTextLength) return finishReading(explainStatementInSteps(new WrittenText(text), statement))
  return [...all, ...none].map(({ shown }) => ({ what: 'open', fact: shown, passage: undefined, instead: [] }))
}

/**
 * Does the same as {@link explainStatement} for a text of at most 100,000 characters, in steps of a few milliseconds.
 */
export function* explainStatementInSteps(text: WrittenText, statement: Statement): ReadingSteps<readonly Shortfall[]> {
  const read = yield* readFacts(text, statement)
  const decisive = read.some(({ truth }) => truth === false) ? false : undefined
  const shortfalls: Shortfall[] = []
  for (const one of read) {
    if (one.truth !== decisive) continue
    yield
    shortfalls.push(findShortfall(text, one))
  }
  return shortfalls
}

const shownOthers = 3

function findShortfall(text: WrittenText, { fact, isWanted, mentions, truth }: ReadFact): Shortfall {
  const what = truth === undefined ? 'open' : isWanted ? 'not-said' : 'said'
  const stance = { open: 'open', 'not-said': 'negated', said: 'affirmed' }[what]
  const mention = mentions.find((one) => one.stance === stance)
  const others = what === 'not-said' ? (fact.findOthers?.(text) ?? []) : []
  const stated = others.filter((other) => other.stance === 'affirmed').map(({ start, end }) => text.passage(start, end))
  return {
    what,
    fact: fact.shown,
    passage: mention && cutPassage(text, mention, what === 'said' && !isDenial(text, mention)),
    instead: [...new Set(stated)].slice(0, shownOthers),
  }
}

/** Whether a mention consists only of a negating word: `not` in "not denied". */
function isDenial({ tokens }: WrittenText, { start, end }: Mention): boolean {
  return end === start + 1 && /^(?:not?|never|neither|nor|without)$/.test(tokens[start]?.text ?? '')
}

/** The number of words before a mention, and after it, that are shown with it. */
const shownBefore = 3
const shownAfter = 3
const maxPassageWords = 16

/** Returns the words of a mention; unless `bare`, with some words around it in the sentence. */
function cutPassage(text: WrittenText, { start, end, cue }: Mention, bare: boolean): string {
  if (bare) return text.passage(start, end)
  const isNear = cue >= 0 && Math.abs(cue - start) < maxPassageWords
  let from = isNear ? Math.min(cue, start) : start
  let to = isNear ? Math.max(cue + 1, end) : end
  for (let more = 0; more < (isNear ? 0 : shownBefore) && isInSentence(text, from - 1); more++) from--
  for (let more = 0; more < shownAfter && isInSentence(text, to); more++) to++
  return text.passage(from, to)
}

function isInSentence({ tokens }: WrittenText, at: number): boolean {
  const token = tokens[at]
  return token !== undefined && (token.kind !== 'mark' || /^[-/%'$+]$/.test(token.text))
}
