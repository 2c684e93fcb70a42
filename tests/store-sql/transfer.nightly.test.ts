import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchmarkDefinition, createManualClock } from '@carebench/protocol'
import {
  callInMemory,
  createRequest,
  publishBenchmark,
  textOfBody,
  type WebhookDeliveryDoc,
  webhookDeliveries,
} from '@carebench/service'
import { insert } from '@carebench/store'
import { openPostgresStore } from '@carebench/store/sql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { createInMemoryService } from '../in-memory-service.js'

// Nightly, because it takes 17 s to fill and move three databases.

const small: BenchmarkDefinition = {
  name: 'small',
  environment: { name: 'Clinic', simulators: [{ type: 'Files', name: 'Files' }], datasets: [] },
  tasks: [
    {
      name: 'file a note',
      criteria: [
        {
          label: 'The note is filed',
          axis: 'correctness',
          assertion: { assert: 'sftp-file-present', path: 'outbound/note.txt' },
        },
      ],
    },
  ],
}

function makeDelivery(name: string, sandbox_id: string): WebhookDeliveryDoc {
  const at = '2026-01-05T09:00:00.000Z'
  return {
    id: `webhook of ${name}`,
    created_at: at,
    sandbox_id,
    type: 'fax.received',
    item_id: 'fax_1',
    host: '127.0.0.1',
    at,
    attempt: 1,
    outcome: 'delivered',
    status: 204,
  }
}

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(`on PostgreSQL${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  it('the command line moves everything from one database to another', async () => {
    const server = await startPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'carebench-export-'))
    onTestFinished(() => {
      server.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const [from, to] = [server.createDatabase('from'), server.createDatabase('to')]
    const store = await openPostgresStore(from)
    const own = await createInMemoryService(createManualClock(), undefined, { store }).openOwnOrganization('Ours')
    await store.close()

    const file = join(folder, 'export.jsonl')
    const exported = await runInProcess(['store', 'export', '--database-url', from, '--out', file])
    expect(exported).toMatchObject({ code: 0, out: 'exported 5 documents and 0 log entries\n' })
    expect(await runInProcess(['store', 'export', '--database-url', from, '--out', file])).toMatchObject({ code: 2 })
    const wrong = join(folder, 'wrong.jsonl')
    writeFileSync(wrong, readFileSync(file, 'utf8').replace('Ours', 'Mine'))
    const environment = { CAREBENCH_SERVE_DATABASE_URL: to }
    const refused = await runInProcess(['store', 'import', wrong], { environment })
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('The export was changed')])
    // A failed import leaves no folder behind.
    const made = join(folder, 'made')
    expect(await runInProcess(['store', 'import', wrong, '--data', made])).toMatchObject({ code: 2 })
    expect(existsSync(made)).toBe(false)
    expect(await runInProcess(['store', 'import', file, '--json'], { environment })).toMatchObject({
      code: 0,
      out: '{"documents":5,"entries":0}\n',
    })
    const again = await runInProcess(['store', 'import', file], { environment })
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('Expected an empty database')])

    const moved = await openPostgresStore(to)
    onTestFinished(() => moved.close())
    const there = createInMemoryService(createManualClock(), undefined, { store: moved, seed: 2 })
    expect(await there.openOwnOrganization('Ours')).toEqual(own)
  })

  it('the command line moves one organization, with its runs and nothing of others', async () => {
    const server = await startPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'carebench-export-'))
    onTestFinished(() => {
      server.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const [from, to] = [server.createDatabase('from'), server.createDatabase('to')]
    const store = await openPostgresStore(from)
    const service = createInMemoryService(createManualClock(), undefined, { store })
    const [own, other] = [
      await service.provisionOrganization('Ours\u2028and\u2029more'),
      await service.provisionOrganization('Theirs'),
    ]
    const ask = async (on: typeof service, token: string, method: string, path: string, body: object = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const bytes = new TextEncoder().encode(method === 'GET' ? '' : JSON.stringify(body))
      const answer = await on.handle(createRequest(method, path, headers, bytes))
      return { status: answer.status, body: JSON.parse(textOfBody(answer) || 'null') }
    }
    const paths: string[] = []
    const sandboxes: string[] = []
    for (const [name, { organizationKey, solverKey }] of [
      ['ours', own],
      ['theirs', other],
    ] as const) {
      await publishBenchmark(callInMemory(service, organizationKey), { ...small, name }, { allowFindings: true })
      const { body: list } = await ask(service, organizationKey, 'GET', '/benchmarks')
      await ask(service, organizationKey, 'PATCH', `/benchmarks/${list.data[0].id}`, { visibility: 'Public' })
      const benchmark = `${name}@1`
      const { body: run } = await ask(service, solverKey, 'POST', '/v1/benchmark-runs', { benchmark })
      for (const url of ['start_url', 'complete_url']) {
        await ask(service, run.bearer_token, 'POST', run.task_runs[0][url])
      }
      paths.push(`/benchmark-runs/${run.benchmark_run_id}`)
      const { body: listed } = await ask(service, organizationKey, 'GET', '/playgrounds')
      const { body: made } = await ask(service, organizationKey, 'GET', `/sandboxes?playground_id=${listed.data[0].id}`)
      sandboxes.push(made.data[0].id)
      await store.commit([insert(webhookDeliveries, makeDelivery(name, made.data[0].id))])
      // A run of ours that uses a benchmark of the other organization is not moved.
      const { body: foreign } = await ask(service, own.solverKey, 'POST', '/v1/benchmark-runs', { benchmark })
      paths.push(`/benchmark-runs/${foreign.benchmark_run_id}`)
    }
    const { body: record } = await ask(service, own.organizationKey, 'GET', `${paths[0]}/record`)
    await store.close()

    const file = join(folder, 'export.jsonl')
    const command = ['store', 'export', '--database-url', from, '--out', file, '--organization']
    const unknown = await runInProcess([...command, 'org_none'])
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('there is no organization org_none')])
    expect(await runInProcess([...command, own.organizationId])).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).not.toContain(other.organizationId)
    expect(readFileSync(file, 'utf8')).not.toContain('webhook of theirs')
    expect(await runInProcess(['store', 'import', file, '--database-url', to])).toMatchObject({ code: 0 })

    const moved = await openPostgresStore(to)
    onTestFinished(() => moved.close())
    const there = createInMemoryService(createManualClock(), undefined, { store: moved, seed: 2 })
    const found = await Promise.all(paths.map((path) => ask(there, own.organizationKey, 'GET', path)))
    expect(found.map(({ status }) => status)).toEqual([200, 200, 404, 404])
    const { body: kept } = await ask(there, own.organizationKey, 'GET', `${paths[0]}/record`)
    expect(kept).toEqual(record)
    const { body: sandbox } = await ask(there, own.organizationKey, 'GET', `/sandboxes/${sandboxes[0]}`)
    expect(sandbox.webhooks).toMatchObject([{ id: 'webhook of ours' }])
    expect((await ask(there, other.organizationKey, 'GET', '/benchmarks')).status).toBe(401)
  })

  it('an export whose file cannot be written is refused, and ends; so is a role that may \
not create the schema', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const url = server.createDatabase('unwritten')
    const exportFrom = (from: string) =>
      runInProcess(['store', 'export', '--database-url', from, '--out', '/nowhere/x'])
    server.createRole('weak')
    const weak = new URL(url)
    weak.username = 'weak'
    const refused = await exportFrom(weak.href)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('grant create on database')])
    const { code, err } = await exportFrom(url)
    expect([code, err]).toEqual([2, expect.stringContaining('--out: /nowhere/x cannot be written')])
  })

  it.each([
    [['store', 'export', '--out', '/nowhere/x'], 'keeps everything in memory'],
    [['store', 'import', import.meta.filename], 'keeps everything in memory'],
    [['store', 'import', '/nowhere/x', '--data', 'x'], '/nowhere/x does not exist'],
  ])('%j is a usage error', async (argv, reason) => {
    const { code, err } = await runInProcess(argv)
    expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  })
})
