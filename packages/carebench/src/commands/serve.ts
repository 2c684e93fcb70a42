import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { type FixtureName, fixtureNames, isFixtureName } from '@carebench/fixtures'
import { createManualClock, formatInstant, type ManualClock } from '@carebench/protocol'
import type { Certificate } from '@carebench/server'
import type { ServiceLogEvent } from '@carebench/service'
import { Command, InvalidArgumentError, Option } from 'commander'
import { WrongUse } from '../exit-reason.js'
import { type LocalServer, startLocalServer } from '../serving/local-server.js'
import { awaitStopSignal } from '../serving/stop-signal.js'
import type { Terminal } from '../terminal.js'

interface ServeOptions {
  readonly port: number
  readonly host: string
  readonly cert?: string
  readonly key?: string
  readonly secretFile?: readonly string[]
  readonly fixtures: readonly string[]
  readonly seed?: number
  readonly clock: 'system' | 'manual'
  readonly json?: boolean
}

const examples = `
Examples:
  carebench serve                                       every benchmark, on https://127.0.0.1:8443
  carebench serve --port 0 --fixtures prior-auth --json > ready.json &
                                                        for scripts: wait for the line, read the keys from it
  carebench serve --clock manual --seed 7               repeatable, and time passes only when you say so

A script that waits for the line finds in it url, pid, ca_file (the certificate to trust), organization_id,
organization_key, solver_id and solver_key. The organization is new at each start, and owns the published benchmarks.

With --clock manual the clock shows 2026-01-05T09:00:00.000Z until this machine moves it:
  POST /testing/clock {"advance_seconds": 60}           with an organization key

SIGTERM or SIGINT (Ctrl+C) ends it: requests in flight get 10 seconds to finish. A second one ends it at once.
Exit codes: 0 stopped as asked, 2 wrong use (an option, a file, a port that is taken).`

/** `carebench serve`: the reference server, in memory. */
export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .summary('run the reference server')
    .description('Run the reference server over HTTPS, in memory, until it gets SIGTERM or SIGINT.')
    .option('--port <number>', 'port to listen on; 0 takes a free one', parsePort, 8443)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--cert <file>', 'certificate chain in PEM, to its root if clients lack that (default: self-signed)')
    .option('--key <file>', 'private key of the certificate in PEM')
    .option(
      '--secret-file <file>',
      'at least 32 random bytes that sign cursors and make sandbox credentials; twice while changing it: new, old (default: drawn)',
      (file: string, before: readonly string[] | undefined) => [...(before ?? []), file],
    )
    .addOption(
      new Option('--fixtures <names...>', `benchmarks to publish: all, ${fixtureNames.join(', ')}`).default(
        ['all'],
        'all',
      ),
    )
    .option('--seed <integer>', 'repeat what playgrounds generate, and with --clock manual all ids', parseInteger)
    .addOption(
      new Option('--clock <which>', 'manual stands still until it is moved, for tests')
        .choices(['system', 'manual'])
        .default('system'),
    )
    .option('--json', 'print one line of JSON when ready, and nothing else')
    .addHelpText('after', examples)
    .action((options: ServeOptions) => serve(options, terminal))
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const isForMachines = options.json === true
  const fixtures = chosenFixtures(options.fixtures)
  const tls = readCertificate(options)
  const manualClock = options.clock === 'manual' ? createManualClock() : undefined
  const stop = awaitStopSignal()
  try {
    const server = await startLocalServer({
      port: options.port,
      host: options.host,
      fixtures,
      log: (event) => terminal.err(logLine(event)),
      ...(tls === undefined ? {} : { tls }),
      ...(options.secretFile === undefined ? {} : { secretFiles: options.secretFile }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(manualClock === undefined ? {} : { manualClock }),
      ...(isForMachines ? {} : { onProgress: (line: string) => terminal.err(`  ${line}\n`) }),
    })
    terminal.out(isForMachines ? `${readyLine(server)}\n` : readyText(server, manualClock))
    await stop.asked
    if (!isForMachines) terminal.err('Stopping. Requests in flight get 10 seconds to finish; Ctrl+C ends it at once.\n')
    await server.close()
  } finally {
    stop.forget()
  }
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

function readyText(server: LocalServer, manualClock: ManualClock | undefined): string {
  return `
carebench is ready at ${server.url}   (Ctrl+C ends it; it keeps nothing)

  benchmarks                    ${server.benchmarks.join(', ') || 'none'}
${manualClock === undefined ? '' : clockText(manualClock)}
  export CAREBENCH_URL=${server.url}
  export CAREBENCH_CA=${server.caFile}
  export CAREBENCH_ORGANIZATION_KEY=${server.organizationKey}
  export CAREBENCH_SOLVER_KEY=${server.solverKey}

`
}

function clockText(clock: ManualClock): string {
  return `  clock                         stands at ${formatInstant(clock.now())}; POST /testing/clock {"advance_seconds": 60} moves it
`
}

/** Each of them once, in the order given. */
function chosenFixtures(names: readonly string[]): readonly FixtureName[] {
  const chosen = names.flatMap((name) => {
    if (name === 'all') return fixtureNames
    if (!isFixtureName(name)) {
      throw new WrongUse(`--fixtures: there is no ${name}; there are: all, ${fixtureNames.join(', ')}`)
    }
    return [name]
  })
  return [...new Set(chosen)]
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
