/** Whether a phrase is expressed in one turn of a call, in whatever words. */
export interface PhraseQuestion {
  readonly phrase: string
  /** Who says it. */
  readonly speaker: string
  /** What is said in the turn. */
  readonly text: string
}
