import { expect, inject, it } from 'vitest'
import { findingsOfFuzzing } from './in-memory-target.js'

it('finds no violation in our service', async () => {
  expect(await findingsOfFuzzing(6 * inject('scale'))).toEqual([])
})
