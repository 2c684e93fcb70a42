import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { whyNoPostgres } from '../../../packages/store/src/sql/testing/postgres-server.js'
import { type EngineName, makePlace } from './place.js'
import { crashService } from './service-crashes.js'
import { crashStore } from './store-crashes.js'

/** Two at scale 10, none below scale 5, because opening a store takes seconds. For hundreds, use `pnpm crash`. */
const crashes = Math.floor(inject('scale') / 5)
const skipped = whyNoPostgres()

async function crash(run: typeof crashStore, engine: EngineName, times: number): Promise<void> {
  const place = await makePlace(engine)
  onTestFinished(() => place.remove())
  expect((await run({ place, crashes: times, seed: times })).acknowledged).toBeGreaterThan(0)
}

describe('a process that is killed loses no acknowledged write, and leaves none half done:', () => {
  it.skipIf(crashes === 0)('a program on an embedded store', () => crash(crashStore, 'embedded', crashes))

  it.skipIf(skipped !== undefined)(`a program on PostgreSQL, or PostgreSQL${skipped ?? ''}`, () =>
    crash(crashStore, 'postgres', Math.max(1, crashes)),
  )

  it.skipIf(crashes === 0)('a server with agents, on an embedded store', () => crash(crashService, 'embedded', crashes))

  it.skipIf(crashes === 0 || skipped !== undefined)(
    `a server with agents on PostgreSQL, or PostgreSQL${skipped ?? ''}`,
    () => crash(crashService, 'postgres', crashes),
  )
})
