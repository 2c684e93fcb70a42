import { hash } from 'node:crypto'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemClock } from '@carebench/protocol'
import { createCertificate, createHeapGauge, createServer, zlibCompression } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  publishBenchmark,
  secureRandom,
} from '@carebench/service'
import { type LoadOpening, loadDefinition, type ServerFigures } from './workload.js'

// The server under load, as the command line assembles it. It answers any message with its figures since the last one.
// With the argument `limits`, it has the limits that are the default on addresses other than loopback.

const secret = new Uint8Array(32).fill(7)
const use = createHeapGauge()
const service = createService({
  store: createMemoryStore({ compression: zlibCompression }),
  clock: systemClock,
  random: secureRandom,
  sha256: (text) => hash('sha256', text),
  ids: createIdSource(systemClock, secureRandom),
  systems: defaultSystems,
  secret,
  cursorKeys: [{ id: '1', secret }],
  memory: { use },
})
const tls = await createCertificate(new Date())
const { organizationKey, solverKey } = await service.provisionOrganization('Clinic')
await publishBenchmark(callInMemory(service, organizationKey), loadDefinition, { allowFindings: true })
const { port } = await createServer({ service, tls, ...(process.argv.includes('limits') && { limits: {} }) }).listen({
  port: 0,
})

/** Milliseconds between two readings of the clock, and so the precision of measured pauses. */
const tick = 5

/** How late the event loop is, in wall time. */
const delays = monitorEventLoopDelay({ resolution: tick })
delays.enable()
/** The most CPU that the process used between two ticks. */
let maxCpuMs = 0
let tickCpu = cpuMilliseconds()
let peakResidentBytes = process.memoryUsage.rss()
let before = { cpu: cpuMilliseconds(), wall: performance.now() }

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

setInterval(() => {
  const now = cpuMilliseconds()
  maxCpuMs = Math.max(maxCpuMs, now - tickCpu)
  tickCpu = now
}, tick)

setInterval(() => {
  peakResidentBytes = Math.max(peakResidentBytes, process.memoryUsage.rss())
}, 50)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Collects garbage, and returns how many bytes of the heap and of buffers outside it are in use. */
function usedHeap(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.on('message', () => {
  const now = { cpu: cpuMilliseconds(), wall: performance.now() }
  const figures: ServerFigures = {
    cpu: now.cpu - before.cpu,
    wall: now.wall - before.wall,
    maxPauseMs: delays.max / 1e6,
    pause99: delays.percentile(99) / 1e6,
    maxCpuMs,
    memory: use(),
    heap: usedHeap(),
    resident: peakResidentBytes,
  }
  process.send?.(figures)
  // The collection of garbage above must not count in the next figures.
  delays.reset()
  maxCpuMs = 0
  peakResidentBytes = process.memoryUsage.rss()
  tickCpu = cpuMilliseconds()
  before = { cpu: tickCpu, wall: performance.now() }
})
process.on('disconnect', () => process.exit(0))
const opening: LoadOpening = { url: `https://127.0.0.1:${port}`, ca: tls.cert, organizationKey, solverKey }
process.send?.(opening)
