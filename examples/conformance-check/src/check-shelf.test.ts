import { conforms, type Report } from '@carebench/conformance'
import { expect, it } from 'vitest'
import { checkShelf } from './check-shelf.js'
import { brokenPager, rightPager } from './pagers.js'

function failedIn({ results }: Report) {
  return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
}

it('passes a server with correct cursors', async () => {
  const report = await checkShelf(rightPager)
  expect(failedIn(report)).toEqual([])
  expect([conforms(report), report.counts.passed]).toEqual([true, 21])
})

it('fails exactly the requirements that a server with offsets breaks', async () => {
  const report = await checkShelf(brokenPager)
  expect(failedIn(report).sort()).toEqual(['errors.invalid-cursor', 'pagination.limit-clamped', 'pagination.prev-back'])
  expect(conforms(report)).toBe(false)
})
