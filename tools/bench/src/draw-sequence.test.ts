import { expect, it } from 'vitest'
import { readSystem, writers } from '../sequences/calls.js'
import { drawSequence, type Place } from '../sequences/draw.js'
import type { AgentCall } from '../sequences/sequence.js'

const endpoints = { fhir: '/fhir', 'portal@one': '/portal@one', messages: '/messages' }
const places: readonly Place[] = ['a', 'b'].map((task) => ({ benchmark: 'x', task, groups: Object.keys(endpoints) }))

/** Returns the calls of a drawn sequence when each response is a 200 with `{}`. */
function drawCalls(seed: number, number: number): readonly AgentCall[] {
  const sequence = drawSequence(places, seed, number, 0.01)
  const calls = sequence.calls({ taskItem: { instruction: 'Call.' }, endpoints, document: {} })
  const made: AgentCall[] = []
  for (let next = calls.next(); next.done !== true; next = calls.next({ status: 200, text: '{}' }))
    made.push(next.value)
  return made
}

it('draws the same sequence again from the same seed and number', () => {
  for (let number = 0; number < 12; number++) expect(drawCalls(1, number)).toEqual(drawCalls(1, number))
  expect(Array.from({ length: 12 }, (_, number) => drawCalls(2, number))).not.toEqual(
    Array.from({ length: 12 }, (_, number) => drawCalls(1, number)),
  )
})

it('tries every task and each of its systems', () => {
  const tried = new Set<string>()
  const rounds = places.length * Object.keys(endpoints).length
  for (let number = 0; number < 2 * rounds; number++) {
    const { task } = drawSequence(places, 1, number, 0.01)
    for (const { group } of drawCalls(1, number)) {
      expect(Object.keys(writers)).toContain(readSystem(group))
      tried.add(`${task} ${group}`)
    }
  }
  expect(tried.size).toBe(rounds)
})
