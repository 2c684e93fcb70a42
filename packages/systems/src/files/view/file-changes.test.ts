import { expect, it } from 'vitest'
import { changesOfFile } from './file-changes.js'

const pool = { otherReference: () => undefined, otherValue: () => undefined }

function changeCells(lines: number): readonly string[] {
  const content = `a,b\n${'x,y\n'.repeat(lines)}`
  return changesOfFile({ path: 'outbound/f.csv', content }, pool).map(({ what }) => what)
}

it('changes every cell of a table of 1,000 cells', () => {
  expect(new Set(changeCells(500)).size).toBe(1001)
})

it('changes an even selection of the cells of a larger table, so that all copies have a million cells at most', () => {
  const changes = changeCells(20_000)
  expect(changes.length * 40_000).toBeLessThanOrEqual(1_000_000 + 40_000)
  expect(changes.at(-1)).toMatch(/^row 19201 /)
})

it('changes an even selection of the values of a large file of JSON', () => {
  const content = JSON.stringify(Array.from({ length: 5000 }, (_, number) => `value ${number}`))
  expect(changesOfFile({ path: 'outbound/f.json', content }, pool)).toHaveLength(201)
})
