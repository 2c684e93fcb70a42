import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtureAudits, fixtures } from '@carebench/fixtures'
import type { FixtureName } from '@carebench/fixtures/names'
import {
  type Certificate,
  createHeapGauge,
  createServer,
  ListenError,
  type Server,
  type ServerLimits,
  zlibCompression,
} from '@carebench/server'
import {
  callInMemory,
  createOperatorKey,
  type ProvisionedOrganization,
  publishBenchmark,
  type Service,
} from '@carebench/service'
import { WrongUse } from '../exit-reason.js'
import { type Progress, silence } from '../progress.js'
import { createLocalService, type LocalServiceOptions } from './local-service.js'

export interface LocalServerOptions extends Omit<LocalServiceOptions, 'knownAudits' | 'compression' | 'memory'> {
  readonly port: number
  readonly host: string
  readonly tls?: Certificate
  /** Limits of each caller. Default: none on loopback, those of the server elsewhere. */
  readonly limits?: Partial<ServerLimits> | null
  /** The share of the memory that may be in use before new work is refused. Default: that of the service. */
  readonly memoryLimit?: number
  /** Benchmarks to load and publish before the server is ready. */
  readonly fixtures: readonly FixtureName[]
  /** Shows the progress of the start. Default: nothing. */
  readonly progress?: Progress
}

/** A server in this process, with a new organization that owns the fixtures. */
export interface LocalServer extends ProvisionedOrganization {
  /** Creates further organizations. */
  readonly operatorKey: string
  readonly url: string
  /** The certificate that clients must trust, PEM. */
  readonly caPem: string
  /** A file with the certificate, which exists while the server runs. */
  readonly caFile: string
  /** References of the published fixtures: `prior-auth@1`. */
  readonly benchmarks: readonly string[]
  close(): Promise<void>
}

/** Milliseconds between checks for overdue task runs. */
const settleInterval = 1000

/** Starts a server on the given address and publishes fixtures on it. If that fails, everything is closed. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const { log, progress = silence } = options
  progress.step('Starting the server')
  const operatorKey = options.operatorKey ?? createOperatorKey()
  const service = createLocalService({
    ...options,
    operatorKey,
    knownAudits: Object.values(fixtureAudits),
    compression: zlibCompression,
    memory: { use: createHeapGauge(), ...(options.memoryLimit === undefined ? {} : { limit: options.memoryLimit }) },
  })
  const server = createServer({
    service,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    log: ({ request_id: requestId, error }) => {
      if (error !== undefined)
        log?.({ level: 'error', message: 'A request caused an internal error.', requestId, error })
    },
  })
  try {
    const organization = await service.provisionOrganization('Local organization')
    // Before the long work, so that a port in use is reported at once. Nobody has keys yet.
    const { url, caPem } = await listen(server, options)
    const call = callInMemory(service, organization.organizationKey)
    const benchmarks = await publishFixtures(call, options.fixtures, progress)
    const folder = mkdtempSync(join(tmpdir(), 'carebench-'))
    const caFile = join(folder, 'ca.pem')
    writeFileSync(caFile, caPem)
    const stopSettling = keepSettling(service, log)
    return {
      ...organization,
      operatorKey,
      url,
      caPem,
      caFile,
      benchmarks,
      async close() {
        stopSettling()
        service.stopAudits()
        await server.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Times out overdue task runs until the returned function is called. */
function keepSettling(service: Service, log: LocalServerOptions['log']): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  // The next check starts a second after the end of the last one, however long that took.
  const settleLater = () => {
    timer = setTimeout(async () => {
      try {
        await service.settleDue()
      } catch (error) {
        log?.({ level: 'error', message: 'Timing out overdue task runs failed.', error })
      }
      if (!stopped) settleLater()
    }, settleInterval)
    timer.unref()
  }
  settleLater()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Throws a {@link WrongUse} if it cannot listen on the given address. */
async function listen(server: Server, { port, host }: LocalServerOptions) {
  try {
    return await server.listen({ port, host })
  } catch (error) {
    throw error instanceof ListenError ? new WrongUse(error.message, { cause: error }) : error
  }
}

/** Publishes fixtures, and returns their references. */
async function publishFixtures(
  call: ReturnType<typeof callInMemory>,
  names: readonly FixtureName[],
  progress: Progress,
): Promise<readonly string[]> {
  const references: string[] = []
  for (const [index, name] of names.entries()) {
    progress.step(`Publishing ${name}`, { number: index + 1, total: names.length })
    const { version } = await publishBenchmark(call, fixtures[name])
    references.push(`${fixtures[name].name}@${version}`)
  }
  return references
}
