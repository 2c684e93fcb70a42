import { conforms, type Report } from '@carebench/conformance'
import { expect, it } from 'vitest'
import { checkShelf } from './check-shelf.js'
import { brokenPager, rightPager } from './pagers.js'

function failedIn({ results }: Report) {
  return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
}

it('the right one conforms', async () => {
  const report = await checkShelf(rightPager)
  expect(failedIn(report)).toEqual([])
  expect([conforms(report), report.counts.passed]).toEqual([true, 21])
})

it('the broken one fails where it is broken, and nowhere else', async () => {
  const report = await checkShelf(brokenPager)
  expect(failedIn(report).sort()).toEqual(['errors.invalid-cursor', 'pagination.limit-clamped', 'pagination.prev-back'])
  expect(conforms(report)).toBe(false)
})
