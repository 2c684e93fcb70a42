import { type Exchange, withhold } from './answer.js'
import type { Topic } from './topics.js'

/** What decides whether a persona tells what it is asked for, besides consent and what it wants to be told first. */
export interface Telling {
  /** What it says to a question for a fact that it does not tell; default: that it may not tell. */
  readonly consentSay: string | undefined
  /** Why it tells nothing at all to this caller, asked once a fact could be disclosed; undefined if it does. */
  readonly refusal?: () => string | undefined
}

/**
 * A fact that the caller asks for, or why it is not disclosed; undefined if the caller asks for none. The first topic
 * counts.
 */
export function tellAsked(
  exchange: Exchange,
  topics: readonly Topic[],
  { consentSay, refusal }: Telling,
): string | undefined {
  const { text, sentences } = exchange
  const topic = topics.find(({ asked }) => asked(text))
  if (topic === undefined) return undefined
  const reason = withhold(exchange, topic.isDisclosed, consentSay) ?? refusal?.()
  if (reason !== undefined) return reason
  const value = exchange.knows(topic.fact)
  return value === undefined ? sentences.unknown : topic.say(value, sentences)
}
