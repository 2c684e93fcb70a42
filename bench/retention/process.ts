import { callInMemory, createRequest, publishBenchmark, textOfBody } from '@carebench/service'
import { loadDefinition, playRun, type Send } from '../load/workload.js'
import { startNode } from '../store/node.js'
import { databaseSize, folderSize, heapSize } from '../store/size.js'

// A service that keeps the newest hundred runs: process.mjs memory|PGlite|postgres://… `run N` carries out so many and answers with a sample.

/** In bytes; null for what the engine does not have. */
export interface Sample {
  readonly rss: number
  readonly heap: number
  /** The files of the database without its write-ahead log. */
  readonly database: number | null
  /** Everything in the folder of the embedded database. */
  readonly folder: number | null
}

const kept = 100
/** The service looks for runs to delete after so many. */
const sweep = 50
/** Longer than the time between two sweeps. */
const pause = 20_000

const [engineName = 'memory'] = process.argv.slice(2)
const { service, db, folder, advance } = await startNode(engineName, kept)
const { organizationKey, solverKey } = await service.provisionOrganization('Clinic')
await publishBenchmark(callInMemory(service, organizationKey), loadDefinition, { allowFindings: true })

const send: Send = async (token, method, target, body) => {
  const isText = typeof body === 'string'
  const type = target.includes('/fhir/') ? 'application/fhir+json' : isText ? 'text/plain' : 'application/json'
  const bytes = new TextEncoder().encode(body === undefined ? '' : isText ? body : JSON.stringify(body))
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) }
  const answer = await service.handle(createRequest(method, target, headers, bytes))
  return { status: answer.status, retryAfter: answer.headers['retry-after'], text: textOfBody(answer) }
}

async function carryOut(number: number): Promise<void> {
  if (number % 10 === 0) {
    await playRun(send, solverKey, number)
    return
  }
  const created = JSON.parse((await send(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'load@1' })).text)
  const [{ start_url, complete_url }] = created.task_runs
  for (const url of [start_url, complete_url]) {
    const { status, text } = await send(created.bearer_token, 'POST', url)
    if (status !== 200) throw new Error(`${url} was answered ${status}: ${text}`)
  }
}

let done = 0
process.on('message', async (question: string) => {
  const count = Number(question.split(' ')[1])
  for (let number = 1; number <= count; number++) {
    await carryOut(++done)
    if (done % sweep !== 0 && number < count) continue
    advance(pause)
    await service.settleDue()
  }
  const heap = heapSize()
  const sample: Sample = {
    rss: process.memoryUsage().rss,
    heap,
    database: db === undefined ? null : await databaseSize(db),
    folder: folder === undefined ? null : folderSize(folder),
  }
  process.send?.(sample)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
