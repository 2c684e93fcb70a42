/** The kinds of search parameter that can be searched. */
export type SearchKind = 'token' | 'string' | 'reference' | 'date' | 'uri'

/**
 * Search parameters by resource type, one text each: kind, code, element path (the code if left out) and, after `>`, the
 * types that a reference may name (any if left out): `reference patient subject > Patient`.
 */
export type SearchParameterLines = Readonly<Record<string, readonly string[]>>
