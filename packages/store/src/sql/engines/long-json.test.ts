import { expect, it } from 'vitest'
import { parseLongJson, parseShortJson } from './long-json.js'

it('parses short texts at once, and each long one in a turn of its own', async () => {
  const long = { text: 'x'.repeat(300_000) }
  const rows = [null, { a: 1 }, long, long].map((doc) => ({ id: 'x', doc: parseShortJson(JSON.stringify(doc)) }))
  expect(rows.slice(0, 2).map(({ doc }) => doc)).toEqual([null, { a: 1 }])
  let turns = 0
  const counting = setImmediate(function count() {
    turns++
    setImmediate(count).unref()
  })
  await parseLongJson(rows)
  clearImmediate(counting)
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(rows.map(({ doc }) => doc)).toEqual([null, { a: 1 }, long, long])
})
