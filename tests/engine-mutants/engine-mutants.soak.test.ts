import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createEngineBuilder } from './build-engine.js'
import { createLaws } from './laws.js'
import { mutants } from './mutants.js'

const laws = createLaws()
// Each is an engine of its own to build: CI, at a lower scale, takes every second one.
const tried = mutants.filter((_, index) => inject('scale') >= 10 || index % 2 === 0)
let builder: Awaited<ReturnType<typeof createEngineBuilder>>

beforeAll(async () => {
  builder = await createEngineBuilder()
})
afterAll(() => builder.dispose())

describe('the laws detect that', () => {
  it.each(tried.map((mutant) => [mutant.name, mutant] as const))('%s', async (_, mutant) => {
    const isBroken = laws.get(mutant.law)
    expect(isBroken, `a law named ${mutant.law}`).toBeDefined()
    expect(isBroken?.(await builder.build(mutant))).toBe(true)
  })
})

it('every law detects a fault', () => {
  const noticed = new Set(mutants.map((mutant) => mutant.law))
  expect([...laws.keys()].filter((name) => !noticed.has(name))).toEqual([])
})
