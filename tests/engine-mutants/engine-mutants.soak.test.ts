import { beforeAll, describe, expect, it } from 'vitest'
import { someInCi } from '../some-in-ci.js'
import { createEngineBuilder } from './build-engine.js'
import { createLaws } from './laws.js'
import { mutants } from './mutants.js'

const laws = createLaws(1500)
let buildEngine: Awaited<ReturnType<typeof createEngineBuilder>>

beforeAll(async () => {
  buildEngine = await createEngineBuilder()
})

describe('the laws detect that', () => {
  it.each(someInCi(mutants, 6).map((mutant) => [mutant.name, mutant] as const))('%s', async (_, mutant) => {
    const isBroken = laws.get(mutant.law)
    expect(isBroken, `a law named ${mutant.law}`).toBeDefined()
    expect(isBroken?.(await buildEngine(mutant))).toBe(true)
  })
})

it('no law finds a fault in the unchanged verifier', async () => {
  const engine = await buildEngine()
  expect([...createLaws(20)].flatMap(([name, isBroken]) => (isBroken(engine) ? [name] : []))).toEqual([])
})

it('every law detects a fault', () => {
  const noticed = new Set(mutants.map((mutant) => mutant.law))
  expect([...laws.keys()].filter((name) => !noticed.has(name))).toEqual([])
})
