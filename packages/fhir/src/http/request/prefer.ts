/** The preferences in a `Prefer` header. */
export interface Preference {
  readonly return: 'minimal' | 'representation' | 'OperationOutcome' | undefined
  /** `lenient`: unknown search parameters are ignored. */
  readonly handling: 'lenient' | 'strict' | undefined
}

const noPreference: Preference = { return: undefined, handling: undefined }

/** Parses a `Prefer` header. Unknown preferences are ignored, as HTTP requires. */
export function parsePrefer(header: string | undefined): Preference {
  if (header === undefined) return noPreference
  const wishes = header.split(/[,;]/).map((wish) => wish.trim().toLowerCase())
  const wanted = wishes.find((wish) => wish.startsWith('return='))?.slice('return='.length)
  return {
    return:
      wanted === 'operationoutcome'
        ? 'OperationOutcome'
        : wanted === 'minimal' || wanted === 'representation'
          ? wanted
          : undefined,
    handling: wishes.includes('handling=lenient')
      ? 'lenient'
      : wishes.includes('handling=strict')
        ? 'strict'
        : undefined,
  }
}
