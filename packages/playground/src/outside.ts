/** A document whose text is wanted. */
export interface OutsideDocument {
  /** `application/pdf`. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** The text of a document, or why there is none: words that fit after "it is no PDF:". */
export type DocumentReading = { readonly text: string; readonly pages: number } | { readonly problem: string }

/** What a persona is to answer. */
export interface PersonaQuestion {
  /** Who the model plays, from the configuration of the simulator. */
  readonly instructions: string
  /** `voice`, `sms`, `email` or `chat`. */
  readonly channel: string
  readonly heard: string
  /** What was said before, the last of it what was heard; empty where nothing is kept. */
  readonly transcript: readonly { readonly speaker: string; readonly text: string }[]
}

/**
 * What simulators may ask that is no function of a state and a call. An answer is recorded with the call, so that a replay
 * gets the same without asking. Whoever answers bounds the time it takes: other calls of the playground wait. What is
 * thrown is answered 503 and changes nothing.
 */
export interface Outside {
  /** Reads documents that are faxed. */
  readonly readDocument?: (document: OutsideDocument) => Promise<DocumentReading>
  /** Speaks for personas whose configuration has a `model`, where no rule of theirs fits. */
  readonly speakAsPersona?: (question: PersonaQuestion) => Promise<string>
}
