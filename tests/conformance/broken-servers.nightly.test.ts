import type { Report, RequirementId } from '@carebench/conformance'
import { describe, expect, it } from 'vitest'
import { blindServers } from './blind-servers.js'
import { ourGaps } from './gaps.js'
import { checkInMemory } from './in-memory-target.js'
import { judgingServers } from './judging-servers.js'
import { tableServers, withWrongRow } from './table-servers.js'
import { wireServers } from './wire-servers.js'
import { wiredServers, wireIds } from './wired-servers.js'
import { worldServers } from './world-servers.js'

// Each server violates one rule, and the requirement of that rule fails. conformance.test.ts tests that the requirement
// passes on a correct server.

function outcomeIn(report: Report, id: RequirementId) {
  return report.results.find((result) => result.id === id)?.outcome
}

describe('a server with a wrong answer is caught', () => {
  it.each([...wireServers, ...worldServers, ...judgingServers].map((server) => [server.breaks, server] as const))(
    '%s',
    async (_, server) => {
      const report = await checkInMemory({ broken: server, gaps: ourGaps, only: [server.caughtBy] })
      expect(outcomeIn(report, server.caughtBy)).toBe('failed')
    },
  )
})

describe('a server with a wrong row in its table is caught', () => {
  it.each(tableServers.map((server) => [server.breaks, server] as const))('%s', async (_, server) => {
    const report = await withWrongRow(server, () => checkInMemory({ gaps: ourGaps, only: [server.caughtBy] }))
    expect(outcomeIn(report, server.caughtBy)).toBe('failed')
  })
})

describe('a server that was written without knowledge of the checks is caught', () => {
  it.each(blindServers.map((server) => [server.breaks, server] as const))('%s', async (_, server) => {
    const report = await checkInMemory({ broken: server, gaps: ourGaps, only: [server.caughtBy] })
    expect(outcomeIn(report, server.caughtBy)).toBe('failed')
  })
})

describe('a server with broken wires is caught', () => {
  it.each(wiredServers.map((server) => [server.breaks, server] as const))('%s', async (_, server) => {
    // The other requirements need more ports.
    const only = server.wired === 'sparsely' ? [server.caughtBy] : wireIds
    const report = await checkInMemory({ broken: server, only })
    const wrong = report.results.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => [id, outcome])
    expect(wrong).toContainEqual([server.caughtBy, 'failed'])
  })
})
