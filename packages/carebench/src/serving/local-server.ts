import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtureAudits } from '@carebench/fixtures'
import type { FixtureName } from '@carebench/fixtures/names'
import { ApiError } from '@carebench/protocol'
import {
  type Certificate,
  createHeapGauge,
  createMetrics,
  createServer,
  ListenError,
  listenForMetrics,
  type MetricsPort,
  type RequestLog,
  type ServerLimits,
  workstationPages,
  zlibCompression,
} from '@carebench/server'
import type { ChannelsOptions } from '@carebench/server/channels'
import { callInMemory, createOperatorKey, type ProvisionedOrganization } from '@carebench/service'
import { UsageError } from '../terminal/exit-reason.js'
import { type Progress, silence } from '../terminal/progress.js'
import { createLocalService, type LocalServiceOptions } from './local-service.js'
import { openWires } from './open-wires.js'
import { fixturesNamed, type LoadedBenchmark, publishAll } from './published-benchmarks.js'
import { readSecrets } from './secrets.js'
import { warmUp } from './warm-up.js'

export interface LocalServerOptions
  extends Omit<LocalServiceOptions, 'knownAudits' | 'compression' | 'memory' | 'workstation' | 'secrets' | 'wires'> {
  /**
   * Runs `work` exclusively among the processes on the store. Default: at once. An organization and fixtures that are
   * already in the store are reused.
   */
  readonly exclusively?: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly port: number
  readonly host: string
  readonly tls?: Certificate
  /** A file that already contains the certificate and outlives the server. Default: a temporary file. */
  readonly caFile?: string
  /** The TLS proxies that it serves over plain HTTP, as for `createServer`; excludes `tls`. */
  readonly trustProxy?: readonly string[]
  /** Limits of each caller. Default: none on loopback, elsewhere the default limits of the server. */
  readonly limits?: Partial<ServerLimits> | null
  /** Called for each request. Default: only failed requests are logged, by `log`. */
  readonly requestLog?: RequestLog
  /** Metrics for monitoring, at `/metrics` with the operator key or on a separate port. Default: none. */
  readonly metrics?: 'operator' | { readonly host: string; readonly port: number }
  /** The share of the memory that may be in use before new work is rejected. Default: the default of the service. */
  readonly memoryLimit?: number
  /** Returns the share of the memory in use, from 0 to 1. Default: measures the heap of this process. */
  readonly memoryUse?: () => number
  /** Benchmarks to load and publish before the server is ready. */
  readonly fixtures: readonly FixtureName[]
  /** Benchmarks from files to publish after the fixtures. Default: none. */
  readonly benchmarks?: readonly LoadedBenchmark[]
  /** Connections to sandboxes other than HTTP. Default: none. */
  readonly wires?: Omit<ChannelsOptions, 'service'>
  /** Whether to make slow first requests before the server is ready. Default: the first callers wait for them. */
  readonly isWarm?: boolean
  /** Shows the progress of the start. Default: nothing. */
  readonly progress?: Progress
}

/** A server in this process, with an organization that owns its benchmarks: a new one, or the one in the store. */
export interface LocalServer extends ProvisionedOrganization {
  /** Creates further organizations. */
  readonly operatorKey: string
  readonly url: string
  /** The certificate that clients must trust, PEM; empty behind a proxy. */
  readonly caPem: string
  /** A file with the certificate, which exists while the server runs; empty behind a proxy. */
  readonly caFile: string
  /** The address of the metrics; null if they are not served. */
  readonly metricsUrl: string | null
  /** The limits of each caller; null for none. */
  readonly limits: ServerLimits | null
  /** References of the published benchmarks: `prior-auth@1`. */
  readonly benchmarks: readonly string[]
  /**
   * Uses another certificate for new connections, and writes `caFile`. If the certificate is invalid, throws a {@link
   * ListenError} and keeps the current one.
   */
  replaceCertificate(tls: Certificate): void
  close(): Promise<void>
}

/** Milliseconds between checks for due work. */
const workInterval = 1000

/** Starts a server on the given address and publishes benchmarks on it. If that fails, closes everything. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const { log, progress = silence, benchmarks: loaded = [] } = options
  progress.step('Starting the server')
  const operatorKey = options.operatorKey ?? createOperatorKey()
  const memoryUse = options.memoryUse ?? createHeapGauge()
  const metrics =
    options.metrics === undefined
      ? undefined
      : await createMetrics({ openPlaygrounds: () => service.openPlaygrounds(), memoryUse })
  const secrets = readSecrets(options.secretFiles)
  const wires = options.wires && (await openWires({ ...options.wires, service: () => service }))
  const { wires: _, ...ofService } = options
  const service = createLocalService({
    ...ofService,
    secrets,
    ...(wires === undefined ? {} : { wires }),
    operatorKey,
    knownAudits: [...Object.values(fixtureAudits), ...loaded.flatMap(({ knownAudits }) => knownAudits)],
    ...(metrics === undefined ? {} : { onEvent: metrics.event }),
    compression: zlibCompression,
    workstation: workstationPages,
    memory: { use: memoryUse, ...(options.memoryLimit === undefined ? {} : { limit: options.memoryLimit }) },
  })
  const server = createServer({
    service,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    dashboard: { secrets: [secrets.secret, ...(secrets.previousSecrets ?? [])] },
    log: options.requestLog ?? failuresTo(log),
    ...(metrics === undefined ? {} : { metrics }),
    ...(options.metrics === 'operator' ? { metricsKey: operatorKey } : {}),
  })
  let metricsPort: MetricsPort | undefined
  try {
    const name = 'Local organization'
    const organization = await (options.store === undefined
      ? service.provisionOrganization(name)
      : service.openOwnOrganization(name))
    // Listens before the long work, so that a port in use is reported at once. Nobody has the keys of a new
    // organization yet; those of a stored one work already.
    const { url, caPem, limits } = await listening(() => server.listen({ port: options.port, host: options.host }))
    if (metrics !== undefined && typeof options.metrics === 'object') {
      const { host, port } = options.metrics
      metricsPort = await listening(() => listenForMetrics(metrics, host, port))
    }
    const call = callInMemory(service, organization.organizationKey)
    const exclusively = options.exclusively ?? ((work) => work())
    const benchmarks = await exclusively(() =>
      publishAll(call, [...fixturesNamed(options.fixtures), ...loaded], progress, options.store !== undefined),
    )
    if (options.isWarm === true) await warmUp(service, organization.organizationKey)
    const folder = mkdtempSync(join(tmpdir(), 'carebench-'))
    const caFile = caPem === '' ? '' : (options.caFile ?? join(folder, 'ca.pem'))
    if (caFile !== '' && options.caFile === undefined) writeFileSync(caFile, caPem)
    const stopSettling = keepDoing(() => service.settleDue(), 'Timing out overdue task runs failed.', log)
    const sweep = new AbortController()
    const stopSweeping = keepDoing(() => service.sweepRuns(sweep.signal), 'Deleting runs failed.', log)
    return {
      ...organization,
      operatorKey,
      url,
      caPem,
      caFile,
      limits,
      metricsUrl: metricsPort?.url ?? (metrics === undefined ? null : `${url}/metrics`),
      benchmarks,
      replaceCertificate(tls) {
        server.replaceCertificate(tls)
        writeFileSync(caFile, tls.cert)
      },
      async close() {
        service.stopAudits()
        sweep.abort()
        await Promise.all([
          stopSettling(),
          stopSweeping(),
          server.close(),
          wires?.close(),
          metricsPort?.close(),
          service.finishAudits(),
        ])
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await Promise.all([server.close(), wires?.close(), metricsPort?.close()])
    const isUnavailable = error instanceof ApiError && error.code === 'UNAVAILABLE'
    // A store outside memory can also be unavailable for other reasons.
    const isShort = options.store === undefined || memoryUse() >= (options.memoryLimit ?? 1)
    throw isUnavailable && isShort ? tooLittleMemory(error) : error
  }
}

function tooLittleMemory(cause: ApiError): UsageError {
  const message =
    'The memory reached --memory-limit while the benchmarks were published. Give Node more memory, for example ' +
    'with NODE_OPTIONS=--max-old-space-size=4096 (MiB), raise the limit, or publish fewer --fixtures'
  return new UsageError(message, { cause })
}

function failuresTo(log: LocalServerOptions['log']): RequestLog {
  return ({ request_id: requestId, error }) => {
    if (error !== undefined) log?.({ level: 'error', message: 'A request caused an internal error.', requestId, error })
  }
}

/**
 * Repeats some work until the returned function is called, which resolves once the work has stopped.
 *
 * @param failure - the message to log if the work fails
 */
function keepDoing(work: () => Promise<void>, failure: string, log: LocalServerOptions['log']): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  // The pause of a second begins when the work ends, however long it took.
  const workLater = () => {
    timer = setTimeout(async () => {
      working = work().catch((error: unknown) => log?.({ level: 'error', message: failure, error }))
      await working
      if (!stopped) workLater()
    }, workInterval)
    timer.unref()
  }
  workLater()
  return () => {
    stopped = true
    clearTimeout(timer)
    return working
  }
}

/** Throws a {@link UsageError} if the given address cannot be listened on. */
async function listening<Result>(listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen()
  } catch (error) {
    throw error instanceof ListenError ? new UsageError(error.message, { cause: error }) : error
  }
}
