import { expect, it } from 'vitest'
import { readTokens } from '../tokens/token.js'
import { parseDigits, readNumber } from './written-number.js'

it.each<[string, readonly number[], readonly number[]]>([
  ['6.7', [6.7], []],
  ['6,7', [6.7], []],
  ['1,250', [1250], [1.25]],
  ['1.250', [1.25], [1250]],
  ['0.250', [0.25], []],
  ['1,250.00', [1250], []],
  ['1.250,00', [1250], []],
  ['1.250.000', [1_250_000], []],
  ['2,50,000', [250_000], []],
  ['1.2.3', [], []],
  ['1,25,0.5', [], []],
])('%s is %j, or perhaps %j', (text, certain, perhaps) => {
  const readings = parseDigits(text)
  expect(readings.filter((reading) => reading.certain).map(({ value }) => value)).toEqual(certain)
  expect(readings.filter((reading) => !reading.certain).map(({ value }) => value)).toEqual(perhaps)
})

function listNumbers(text: string): readonly number[] {
  const tokens = readTokens(text)
  const found: number[] = []
  for (let at = 0; at < tokens.length; ) {
    const number = readNumber(tokens, at)
    if (number !== undefined) found.push(...number.readings.filter(({ certain }) => certain).map(({ value }) => value))
    at = number?.end ?? at + 1
  }
  return found
}

it.each<[string, readonly number[]]>([
  ['-2.5 and 2.5', [-2.5, 2.5]],
  ['−2.5', [-2.5]],
  ['3-5', []],
  ['B12 and COVID-19', []],
  ['12:30', []],
  ['> 5', []],
  ['about 5', []],
  ['1 1/2 and ¾', [1.5, 0.75]],
  ['120/80', [120, 80]],
  ['7.5 x10^9', [7.5e9]],
  ['1.5e-3', [0.0015]],
  ['one hundred and five; two hundred thousand', [105, 200_000]],
  ['a dozen, half a dozen', [12, 6]],
  ['.5 is not 5.', [0.5, 5]],
])('%s contains %j', (text, values) => {
  expect(listNumbers(text)).toEqual(values)
})
