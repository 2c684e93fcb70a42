import { expect, it, onTestFinished, vi } from 'vitest'
import { openQueue } from '../../packages/carebench/src/queue/open-queue.js'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'

// Nightly, because it takes 7 s and databases of its own; workers.soak.test.ts tests the queue in CI.

const hour = 3_600_000

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `every process on a queue uses the time of its database, whatever the clock of its machine says${skipped ?? ''}`,
  async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const url = postgres.createDatabase('queue')
    const machine = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => machine() + hour)
    onTestFinished(() => void vi.restoreAllMocks())
    const { setting, close } = await openQueue(url)
    onTestFinished(close)
    expect(Math.abs(setting.clock.now() - machine())).toBeLessThan(hour / 2)
  },
)
