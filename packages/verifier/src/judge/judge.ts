import type { PhraseQuestion } from './phrase-question.js'

export interface JudgeAnswer {
  readonly expressed: boolean
  /** The judge's own words, which the evidence quotes: the passage and the reason, say. */
  readonly answer: string
}

/** Tells whether a phrase is expressed in other words: a language model, or a person. */
export interface Judge {
  /** Who judges, for the evidence: a model with its version, say. */
  readonly name: string
  /** Decides one question. What it throws makes the criteria that need the answer end `errored`. */
  decide(question: PhraseQuestion): JudgeAnswer | Promise<JudgeAnswer>
}
