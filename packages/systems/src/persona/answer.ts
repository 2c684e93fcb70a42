import { fillFacts } from './fill.js'
import { type Heard, type Knowledge, type PersonaMemory, readStatedValues } from './knowledge.js'
import type { Condition } from './prepare.js'
import { listFacts, type Sentences } from './sentences.js'
import { asksAgain } from './topics.js'

/** The data for answering one turn, for personas on the telephone and for patients. */
export interface Exchange {
  readonly text: string
  readonly knowledge: Knowledge
  /** Undefined if no facts are wanted. */
  readonly heard: Heard | undefined
  readonly sentences: Sentences
  /** Returns a fact about the person whom the conversation is about; undefined if it is unknown. */
  readonly knows: (fact: string) => string | undefined
  /** The text inserted for an unknown fact. */
  readonly unknown: string
}

/** Inserts facts into a configured text: those that only the caller knows, as stated, and those of the persona. */
export function fill(say: string, { knowledge, heard, sentences, knows, unknown }: Exchange): string {
  return fillFacts(say, (fact) => {
    if (fact === 'wanted') return listFacts(heard?.wanted ?? [], sentences)
    const open = knowledge.wants.find((wanted) => wanted.fact === fact && wanted.isOpen)
    const stated = open && heard && readStatedValues(heard.memory.told, fact)[0]
    if (stated !== undefined) return open?.say?.(stated) ?? stated
    return knows(fact) ?? unknown
  })
}

/**
 * Whether a rule or reply applies. A rule for any text does not apply to a turn with a wrong value, so that the caller
 * learns about the mistake.
 */
export function applies({ listens, known, wanted }: Condition, { text, heard }: Exchange): boolean {
  const isWanted = (fact: string) => heard?.wanted.some((open) => open.fact === fact) === true
  if (known.some(isWanted) || !wanted.every(isWanted)) return false
  return listens === undefined ? heard === undefined || heard.wrong.length === 0 : listens(text)
}

/** The text said once every wanted fact is stated, and the new memory. */
export interface Given {
  readonly say: string
  readonly memory: PersonaMemory
}

/**
 * Returns `say`, or instead `refusal`, if the persona is unwilling. Undefined until every fact is stated, and after the
 * text was said once.
 */
export function give(exchange: Exchange, say: string | undefined, refusal: string | undefined): Given | undefined {
  const { heard } = exchange
  if (heard?.chart === undefined || heard.memory.gave) return undefined
  const said = refusal ?? (say === undefined ? undefined : fill(say, exchange))
  return said === undefined ? undefined : { say: said, memory: { ...heard.memory, gave: true } }
}

/** Repeats the text if the caller asks for it or corrects a fact. */
export function giveAgain(exchange: Exchange, say: string | undefined, isWilling: boolean): string | undefined {
  const { heard, text } = exchange
  if (say === undefined || !isWilling || heard?.memory.gave !== true || heard.chart === undefined) return undefined
  return heard.isCorrected || asksAgain(text) ? fill(say, exchange) : undefined
}

/**
 * Returns why a requested fact is not disclosed: there is no consent, or other facts are wanted first. Undefined if it
 * may be disclosed.
 */
export function withhold(
  { heard, sentences }: Exchange,
  isDisclosed: boolean,
  consentSay: string | undefined,
): string | undefined {
  if (!isDisclosed) return consentSay ?? sentences.mayNot
  const wanted = heard?.wanted ?? []
  return wanted.length === 0 ? undefined : sentences.needsFirst(listFacts(wanted, sentences))
}

/**
 * Returns the reply to any other turn: `otherwise`, with a request for the facts that are still wanted; `lost` if there
 * is neither.
 */
export function sayOtherwise(exchange: Exchange, otherwise: string | undefined, lost: string): string {
  const { heard, sentences } = exchange
  const asks = otherwise?.includes('{{wanted}}') === true
  const wanted = heard?.wanted ?? []
  if (wanted.length === 0) return otherwise === undefined || asks ? lost : fill(otherwise, exchange)
  const needs = sentences.needs(listFacts(wanted, sentences))
  if (otherwise === undefined) return needs
  const said = fill(otherwise, exchange)
  return asks ? said : `${said} ${needs}`
}
