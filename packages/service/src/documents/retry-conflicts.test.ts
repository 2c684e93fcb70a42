import { createSeededRandom } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { retryConflicts } from './retry-conflicts.js'

const context = { random: createSeededRandom(1) }

it('decides again until there is a result', async () => {
  let decisions = 0
  const decide = async () => (++decisions < 5 ? undefined : false)
  expect(await retryConflicts(context, decide)).toBe(false)
  expect(decisions).toBe(5)
})

it('gives up after a while, and at once if a decision fails', async () => {
  let decisions = 0
  const decide = async () => {
    decisions++
    return undefined
  }
  await expect(retryConflicts(context, decide)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(decisions).toBe(20)
  await expect(retryConflicts(context, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
