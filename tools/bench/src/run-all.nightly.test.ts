import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseResult } from './result.js'
import { type Request, runAll } from './run-all.js'

// Nightly, because CI runs all benchmarks in the way in which this test runs five small ones.

const folder = fileURLToPath(new URL('./testing/benchmarks', import.meta.url))

async function run(change: Partial<Request>) {
  let printed = ''
  let complaints = ''
  const output = {
    print: (text: string) => {
      printed += text
    },
    complain: (text: string) => {
      complaints += text
    },
    progress: () => {},
  }
  const isFine = await runAll({ folder, names: [], rounds: 'smoke', json: false, ...change }, output)
  return { isFine, printed, complaints }
}

describe('running all benchmarks', () => {
  it('prints the results of each, and names those that failed', async () => {
    const { isFine, printed, complaints } = await run({})
    expect(isFine).toBe(false)
    expect(printed).toMatch(/^agrees: 2 results, \d+\.\d s\n$/)
    expect(complaints).toMatch(/disagrees: failed after .*two and two: wrong gave a different answer than expected/s)
    expect(complaints).toMatch(/fails: failed after .*The peer has moved/s)
    expect(complaints).toMatch(/leaves: failed after .*Printed no result/s)
    expect(complaints).toMatch(/mumbles: failed after .*malformed line: expected a result as JSON, got Done\./s)
    expect(complaints).toMatch(/\nFailed: disagrees, fails, leaves, mumbles\n$/)
  })

  it('prints a table with the question', async () => {
    const { isFine, printed } = await run({ names: ['agrees'], rounds: 3 })
    expect(isFine).toBe(true)
    expect(printed).toMatch(/^agrees: What does it cost to add\?\n\n {2}2 numbers +µs CPU +to known\n/)
    expect(printed).toMatch(/ {2}3 numbers .*\n {4}known +[\d.]+ +1\n {4}added +[\d.]+ +[\d.]+( \([\d.]+–[\d.]+\))?\n/)
  })

  it('prints nothing but results as JSON', async () => {
    const { printed } = await run({ names: ['agrees'], json: true })
    const results = printed
      .trimEnd()
      .split('\n')
      .map((line) => parseResult(line, 'agrees'))
    expect(results.map(({ contender, rounds }) => [contender, rounds])).toEqual([
      ['known', 2],
      ['added', 2],
    ])
  })

  it('measures only the cases whose name contains a text', async () => {
    const { printed } = await run({ names: ['agrees'], only: '3 num', rounds: 3 })
    expect(printed).toMatch(/ {2}3 numbers /)
    expect(printed).not.toContain('2 numbers')
    const { isFine, complaints } = await run({ names: ['agrees'], only: '4 numbers' })
    expect([isFine, complaints]).toEqual([false, expect.stringContaining('Printed no result')])
  })

  it('names the known benchmarks when asked for an unknown one', async () => {
    await expect(run({ names: ['agress'] })).rejects.toThrow('no benchmark "agress". There are agrees, disagrees,')
  })
})
