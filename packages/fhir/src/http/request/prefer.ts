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
  const preferences = header.split(/[,;]/).map((preference) => preference.trim().toLowerCase())
  const returned = preferences.find((preference) => preference.startsWith('return='))?.slice('return='.length)
  return {
    return:
      returned === 'operationoutcome'
        ? 'OperationOutcome'
        : returned === 'minimal' || returned === 'representation'
          ? returned
          : undefined,
    handling: preferences.includes('handling=lenient')
      ? 'lenient'
      : preferences.includes('handling=strict')
        ? 'strict'
        : undefined,
  }
}
