import { inject } from 'vitest'

/**
 * Returns every `step`th case below the scale of the night, where each of many takes long, and all of them at night.
 */
export function someInCi<Case>(cases: readonly Case[], step: number): readonly Case[] {
  return inject('scale') < 10 ? cases.filter((_, index) => index % step === 0) : cases
}
