/** What the `Prefer` header asks for. */
export interface Preference {
  readonly return: 'minimal' | 'representation' | 'OperationOutcome' | undefined
  /** True with `handling=lenient`: unknown search parameters are passed over. */
  readonly lenient: boolean
}

const noPreference: Preference = { return: undefined, lenient: false }

/** Parses a `Prefer` header. Preferences that are not known are passed over, as HTTP asks. */
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
    lenient: wishes.includes('handling=lenient'),
  }
}
