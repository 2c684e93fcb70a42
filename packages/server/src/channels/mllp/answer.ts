/** What a peer is answered: a message, or nothing if it wants no acknowledgment. */
export interface Answer {
  /** The bytes of a message, without its frame. */
  readonly bytes: Uint8Array | null
  /** Whether the message counts, so that it must not count again when it is sent again. */
  readonly counts: boolean
  /** Whether nothing more can be answered. */
  readonly ends: boolean
}
