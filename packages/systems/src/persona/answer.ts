import { fillFacts } from './fill.js'
import { type Heard, type Knowledge, type PersonaMemory, readStatedValues } from './knowledge.js'
import type { Condition } from './prepare.js'
import { listFacts, type Sentences } from './sentences.js'
import { asksAgain } from './topics.js'

/** What one turn is answered from, by personas of the telephone and by patients. */
export interface Exchange {
  readonly text: string
  readonly knowledge: Knowledge
  /** Undefined if nothing is wanted. */
  readonly heard: Heard | undefined
  readonly sentences: Sentences
  /** Looks up what the persona knows of whom the conversation is about. */
  readonly knows: (fact: string) => string | undefined
  /** What is inserted for a fact that nobody knows. */
  readonly unknown: string
}

/**
 * Inserts facts into a text of the configuration: those that only the caller knows, as stated, and those of the
 * persona.
 */
export function fill(say: string, { knowledge, heard, sentences, knows, unknown }: Exchange): string {
  return fillFacts(say, (fact) => {
    if (fact === 'wanted') return listFacts(heard?.wanted ?? [], sentences)
    const open = knowledge.wants.find((wanted) => wanted.fact === fact && wanted.isOpen)
    const stated = open && heard && readStatedValues(heard.memory.told, fact)[0]
    if (stated !== undefined) return open?.say?.(stated) ?? stated
    return knows(fact) ?? unknown
  })
}

/** Whether a rule or reply applies. One for any turn does not hide that something was wrong. */
export function applies({ listens, known, wanted }: Condition, { text, heard }: Exchange): boolean {
  const isWanted = (fact: string) => heard?.wanted.some((open) => open.fact === fact) === true
  if (known.some(isWanted) || !wanted.every(isWanted)) return false
  return listens === undefined ? heard === undefined || heard.wrong.length === 0 : listens(text)
}

/** What is said once, when every wanted fact was stated, and the memory of it. */
export interface Given {
  readonly say: string
  readonly memory: PersonaMemory
}

/**
 * Gives `say`, or says that the persona is unwilling (`refusal`, undefined if it is willing). Undefined before
 * everything was stated, and afterwards.
 */
export function give(exchange: Exchange, say: string | undefined, refusal: string | undefined): Given | undefined {
  const { heard } = exchange
  if (heard?.chart === undefined || heard.memory.gave) return undefined
  const said = refusal ?? (say === undefined ? undefined : fill(say, exchange))
  return said === undefined ? undefined : { say: said, memory: { ...heard.memory, gave: true } }
}

/** Says once more what was given, if the caller asks for it, or corrects what is said in it. */
export function giveAgain(exchange: Exchange, say: string | undefined, isWilling: boolean): string | undefined {
  const { heard, text } = exchange
  if (say === undefined || !isWilling || heard?.memory.gave !== true || heard.chart === undefined) return undefined
  return heard.isCorrected || asksAgain(text) ? fill(say, exchange) : undefined
}

/**
 * Why a fact that the caller asks for is not disclosed: no consent, or something is wanted first. Undefined if it may
 * be.
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

/** The words for everything else, which ask only for what is still wanted; `lost` if there are none. */
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
