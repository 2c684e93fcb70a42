/** A document whose text is requested. */
export interface OutsideDocument {
  /** `application/pdf`. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * The text of a document, or a problem that completes "must be a PDF:". `extras` is its other content, in words: "an
 * annotation (Stamp)", "the property Title: Referral". A system may reject a document because of it.
 */
export type DocumentReading =
  | { readonly text: string; readonly pages: number; readonly extras?: readonly string[] }
  | { readonly problem: string }

/** A document to write as a PDF. */
export interface PrintedDocument {
  readonly title: string
  /** RFC 3339; when the document was made, on the playground's clock. */
  readonly createdAt: string
  /** The text of each page, in characters of Windows-1252. */
  readonly pages: readonly string[]
}

/** A request for the reply of a persona. */
export interface PersonaQuestion {
  /** The role that the model plays, from the configuration of the simulator. */
  readonly instructions: string
  /** `voice`, `sms`, `email` or `chat`. */
  readonly channel: string
  /** What the caller has just said or written. */
  readonly heard: string
  /** The conversation so far, ending with `heard`; empty where no transcript is kept. */
  readonly transcript: readonly { readonly speaker: string; readonly text: string }[]
}

/**
 * External services that simulators may call. A response is recorded with the call, so that a replay gets the same
 * without calling the service. Implementations must limit their own time, because other calls of the playground wait.
 * If one throws, the call is answered 503 and changes nothing.
 */
export interface Outside {
  /** Extracts the text of faxed documents. */
  readonly readDocument?: (document: OutsideDocument) => Promise<DocumentReading>
  /** Writes received faxes as PDF files; the same document always gives the same bytes. */
  readonly writeDocument?: (document: PrintedDocument) => Promise<Uint8Array>
  /** Replies for personas whose configuration has a `model`, when none of their rules matches. */
  readonly speakAsPersona?: (question: PersonaQuestion) => Promise<string>
}
