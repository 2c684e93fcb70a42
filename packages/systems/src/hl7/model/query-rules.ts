import type { Hl7Config } from '../config.js'

/** The rules for answering queries, prepared for use. */
export interface QueryRules {
  /** Profiles of queries: QPD-1.1. */
  readonly names: readonly string[]
  readonly maxCandidates: number
}

/** Returns the queries of a configuration; undefined if none are answered. */
export function queryRules({ queries }: Hl7Config): QueryRules | undefined {
  if (queries === undefined) return undefined
  return { names: queries.profiles ?? ['Z34', 'Z44'], maxCandidates: queries.most_candidates ?? 10 }
}
