import type { Hl7Config } from '../config.js'

/** The compiled rules for answering queries. */
export interface QueryRules {
  /** The answered query profiles (QPD-1.1). */
  readonly names: readonly string[]
  readonly maxCandidates: number
}

/** Returns the query rules of a configuration; undefined if queries are not answered. */
export function queryRules({ queries }: Hl7Config): QueryRules | undefined {
  if (queries === undefined) return undefined
  return { names: queries.profiles ?? ['Z34', 'Z44'], maxCandidates: queries.most_candidates ?? 10 }
}
