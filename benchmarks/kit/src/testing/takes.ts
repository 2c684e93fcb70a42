import { compileMatcher, Findings } from '@carebench/verifier'

/** Whether a matcher of assertions accepts a value. */
export function takes(matcher: unknown, value: unknown): boolean {
  const compiled = compileMatcher(matcher as never, '', { findings: new Findings(), entityPaths: [] })
  return compiled?.(value as never, { entity: undefined }) === true
}
