import { expect, it } from 'vitest'
import { createClinic } from './clinic/clinic.js'
import { families } from './families/families.js'
import { canBeDrawn, settingFor, settingOfSeed, splitNames } from './splits.js'

it('accepts seeds for training only beyond those of the splits', () => {
  const clinic = createClinic()
  for (const split of splitNames) {
    const { firstSeed, planOf } = settingFor(split, clinic)
    const places = Math.max(...families.map((family) => planOf(family).reduce((sum, { count }) => sum + count, 0)))
    expect(canBeDrawn(firstSeed)).toBe(false)
    expect(canBeDrawn(firstSeed + places * 200 - 1)).toBe(false)
  }
  for (const seed of [Number.NaN, 1.5, -1, 199_999]) expect(canBeDrawn(seed)).toBe(false)
  expect(canBeDrawn(200_000)).toBe(true)
  expect(settingOfSeed(200_000, clinic).canary).not.toContain('do not train')
})
