/** Asks whether a phrase is expressed in one turn of a call, in any wording. */
export interface PhraseQuestion {
  readonly phrase: string
  /** The speaker. */
  readonly speaker: string
  /** The text of the turn. */
  readonly text: string
}
