import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { type FixtureName, fixtureNames, isFixtureName } from '@carebench/fixtures'
import type { Certificate } from '@carebench/server'
import type { ServiceLogEvent } from '@carebench/service'
import { Command, InvalidArgumentError } from 'commander'
import { WrongUse } from '../exit-reason.js'
import { type LocalServer, startLocalServer } from '../serving/local-server.js'
import type { Terminal } from '../terminal.js'

interface ServeOptions {
  readonly port: number
  readonly host: string
  readonly cert?: string
  readonly key?: string
  readonly secretFile?: string
  readonly fixtures: readonly string[]
  readonly seed?: number
  readonly json?: boolean
}

/** `carebench serve`: the reference server, in memory. */
export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('Run the reference server over HTTPS, in memory, until it gets SIGTERM or SIGINT.')
    .option('--port <number>', 'port to listen on; 0 takes a free one', parsePort, 8443)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--cert <file>', 'certificate chain in PEM; without it a self-signed one for loopback is made')
    .option('--key <file>', 'private key of the certificate in PEM')
    .option('--secret-file <file>', 'at least 32 random bytes that sign cursors; drawn at start without it')
    .option('--fixtures <names...>', `benchmarks to publish: all, ${fixtureNames.join(', ')}`, ['all'])
    .option('--seed <integer>', 'make ids repeatable', parseInteger)
    .option('--json', 'print one line of JSON when ready, and nothing else')
    .action((options: ServeOptions) => serve(options, terminal))
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const tls = readCertificate(options)
  const server = await startLocalServer({
    port: options.port,
    host: options.host,
    fixtures: chosenFixtures(options.fixtures),
    log: (event) => terminal.err(logLine(event)),
    ...(tls === undefined ? {} : { tls }),
    ...(options.secretFile === undefined ? {} : { secretFile: options.secretFile }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.json === true ? {} : { onProgress: (line: string) => terminal.err(`  ${line}\n`) }),
  })
  terminal.out(options.json === true ? `${readyLine(server)}\n` : readyText(server))
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
  await server.close()
}

function readyLine(server: LocalServer): string {
  return JSON.stringify({
    url: server.url,
    pid: process.pid,
    ca_file: server.caFile,
    organization_id: server.organizationId,
    organization_key: server.organizationKey,
    solver_id: server.solverId,
    solver_key: server.solverKey,
  })
}

function readyText(server: LocalServer): string {
  return `
carebench is ready at ${server.url}   (Ctrl+C ends it; it keeps nothing)

  benchmarks                    ${server.benchmarks.join(', ') || 'none'}

  export CAREBENCH_URL=${server.url}
  export CAREBENCH_CA=${server.caFile}
  export CAREBENCH_ORGANIZATION_KEY=${server.organizationKey}
  export CAREBENCH_SOLVER_KEY=${server.solverKey}

`
}

function chosenFixtures(names: readonly string[]): readonly FixtureName[] {
  if (names.includes('all')) return fixtureNames
  return names.map((name) => {
    if (!isFixtureName(name)) {
      throw new WrongUse(`--fixtures: there is no ${name}; there are: all, ${fixtureNames.join(', ')}`)
    }
    return name
  })
}

function readCertificate({ cert, key }: ServeOptions): Certificate | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new WrongUse('--cert and --key go together')
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } catch (cause) {
    throw new WrongUse(`--cert, --key: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('It must be an integer from 0 to 65535.')
  return port
}

function parseInteger(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('It must be an integer from 0 to 9007199254740991.')
  }
  return value
}

/** One JSON object a line; an error with its cause, which the answer did not tell. */
function logLine({ level, message, requestId, error }: ServiceLogEvent): string {
  const cause = error === undefined ? undefined : inspect(error)
  return `${JSON.stringify({ level, message, request_id: requestId, cause })}\n`
}
