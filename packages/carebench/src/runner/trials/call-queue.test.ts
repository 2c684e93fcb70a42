import { expect, it } from 'vitest'
import { CallQueue } from './call-queue.js'

/** Calls that end on request. */
function openCalls(queue: CallQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const call = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return {
    begun,
    together: (name: string) => queue.together(call(name)),
    alone: (name: string) => queue.alone(call(name)),
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('runs at most the given number of calls concurrently, in order', async () => {
  const calls = openCalls(new CallQueue(2))
  const results = Promise.all(['a', 'b', 'c', 'd'].map(calls.together))
  await calls.end('')
  expect(calls.begun).toEqual(['a', 'b'])
  await calls.end('b')
  expect(calls.begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await calls.end(name)
  expect(await results).toEqual(['a', 'b', 'c', 'd'])
})

it('runs a call alone after all earlier calls and before all later ones', async () => {
  const calls = openCalls(new CallQueue(2))
  const results = Promise.all([calls.together('a'), calls.alone('b'), calls.together('c'), calls.together('d')])
  await calls.end('')
  expect(calls.begun).toEqual(['a'])
  await calls.end('a')
  expect(calls.begun).toEqual(['a', 'b'])
  await calls.end('b')
  expect(calls.begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['c', 'd']) await calls.end(name)
  await results
})

it('continues after a failed call', async () => {
  const queue = new CallQueue(1)
  await expect(queue.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.together(async () => 1)).toBe(1)
})
