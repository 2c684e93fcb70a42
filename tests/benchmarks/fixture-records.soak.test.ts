import { fixtureNames, fixtures } from '@carebench/fixtures'
import { expect, it } from 'vitest'
import { agentNames } from '../../packages/carebench/src/demo/agent.js'
import { createTestbeds } from '../benchmark-testbed.js'
import { assertSameRecord, playAll, playedBy, read } from './played-benchmark.js'

it.each(fixtureNames)(
  'every run of %s comes out the same in another run, byte for byte, and in its replay',
  async (name) => {
    const open = await createTestbeds(fixtures[name])
    const [one, other] = [await playAll(name, open()), await playAll(name, open())]
    for (const agent of agentNames) {
      await assertSameRecord(one, other, agent, (run) => run.tasks)
      const path = `/benchmark-runs/${playedBy(agent, one).run.id}/record`
      const record = await read(one.testbed, path)
      expect(JSON.stringify(await read(other.testbed, path))).toBe(JSON.stringify(record))
      expect(record.task_runs).toHaveLength(fixtures[name].tasks.length)
    }
  },
)
