import { type Exchange, withhold } from './answer.js'
import type { Topic } from './topics.js'

/** The conditions, besides consent and wanted facts, under which a persona discloses a requested fact. */
export interface Telling {
  /** The reply to a question about a fact without consent. Default: a standard sentence. */
  readonly consentSay: string | undefined
  /**
   * Returns why it discloses nothing to this caller; undefined if it does. Called only if a fact could be disclosed.
   */
  readonly refusal?: () => string | undefined
}

/**
 * Returns the sentence with the fact that the caller asks for, or why it is not disclosed; undefined if the caller asks
 * for no fact. Of several matching topics the first counts.
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
