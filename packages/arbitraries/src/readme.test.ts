import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createScoringLaws, type Scorer, scoringLaws } from './index.js'

it('has working examples', () => {
  const console = { log: vi.fn() }
  // <example>
  // Looks right, and is not: the order of the criteria changes the last bit, and sums overflow.
  const mean: Scorer = (items) => {
    let gained = 0
    let total = 0
    for (const { score, weight } of items) {
      gained += weight * score
      total += weight
    }
    return total === 0 ? 0 : gained / total
  }
  for (const law of scoringLaws) {
    const { failed, counterexample, errorInstance } = fc.check(law.property(mean), { numRuns: 1000 })
    if (failed) console.log(law.name, String(errorInstance), JSON.stringify(counterexample))
  }
  // </example>
  expect(console.log.mock.calls.map(([name]) => name)).toContain('ends')
  console.log.mockClear()
  // <second example>
  const counting: Scorer = (items) => mean(items.map((item) => ({ ...item, weight: item.weight || 1 })))
  for (const law of createScoringLaws({ weights: 'ordinary', tolerance: 1e-9 })) {
    for (const [name, scorer] of Object.entries({ mean, counting })) {
      if (fc.check(law.property(scorer), { numRuns: 1000, seed: 7 }).failed) console.log(name, 'breaks', law.name)
    }
  }
  // </second example>
  expect(console.log.mock.calls).toEqual([
    ['counting', 'breaks', 'scale-free'],
    ['counting', 'breaks', 'ends'],
  ])
})

it('contains the examples above', async () => {
  const [readme, test] = await Promise.all(['../README.md?raw', './readme.test.ts?raw'].map(readText))
  for (const name of ['example', 'second example']) {
    const shown = test?.split(`// <${name}>\n`)[1]?.split(`  // </${name}>`)[0]?.replaceAll(/^ {2}/gm, '')
    expect(shown).toBeTruthy()
    expect(readme).toContain(`\n${shown}\`\`\``)
  }
})

async function readText(path: string): Promise<string> {
  const module: { readonly default: unknown } = await import(/* @vite-ignore */ path)
  return String(module.default)
}
