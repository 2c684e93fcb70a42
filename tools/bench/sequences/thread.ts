import { hash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '@carebench/protocol'
import { createCertificate, createServer, readPdfInWorker } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createService,
  defaultSystems,
  publishBenchmark,
  secureRandom,
} from '@carebench/service'
import { openEngine } from '../store/engines.js'
import { readSystem, writers } from './calls.js'
import { drawSequence, type Place } from './draw.js'
import { fixedSequences } from './fixed.js'
import { readBenchmarks } from './places.js'
import { openStage, playSequence } from './play.js'
import type { SequenceAnswer, SequenceOpening, SequenceWork } from './run.js'
import type { Sequence } from './sequence.js'

// A thread with a service, on which it plays sequences. Answers the messages `drawn N` and `fixed N` with the figures
// of that sequence. Meanwhile, the service responds to another client over HTTPS.

const { engine, folder, seed, share }: SequenceWork = workerData
const { benchmarks, audits } = readBenchmarks(folder, share < 1)
const { store } = await openEngine(engine)
const secret = new Uint8Array(32).fill(7)
const service = createService({
  store,
  clock: systemClock,
  random: secureRandom,
  sha256: (text) => hash('sha256', text),
  ids: createIdSource(systemClock, secureRandom, {
    latestCommit: store.latest && (() => store.latest?.().commit ?? 0),
  }),
  systems: defaultSystems,
  secret,
  cursorKeys: [{ id: '1', secret }],
  knownAudits: audits,
  outside: { readDocument: (document) => readPdfInWorker(document) },
})
const keys = await service.provisionOrganization('Clinic')
const stage = await openStage(service, keys)
const places: Place[] = []
for (const { definition, tasks } of benchmarks) {
  await publishBenchmark(callInMemory(service, keys.organizationKey), definition, { allowFindings: true })
  // The groups of systems that an agent finds in a run of this benchmark.
  const body = { benchmark: `${definition.name}@1` }
  const { endpoints } = await callInMemory(service, keys.solverKey)('createBenchmarkRun', { body })
  const groups = [...Object.keys(endpoints), 'mcp', 'wait'].filter((group) => readSystem(group) in writers)
  places.push(...tasks.map((task) => ({ benchmark: definition.name, task, groups })))
}
// Audits run in the background, and must not count as a cost of sequences.
await service.finishAudits()
const tls = await createCertificate(new Date())
const { port } = await createServer({ service, tls }).listen({ port: 0 })

function readSequence(question: string): Sequence {
  const [kind, number] = question.split(' ')
  if (kind === 'drawn') return drawSequence(places, seed, Number(number), share)
  const fixed = fixedSequences(share)[Number(number)]
  if (fixed === undefined) throw new RangeError(`There is no sequence ${question}.`)
  return fixed
}

parentPort?.on('message', async (question: string) => {
  const sequence = readSequence(question)
  const { name, benchmark, task } = sequence
  const about = { name, place: task === undefined ? benchmark : `${benchmark}, ${task}` }
  try {
    answer({ ...about, ...(await playSequence(stage, sequence)) })
  } catch (error) {
    answer({ ...about, pieces: [], cpu: 0, requests: 0, rejected: 0, failure: String(error) })
  }
})

function answer(message: SequenceAnswer | SequenceOpening): void {
  parentPort?.postMessage(message)
}

const self = '/proc/thread-self'
const kernelThread = existsSync(self) ? realpathSync(self) : undefined
answer({ url: `https://127.0.0.1:${port}`, ca: tls.cert, kernelThread })
