import type { JudgementRecord } from '@carebench/protocol'
import type { PhraseQuestion } from './phrase-question.js'

/** What names a question: the same phrase in the same words of the same speaker is asked once, in whatever call. */
export function questionKey({ phrase, speaker, text }: PhraseQuestion): string {
  return JSON.stringify([phrase, speaker, text])
}

/** Finds judgements by their question. Of several on one question the first counts. */
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
