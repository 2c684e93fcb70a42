/** The order of segments for some trigger events of one message code. */
export interface MessageStructure {
  /** The message code: MSH-9.1. */
  readonly code: string
  /** The trigger events that it applies to: MSH-9.2. */
  readonly events: readonly string[]
  /** The name of the structure: MSH-9.3. */
  readonly name: string
  /**
   * The segments in order, MSH first, in the notation of the standard: `[X]` optional, `{X}` repeating, `<X | Y>` one
   * of several, groups by nesting, at most 32 deep. Segments whose names begin with Z are allowed anywhere without
   * being listed.
   */
  readonly segments: string
}
