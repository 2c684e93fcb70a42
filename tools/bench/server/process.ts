import { createCertificate, createServer } from '@carebench/server'
import type { Service } from '@carebench/service'
import { startBare } from './bare.js'
import type { Opening, Seed, StartServer, Tls } from './contender.js'
import { startExpress } from './express.js'
import { startFastify } from './fastify.js'
import { startHono } from './hono.js'
import { createSeededService } from './seeded-service.js'
import { createTableService } from './table-service.js'

// Runs the contender named by the argument. Answers any message with the CPU time used so far, in microseconds.

const peers: Readonly<Record<string, StartServer>> = {
  'bare node:https': startBare,
  fastify: startFastify,
  hono: startHono,
  express: startExpress,
}

async function start(contender: string, tls: Tls, service: Service, seed: Seed): Promise<number> {
  const startPeer = peers[contender]
  if (startPeer !== undefined) return startPeer(tls, seed)
  if (contender === 'carebench server only') {
    return (await createServer({ service: createTableService(seed), tls }).listen({ port: 0 })).port
  }
  const log = contender === 'carebench, request log' ? writeLine : undefined
  return (await createServer({ service, tls, ...(log && { log }) }).listen({ port: 0 })).port
}

/** Writes a line of the log to stderr, in the format of the command line. */
function writeLine(line: unknown): void {
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

const tls = await createCertificate(new Date())
const { service, seed } = await createSeededService()
const port = await start(process.argv[2] ?? '', tls, service, seed)
const opening: Opening = {
  url: `https://127.0.0.1:${port}`,
  ca: tls.cert,
  token: seed.token,
  ids: seed.benchmarks.map(({ id }) => id),
}
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))
process.send?.(opening)
