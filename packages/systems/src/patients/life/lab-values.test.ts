import { expect, test } from 'vitest'
import { filtrationFor } from './lab-values.js'

test('CKD-EPI 2021, against values computed by hand', () => {
  expect(filtrationFor(1, 50, 'female')).toBeCloseTo(142 * (1 / 0.7) ** -1.2 * 0.9938 ** 50 * 1.012, 9)
  expect(Math.round(filtrationFor(1, 50, 'female'))).toBe(69)
  expect(Math.round(filtrationFor(1.2, 60, 'male'))).toBe(69)
  expect(Math.round(filtrationFor(0.6, 30, 'female'))).toBe(124)
  expect(Math.round(filtrationFor(2, 70, 'male'))).toBe(35)
})
