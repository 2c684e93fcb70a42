/** The patterns of texts in requests. Names are without halves of surrogate pairs, which UTF-8 cannot carry. */
export const patterns = {
  benchmarkName: '^[^@/\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$',
  alias: '^[A-Za-z0-9][A-Za-z0-9._~-]*$',
  axis: '^[a-z][a-z0-9_-]*$',
  method: '^[A-Z]+$',
  base64: '^[A-Za-z0-9+/]*={0,2}$',
} as const

const descriptions: Readonly<Record<string, string>> = {
  [patterns.benchmarkName]: 'must not hold "@", "/" or control characters; for example "prior-auth"',
  [patterns.alias]:
    'must be of letters, digits, ".", "_", "~" and "-", a letter or digit first; for example "triage-2"',
  [patterns.axis]: 'must be of lower-case letters, digits, "_" and "-", a letter first; for example "safety"',
  [patterns.method]: 'must be a method in upper case; for example "POST"',
  [patterns.base64]: 'must be base64; for example "aGVsbG8="',
}

/** What a text that fails the pattern must be, in words. */
export function describePattern(pattern: string): string {
  return descriptions[pattern] ?? `must match ${pattern}`
}
