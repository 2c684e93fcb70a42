import type { PhraseQuestion } from './phrase-question.js'

/** A judge's answer to a question. */
export interface JudgeAnswer {
  /** Whether the turn expresses the phrase. */
  readonly expressed: boolean
  /** The judge's own words, quoted in the evidence, such as the passage and the reason. */
  readonly answer: string
}

/** Decides whether a phrase is expressed in other words: a language model, or a person. */
export interface Judge {
  /** The judge's identity for the evidence, such as a model and its version. */
  readonly name: string
  /** Decides one question. If it throws, the criteria that need the answer end `errored`. */
  decide(question: PhraseQuestion): JudgeAnswer | Promise<JudgeAnswer>
}
