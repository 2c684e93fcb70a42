import type { JudgementRecord } from '@carebench/protocol'
import type { PhraseQuestion } from './phrase-question.js'

/**
 * Returns the key of a question: the same phrase about the same words of the same speaker is asked once, in any call.
 */
export function questionKey({ phrase, speaker, text }: PhraseQuestion): string {
  return JSON.stringify([phrase, speaker, text])
}

/** Looks up judgements by their question. If a question has several, the first counts. */
export class Judgements {
  readonly #byQuestion = new Map<string, JudgementRecord>()

  constructor(records: readonly JudgementRecord[]) {
    for (const record of records) {
      const key = questionKey(record)
      if (!this.#byQuestion.has(key)) this.#byQuestion.set(key, record)
    }
  }

  find(question: PhraseQuestion): JudgementRecord | undefined {
    return this.#byQuestion.get(questionKey(question))
  }
}
