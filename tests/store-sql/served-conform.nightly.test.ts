import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '@carebench/conformance'
import { createCertificate } from '@carebench/server'
import { expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { type ServedProcess, startServed } from './served.js'

const capabilities = new URL('../conformance/capabilities.json', import.meta.url).pathname

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-conform-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(...flags: readonly string[]): Promise<ServedProcess> {
  const served = await startServed('--clock', 'manual', ...flags)
  onTestFinished(async () => void (await served.kill()))
  return served
}

/** Runs the kit as a user does, with the keys that the server has printed. Throws if a requirement fails. */
async function expectConforming({ ready }: ServedProcess, url = ready.url ?? ''): Promise<void> {
  const environment = {
    CAREBENCH_CA: ready.ca_file ?? '',
    CAREBENCH_ORGANIZATION_KEY: ready.organization_key ?? '',
    CAREBENCH_SOLVER_KEY: ready.solver_key ?? '',
    CAREBENCH_OPERATOR_KEY: ready.operator_key ?? '',
  }
  const flags = ['--profile', 'extended', '--strict', '--rate', '100000', '--capabilities', capabilities, '--json']
  const { code, out } = await runInProcess(['conformance', url, ...flags], { environment })
  const report: Report = JSON.parse(out)
  const wrong = report.results.filter(({ outcome }) => ['failed', 'warned', 'untestable'].includes(outcome))
  expect(wrong.map(({ id, cause }) => `${id}: ${cause}`)).toEqual([])
  expect(code).toBe(0)
  expect(report.counts.passed).toBeGreaterThan(700)
}

/** Forwards connections to one port after the other, without reading what they send. Resolves with its own port. */
async function passOn(ports: readonly number[]): Promise<number> {
  let turn = 0
  const server = createServer((incoming) => {
    const outgoing = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('a server in a folder conforms with the profile extended on a manual clock, \
which goes on after it was killed', async () => {
  const data = join(newFolder(), 'data')
  const served = await start('--data', data)
  await expectConforming(served)
  const timeAt = async ({ call, ready }: ServedProcess) => {
    const answer = await call(ready.organization_key ?? '', 'POST', '/testing/clock', { advance_seconds: 0 })
    return Date.parse((answer.body as { now: string }).now)
  }
  const time = await timeAt(served)
  await served.kill()
  expect((await timeAt(await start('--data', data))) - time).toBe(1)
})

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `two processes on one PostgreSQL conform with the profile extended on one manual \
clock${skipped === undefined ? '' : ` (${skipped})`}`,
  async () => {
    const [postgres, folder] = [await startPostgres(), newFolder()]
    onTestFinished(() => postgres.stop())
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const tls = await createCertificate(new Date())
    const flags = [
      '--database-url',
      postgres.createDatabase('conform'),
      '--secret-file',
      file('secret', randomBytes(32)),
    ]
    const both = [...flags, '--cert', file('cert.pem', tls.cert), '--key', file('key.pem', tls.key)]
    const key = file('operator', `vop_${randomBytes(64).toString('base64').replaceAll(/\W/g, '').slice(0, 43)}`)
    const nodes = await Promise.all([1, 2].map(() => start(...both, '--operator-key-file', key)))
    const [first] = nodes
    if (first === undefined) throw new RangeError('Expected a node.')
    const port = await passOn(nodes.map(({ ready }) => Number(new URL(ready.url ?? '').port)))
    await expectConforming(first, `https://127.0.0.1:${port}`)
  },
)
