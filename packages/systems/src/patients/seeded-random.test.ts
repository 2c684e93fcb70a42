import { describe, expect, test } from 'vitest'
import { createChance } from './seeded-random.js'

function draws(...seeds: number[]) {
  const chance = createChance(...seeds)
  return Array.from({ length: 3 }, () => chance.integer(0, 4_294_967_295))
}

describe('createChance', () => {
  test('gives these numbers in every runtime and release', () => {
    expect(draws(42)).toEqual([2823786882, 3593243094, 3817115458])
    expect(draws(42, 1)).toEqual([2248784186, 744784057, 372558267])
  })

  test('distinguishes seeds by their order, their number and their upper bits', () => {
    const streams = [draws(1, 2), draws(2, 1), draws(1), draws(1, 2, 0), draws(1 + 2 ** 40, 2), draws(0), draws(0, 0)]
    expect(new Set(streams.map(String)).size).toBe(streams.length)
  })

  test('stays within its ranges and reaches their ends', () => {
    const chance = createChance(7)
    const rolls = Array.from({ length: 600 }, () => chance.integer(1, 6))
    expect(new Set(rolls)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    const bells = Array.from({ length: 5000 }, () => chance.bell(10, 2))
    const mean = bells.reduce((sum, value) => sum + value, 0) / bells.length
    const variance = bells.reduce((sum, value) => sum + (value - mean) ** 2, 0) / bells.length
    expect(mean).toBeCloseTo(10, 0)
    expect(Math.sqrt(variance)).toBeCloseTo(2, 0)
    expect(bells.every((value) => value >= 4 && value <= 16)).toBe(true)
  })

  test('picks by weight and refuses an empty list', () => {
    const chance = createChance(9)
    const items = [
      { name: 'often', weight: 9 },
      { name: 'seldom', weight: 1 },
      { name: 'never', weight: 0 },
    ]
    const picked = Array.from({ length: 1000 }, () => chance.pickWeighted(items).name)
    expect(picked.filter((name) => name === 'often').length).toBeGreaterThan(850)
    expect(picked).toContain('seldom')
    expect(picked).not.toContain('never')
    expect(() => chance.pick([])).toThrow(/at least one item/)
  })
})
