import { openStoredClock } from '@carebench/service'
import { expect, inject, it, onTestFinished } from 'vitest'
import { whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { startTlsTarget } from '../conformance/tls-target.js'
import { balance, createNode, startSharedDatabase } from './service-nodes.js'

/** The whole kit takes a minute, so that only the nightly run has it. */
const skipped = inject('scale') < 10 ? ' (skipped: only with CAREBENCH_SCALE=10 or more)' : whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `two nodes on one PostgreSQL, which get requests in turns, conform with the profile extended${skipped ?? ''}`,
  async () => {
    const database = await startSharedDatabase(2)
    onTestFinished(() => database.stop())
    const stores = await database.emptyStores()
    const clocks = await Promise.all(stores.map((store) => openStoredClock(store)))
    const target = await startTlsTarget({
      create: (own, operatorKey) =>
        balance(stores.map((store, index) => createNode(store, { testingClock: clocks[index] ?? own, operatorKey }))),
    })
    onTestFinished(() => target.close())
    const { code, report } = await target.check('--profile', 'extended', '--strict')
    const wrong = report.results.filter(({ outcome }) => ['failed', 'warned', 'untestable'].includes(outcome))
    expect(wrong.map(({ id, cause }) => `${id}: ${cause}`)).toEqual([])
    expect(code).toBe(0)
    expect(report.counts.passed).toBeGreaterThan(700)
  },
)
