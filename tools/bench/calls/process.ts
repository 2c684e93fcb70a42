import { createCertificate, createServer } from '@carebench/server'
import type { Opening } from '../server/contender.js'
import { servers } from './bare.js'
import { makeClinic, publishedAt } from './clinic.js'
import { createClinicService } from './clinic-service.js'
import { Desk } from './desk.js'

// Runs the contender named by the argument. Answers any message with the CPU time used so far, in microseconds.

const contender = process.argv[2] ?? ''
const tls = await createCertificate(new Date())
// The clock stands still until the contender listens, so that all contenders have the same run.
let passed = () => 0
const clock = { now: () => publishedAt + passed() }
const { service, solverKey, call } = await createClinicService(makeClinic(1, 1), clock)
const run = await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'calls@1' })
const token: string = run.bearer_token
await call(token, 'POST', run.task_runs[0].start_url)
const base = `/v1/benchmark-runs/${run.benchmark_run_id}`
const found = new Desk(token).answer('fhir', '', {
  method: 'GET',
  rest: 'Patient',
  query: '_count=20',
  headers: {},
  type: undefined,
  bytes: new Uint8Array(),
})
const bundle = JSON.parse(found?.text ?? '{}')
const start = servers[contender]
const port =
  start === undefined
    ? (await createServer({ service, tls }).listen({ port: 0 })).port
    : await start(new Desk(token), tls)
const begun = performance.now()
passed = () => performance.now() - begun
const opening: Opening = {
  url: `https://127.0.0.1:${port}`,
  ca: tls.cert,
  token,
  base,
  ids: bundle.entry.map((entry: { readonly resource: { readonly id: string } }) => entry.resource.id),
}
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))
process.send?.(opening)
