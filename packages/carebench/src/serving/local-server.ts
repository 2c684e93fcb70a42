import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FixtureName, fixtures } from '@carebench/fixtures'
import { type Certificate, createServer } from '@carebench/server'
import { callInMemory, type ProvisionedOrganization, publishBenchmark } from '@carebench/service'
import { createLocalService, type LocalServiceOptions } from './local-service.js'

export interface LocalServerOptions extends LocalServiceOptions {
  readonly port: number
  readonly host: string
  readonly tls?: Certificate
  /** Benchmarks to load and publish before the server is ready. */
  readonly fixtures: readonly FixtureName[]
  readonly onProgress?: (line: string) => void
}

/** A server that runs in this process, with a fresh organization that owns the fixtures. */
export interface LocalServer extends ProvisionedOrganization {
  readonly url: string
  /** What clients must trust, PEM. */
  readonly caPem: string
  /** A file with the same, for as long as the server runs. */
  readonly caFile: string
  /** References of the published fixtures: `prior-auth@1`. */
  readonly benchmarks: readonly string[]
  close(): Promise<void>
}

/** How often overdue task runs are looked for, in milliseconds. */
const settleInterval = 1000

/** Starts a server on loopback (or where it is told) and publishes fixtures on it. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const service = createLocalService(options)
  const organization = await service.provisionOrganization('Local organization')
  const call = callInMemory(service, organization.organizationKey)
  const benchmarks: string[] = []
  const progress = options.onProgress === undefined ? {} : { onProgress: options.onProgress }
  for (const name of options.fixtures) {
    const { version } = await publishBenchmark(call, fixtures[name], progress)
    benchmarks.push(`${fixtures[name].name}@${version}`)
  }
  const server = createServer({
    service,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    log: ({ request_id: requestId, error }) => {
      if (error !== undefined)
        options.log?.({ level: 'error', message: 'A request broke the server.', requestId, error })
    },
  })
  const { url, caPem } = await server.listen({ port: options.port, host: options.host })
  const folder = mkdtempSync(join(tmpdir(), 'carebench-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, caPem)
  let closing = false
  let timer: NodeJS.Timeout | undefined
  // The next look comes a second after the end of the last one, however long that took.
  const settleLater = () => {
    timer = setTimeout(async () => {
      try {
        await service.settleDue()
      } catch (error) {
        options.log?.({ level: 'error', message: 'Looking for overdue task runs failed.', error })
      }
      if (!closing) settleLater()
    }, settleInterval)
    timer.unref()
  }
  settleLater()
  return {
    ...organization,
    url,
    caPem,
    caFile,
    benchmarks,
    async close() {
      closing = true
      clearTimeout(timer)
      await server.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
