import { fixtureNames, fixtures } from '@carebench/fixtures'
import { expect, inject, it } from 'vitest'
import { type AgentName, agentNames } from '../../packages/carebench/src/demo/agent.js'
import { createTestbeds } from '../benchmark-testbed.js'
import { assertSameRecord, playAll, playedBy, read } from './played-benchmark.js'

// A record takes megabytes, and all agents take minutes, so CI repeats only one agent's runs of one fixture, and
// compares one task.
const isQuick = inject('scale') < 10
const agents: readonly AgentName[] = isQuick ? ['good'] : agentNames
const played = isQuick ? (['eligibility'] as const) : fixtureNames

it.each(played)('every run of %s gives the same bytes when repeated and in its replay', async (name) => {
  const open = await createTestbeds(fixtures[name])
  const [first, other] = [await playAll(name, open(), agents), await playAll(name, open(), agents)]
  for (const agent of agents) {
    await assertSameRecord(first, other, agent, (run) => (isQuick ? run.tasks.slice(0, 1) : run.tasks))
    if (isQuick) continue
    const path = `/benchmark-runs/${playedBy(agent, first).run.id}/record`
    const record = await read(first.testbed, path)
    expect(JSON.stringify(await read(other.testbed, path))).toBe(JSON.stringify(record))
    expect(record.task_runs).toHaveLength(fixtures[name].tasks.length)
  }
})
