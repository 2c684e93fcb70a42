/** The order of segments for some trigger events of one message code. */
export interface MessageStructure {
  /** The message code: MSH-9.1. */
  readonly code: string
  /** The trigger events it holds for: MSH-9.2. */
  readonly events: readonly string[]
  /** The name of the structure: MSH-9.3. */
  readonly name: string
  /**
   * The segments in order, in the notation of the standard: `[X]` optional, `{X}` repeating, groups by nesting.
   * Optional segments of all versions from 2.3 to 2.7 stand side by side.
   */
  readonly segments: string
}
