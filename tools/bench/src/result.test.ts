import { describe, expect, it } from 'vitest'
import { parseResult } from './result.js'

const result = {
  benchmark: 'x12',
  case: '102 segments',
  contender: 'node-x12',
  figure: 81.4,
  unit: 'µs CPU',
  ratios: { 'by hand': { median: 2, low: 1.9, high: 2.2 } },
  rounds: 40,
}

describe('a printed result', () => {
  it('is parsed without a change', () => {
    expect(parseResult(JSON.stringify(result), 'x12')).toEqual(result)
    const short = { ...result, ratios: { 'by hand': { median: 2 } }, rounds: 4 }
    expect(parseResult(JSON.stringify(short), 'x12')).toEqual(short)
    const judged = { ...result, size: '102 segments', floor: 'by hand', goals: { 'by hand': 1.3 }, before: '3 s' }
    expect(parseResult(JSON.stringify(judged), 'x12')).toEqual(judged)
  })

  it.each([
    ['{', 'a result as JSON'],
    ['[]', 'an object'],
    ['null', 'an object'],
    [{ benchmark: 'hl7v2' }, '"benchmark" to be "x12"'],
    [{ case: '' }, '"case" to be a non-empty string'],
    [{ size: '' }, '"size" to be a non-empty string'],
    [{ floor: 2 }, '"floor" to be a non-empty string'],
    [{ goals: { 'by hand': '1.3' } }, '"goals" to be an object of numbers above 0'],
    [{ contender: 1 }, '"contender" to be a non-empty string'],
    [{ unit: undefined }, '"unit" to be a non-empty string'],
    // NaN as JSON.
    [{ figure: null }, '"figure" to be a number above 0'],
    [{ figure: 0 }, '"figure" to be a number above 0'],
    [{ rounds: '40' }, '"rounds" to be a number above 0'],
    [{ ratios: [] }, '"ratios" to be an object'],
    [{ ratios: { 'by hand': { median: null, low: 1, high: 1 } } }, '"by hand" in "ratios"'],
    [{ ratios: { 'by hand': { median: 1, high: 1 } } }, '"by hand" in "ratios"'],
  ])('is rejected with %j', (change, expected) => {
    const line = typeof change === 'string' ? change : JSON.stringify({ ...result, ...change })
    expect(() => parseResult(line, 'x12')).toThrow(`malformed line: expected ${expected}`)
  })
})
