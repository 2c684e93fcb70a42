import { inject } from 'vitest'

/**
 * Returns every `step`th case in CI (below scale 10), and all cases in the nightly run. For tables with many slow
 * cases.
 */
export function someInCi<Case>(cases: readonly Case[], step: number): readonly Case[] {
  return inject('scale') < 10 ? cases.filter((_, index) => index % step === 0) : cases
}
