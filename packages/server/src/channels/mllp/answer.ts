/** The response to a peer: an acknowledgment, or nothing if it wants none. */
export interface Answer {
  /** The bytes of a message, without its frame. */
  readonly bytes: Uint8Array | null
  /** Whether the message was processed, so that a retransmission must not count again. */
  readonly counts: boolean
  /** Whether the connection ends, because no further message can be processed. */
  readonly ends: boolean
}
