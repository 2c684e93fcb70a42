import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { refusedServe, startServed } from './served.js'

it('a killed server has everything that it had acknowledged when it starts again, \
and shares its folder with nobody', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'carebench-data-')), 'data')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const flags = ['--data', folder, '--fixtures', 'prior-auth']
  const first = await startServed(...flags)
  onTestFinished(async () => void (await first.kill()))
  const { solver_key = '', organization_key = '' } = first.ready
  const created = await first.call(solver_key, 'POST', '/v1/benchmark-runs', { benchmark: 'prior-auth@1' })
  expect(created.status).toBe(201)
  const run: { bearer_token: string; benchmark_run_id: string; endpoints: { fhir: string }; task_runs: TaskRun[] } =
    created.body
  const [taskRun] = run.task_runs
  expect((await first.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')).status).toBe(200)
  const note = { resourceType: 'Basic', id: 'note', code: { text: 'Kept' } }
  expect((await first.call(run.bearer_token, 'PUT', `${run.endpoints.fhir}/Basic/note`, note)).status).toBe(201)

  const refused = await refusedServe(...flags)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain(`used by process ${first.pid} of this machine`)
  // Only the owner may read the files of the folder.
  for (const name of ['secret', 'lock', 'carebench.json']) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  await first.kill()

  const second = await startServed(...flags)
  onTestFinished(async () => void (await second.kill()))
  for (const name of ['organization_id', 'organization_key', 'solver_id', 'solver_key']) {
    expect([name, second.ready[name]]).toEqual([name, first.ready[name]])
  }
  const { fhir } = run.endpoints
  const kept = await second.call(run.bearer_token, 'GET', `${new URL(fhir, second.ready.url).pathname}/Basic/note`)
  expect([kept.status, kept.body]).toMatchObject([200, { code: { text: 'Kept' } }])
  const completed = await second.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '', {})
  expect(completed.status).toBe(200)
  const benchmarks = await second.call(organization_key, 'GET', '/benchmarks')
  expect((benchmarks.body as { data: unknown[] }).data).toHaveLength(1)
  // The second start has published no second version, because the definition is the same.
  const again = await second.call(solver_key, 'POST', '/v1/benchmark-runs', { benchmark: 'prior-auth@2' })
  expect(again.status).toBe(404)
  expect(await second.kill('SIGTERM')).toBe(0)
  expect(readdirSync(folder)).not.toContain('lock')
})

const skipped = whyNoPostgres()
// Below scale 10, crashes.soak.test.ts kills programs and databases instead.
it.skipIf(skipped !== undefined || inject('scale') < 10)(
  `of two servers on one PostgreSQL, one goes on after the other was killed, \
and after the database was${skipped ?? ''}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carebench-nodes-'))
    const postgres = await startPostgres()
    onTestFinished(() => {
      postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const secret = join(folder, 'secret')
    writeFileSync(secret, randomBytes(32))
    const flags = [
      '--database-url',
      postgres.createDatabase('nodes'),
      '--secret-file',
      secret,
      '--fixtures',
      'prior-auth',
    ]
    // Both start at once on an empty database.
    const [one, other] = await Promise.all([startServed(...flags), startServed(...flags)])
    onTestFinished(async () => {
      await Promise.all([one.kill(), other.kill()])
    })
    const { solver_key = '', organization_key = '' } = one.ready
    expect([other.ready.solver_key, other.ready.organization_key]).toEqual([solver_key, organization_key])
    const benchmarks = await other.call(organization_key, 'GET', '/benchmarks')
    expect((benchmarks.body as { data: unknown[] }).data).toHaveLength(1)

    const created = await one.call(solver_key, 'POST', '/v1/benchmark-runs', { benchmark: 'prior-auth@1' })
    const run: { bearer_token: string; endpoints: { fhir: string }; task_runs: TaskRun[] } = created.body
    const [taskRun] = run.task_runs
    const note = `${run.endpoints.fhir}/Basic/note`
    const read = async () => (await other.call(run.bearer_token, 'GET', note)).status
    const isReady = async () => (await other.call('', 'GET', '/readyz')).status
    expect((await other.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')).status).toBe(200)
    const resource = { resourceType: 'Basic', id: 'note', code: { text: 'Kept' } }
    expect((await one.call(run.bearer_token, 'PUT', note, resource)).status).toBe(201)
    await one.kill()
    expect(await read()).toBe(200)
    postgres.kill()
    expect([await read(), await isReady()]).toEqual([503, 503])
    postgres.start()
    expect([await read(), await isReady()]).toEqual([200, 200])
    expect((await other.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '', {})).status).toBe(200)
    expect(await other.kill('SIGTERM')).toBe(0)
  },
)

interface TaskRun {
  readonly start_url: string
  readonly complete_url: string
}
