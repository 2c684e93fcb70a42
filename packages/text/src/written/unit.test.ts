import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseUnit, toBaseUnits } from './unit.js'
import { unitAtoms, unitPrefixes } from './unit-atoms.js'

function convert(value: number, from: string, to: string): number {
  const [a, b] = [parseUnit(from), parseUnit(to)]
  if (a === undefined || b === undefined || a.dimension !== b.dimension) return Number.NaN
  return toBaseUnits(value, a) / b.factor - b.offset
}

it.each<[number, string, number, string]>([
  [13.5, 'g/dL', 135, 'g/L'],
  [1, 'mg/dL', 10, 'mg/L'],
  [98.6, '[degF]', 37, 'Cel'],
  [0, 'Cel', 273.15, 'K'],
  [7.5, '10*3/uL', 7.5, '10*9/L'],
  [7.5, '10*3/uL', 7500, '/uL'],
  [1, '[lb_av]', 0.45359237, 'kg'],
  [1, '[in_i]', 2.54, 'cm'],
  [120, 'mm[Hg]', 15.99864, 'kPa'],
  [1, 'ug/kg/min', 60, 'ug/kg/h'],
  [40, 'm[iU]/mL', 40, '[iU]/L'],
  [1, 'kg/m2', 0.1, 'g/cm2'],
  [50, '%', 0.5, '1'],
  [3, '{cells}/uL', 3, '/uL'],
  [2, 'mg{total}/d', 2, 'mg/d'],
  [1, 'wk', 7, 'd'],
  [1, 'meq/L', 1, 'mmol/L'],
  [1, 'dam', 10, 'm'],
])('%d %s is %d %s', (value, from, expected, to) => {
  expect(convert(value, from, to)).toBeCloseTo(expected, 9)
})

it.each([
  ['mg', 'mL'],
  ['mg/dL', 'mmol/L'],
  ['[iU]/L', 'U/L'],
  ['s', 'Hz'],
])('does not convert %s to %s', (from, to) => {
  expect(convert(1, from, to)).toBeNaN()
})

it.each([
  '',
  'mcg',
  'MG',
  'mg//dL',
  'mg/',
  '.mg',
  'mg.',
  '(mg)',
  'kkg',
  'k',
  'mmin',
  '0',
  '-1',
  '{',
  'mg{',
  '2{a}b',
  ' mg',
  'Cel/m',
  'constructor',
  '258684004',
])('reads no unit in %j', (text) => {
  expect(parseUnit(text)).toBeUndefined()
})

it('never throws, and multiplication and division are undone by their inverse', () => {
  const atoms = [...unitAtoms].flatMap(([code, atom]) =>
    atom.metric ? [...unitPrefixes.keys()].map((p) => p + code) : [code],
  )
  fc.assert(
    fc.property(fc.constantFrom(...atoms), fc.constantFrom(...atoms), fc.string(), (a, b, text) => {
      parseUnit(text)
      expect(convert(1, `${a}.${b}/${b}`, a)).toBeCloseTo(1, 9)
    }),
  )
})
