import { expect, it } from 'vitest'
import { checkInMemory, wrongIn } from './in-memory-target.js'
import { wireIds as ids } from './wired-servers.js'

it('a server with channels conforms', async () => {
  const report = await checkInMemory({ wired: true, only: ids })
  expect(wrongIn(report)).toEqual([])
  expect(report.results.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, 'passed']))
})

it('a server with too few ports rejects starts, which can be retried', async () => {
  const report = await checkInMemory({ wired: 'sparsely', only: ['wires.none-left'] })
  expect(wrongIn(report)).toEqual([])
  expect(report.results.map(({ outcome }) => outcome)).toEqual(['passed'])
})

it('a server without channels conforms', async () => {
  const report = await checkInMemory({ only: ids })
  expect(report.results.map(({ outcome }) => outcome)).toEqual(
    ids.map((id) => (id === 'wires.lists' ? 'passed' : 'not-applicable')),
  )
  const { results } = await checkInMemory({ only: ['wires.none-left'] })
  expect(results).toMatchObject([{ outcome: 'not-applicable', cause: 'No sandbox of this server has wires.' }])
})
