import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type Scorer, scoringLaws } from './index.js'

it('is true', () => {
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
    const { failed, counterexample } = fc.check(law.property(mean), { numRuns: 1000 })
    if (failed) console.log(law.name, JSON.stringify(counterexample))
  }
  // </example>
  expect(console.log.mock.calls.map(([name]) => name)).toContain('ends')
})

it('shows the example above', async () => {
  const [readme, test] = await Promise.all(['../README.md?raw', './readme.test.ts?raw'].map(readText))
  const shown = test?.split('// <example>\n')[1]?.split('  // </example>')[0]?.replaceAll(/^ {2}/gm, '')
  expect(shown).toBeTruthy()
  expect(readme).toContain(`\n\n${shown}\`\`\``)
})

async function readText(path: string): Promise<string> {
  const module: { readonly default: unknown } = await import(/* @vite-ignore */ path)
  return String(module.default)
}
