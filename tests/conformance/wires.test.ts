import { describe, expect, it } from 'vitest'
import { checkInMemory, wrongIn } from './in-memory-target.js'
import { wiredServers } from './wired-servers.js'

const ids = ['members', 'shape', 'lists', 'same', 'ended'].map((name) => `wires.${name}`)

it('a server with wires conforms', async () => {
  const report = await checkInMemory({ wired: true, only: ids })
  expect(wrongIn(report)).toEqual([])
  expect(report.results.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, 'passed']))
})

it('a server with few ports refuses starts, and can be asked again', async () => {
  const report = await checkInMemory({ wired: 'sparsely', only: ['wires.none-left'] })
  expect(wrongIn(report)).toEqual([])
  expect(report.results.map(({ outcome }) => outcome)).toEqual(['passed'])
})

it('a server need not have wires', async () => {
  const report = await checkInMemory({ only: ids })
  expect(report.results.map(({ outcome }) => outcome)).toEqual(
    ids.map((id) => (id === 'wires.lists' ? 'passed' : 'not-applicable')),
  )
  const { results } = await checkInMemory({ only: ['wires.none-left'] })
  expect(results).toMatchObject([{ outcome: 'not-applicable', cause: 'No sandbox of this server has wires.' }])
})

describe('a server with broken wires is caught', () => {
  it.each(wiredServers.map((server) => [server.breaks, server] as const))('%s', async (_, server) => {
    // Others need more ports.
    const only = server.wired === 'sparsely' ? [server.caughtBy] : ids
    const report = await checkInMemory({ broken: server, only })
    const wrong = report.results.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => [id, outcome])
    expect(wrong).toContainEqual([server.caughtBy, 'failed'])
  })
})
