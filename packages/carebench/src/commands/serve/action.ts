import { hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FixtureName, fixtureNames } from '@carebench/fixtures/names'
import { type Clock, formatInstant } from '@carebench/protocol'
import { type Certificate, createLogWriter, loggedError } from '@carebench/server'
import type { ServiceLogEvent } from '@carebench/service'
import { whyUnreadable } from '../../files/unreadable.js'
import { type LocalServer, type LocalServerOptions, startLocalServer } from '../../serving/local-server.js'
import { openClock, type ServerClock } from '../../serving/open-clock.js'
import { type OpenedStore, openStore } from '../../serving/open-store.js'
import { createRecordSigner } from '../../serving/record-key.js'
import { onReloadSignal } from '../../serving/reload-signal.js'
import { readRetention } from '../../serving/retention.js'
import { readOperatorKey, readSecrets } from '../../serving/secrets.js'
import type { Settings } from '../../serving/settings.js'
import { awaitStopSignal } from '../../serving/stop-signal.js'
import { ownCertificate } from '../../serving/stored-certificate.js'
import { webhookEvent } from '../../serving/webhook-event.js'
import { type WireSettings, wireSettings, wiresText } from '../../serving/wire-settings.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { version } from '../../terminal/version.js'
import { readNamedBenchmarks } from './named-benchmarks.js'

/** Runs a server, started by `start`, until the process receives a stop signal. */
export async function serve(
  terminal: Terminal,
  settings: Settings,
  isForMachines: boolean,
  start = startLocalServer,
): Promise<void> {
  const plan = planServer(settings)
  const stop = awaitStopSignal()
  let stopReloading: (() => void) | undefined
  let opened: OpenedStore | undefined
  let clock: ServerClock | undefined
  try {
    const { server, note } = await showProgress(terminal, { quiet: isForMachines, lasting: true }, async (progress) => {
      if (settings.data !== undefined || settings['database-url'] !== undefined) progress.step('Opening the database')
      const say = (line: string) => (isForMachines ? terminal.err(`${line}\n`) : progress.note(line))
      opened = await openStore(settings, say)
      clock = await openClock(settings.clock, opened?.store)
      const logs = await makeLogs(settings, say)
      const benchmarks = await readNamedBenchmarks(settings.benchmarks ?? [], { terminal, progress })
      const started = await start({
        ...(await makeOptions(settings, plan, { opened, clock, logs })),
        benchmarks,
        progress,
      })
      // Without either, the server serves only its user, and SIGHUP from the terminal ends it.
      if (plan.tls !== undefined || settings['trust-proxy'] !== undefined) {
        stopReloading = onReloadSignal(() => reloadCertificate(settings, started, logs.log))
      }
      // Without an access log, failures are still logged.
      const note = (message: string) => {
        if (settings.log !== 'off') logs.log({ level: 'info', message })
      }
      note(`carebench ${version} started at ${started.url}; ${limitsText(started.limits)}.`)
      return { server: started, note }
    })
    const hasNewKey = plan.operatorKey === undefined
    const text = isForMachines
      ? `${readyLine(server)}\n`
      : readyText(server, clock?.manual, hasNewKey, opened?.place, plan.wires)
    terminal.out(text)
    const signal = await stop.asked
    note(`carebench ${version} stops because of ${signal}; requests in flight get 10 seconds to finish.`)
    if (!isForMachines) terminal.err('Stopping. Requests in flight get 10 seconds to finish; Ctrl+C ends it at once.\n')
    await server.close()
  } finally {
    stop.forget()
    stopReloading?.()
    clock?.stop()
    await opened?.store.close()
  }
}

/** Reads and checks the settings of a server before anything is opened. Throws a {@link UsageError}. */
function planServer(settings: Settings) {
  const plan = {
    tls: readCertificate(settings),
    operatorKey: findOperatorKey(settings),
    metrics: metricsPlace(settings.metrics),
    limits: readLimits(settings),
    retention: readRetention(settings),
    wires: wireSettings(settings),
    wireTls: readCertificate(settings, 'wire-tls-cert', 'wire-tls-key'),
  }
  if (settings['trust-proxy'] !== undefined && plan.tls !== undefined) {
    throw new UsageError('--cert and --trust-proxy are both given; behind a proxy, the proxy has the certificate')
  }
  return plan
}

type ServerPlan = ReturnType<typeof planServer>

interface OpenedParts {
  readonly opened: OpenedStore | undefined
  readonly clock: ServerClock
  readonly logs: Awaited<ReturnType<typeof makeLogs>>
}

/** Returns the options of a server. */
async function makeOptions(settings: Settings, plan: ServerPlan, parts: OpenedParts): Promise<LocalServerOptions> {
  const { tls, operatorKey, metrics, limits, retention } = plan
  const { opened, clock, logs } = parts
  const { seed, 'trust-proxy': trustProxy } = settings
  const secretFiles = opened?.secretFiles ?? settings['secret-file']
  const secret = secretFiles === undefined ? undefined : readSecrets(secretFiles).secret
  const isOwn = settings.data !== undefined && tls === undefined && trustProxy === undefined
  const own = isOwn ? await keptCertificate(settings.data ?? '', settings.host) : undefined
  const wires = openWires(settings, plan, logs.log, secret)
  return {
    port: settings.port,
    host: settings.host,
    fixtures: chosenFixtures(settings.fixtures),
    isWarm: true,
    ...(opened && { store: opened.store, exclusively: opened.store.exclusively.bind(opened.store) }),
    ...logs,
    ...(tls === undefined ? own : { tls }),
    memoryLimit: settings['memory-limit'] / 100,
    ...(trustProxy !== undefined && { trustProxy }),
    ...(limits !== undefined && { limits }),
    ...(retention !== undefined && { retention }),
    ...(secretFiles !== undefined && { secretFiles }),
    ...(operatorKey !== undefined && { operatorKey }),
    recordSigner: createRecordSigner(settings['signing-key-file'], secret),
    ...(seed !== undefined && { seed }),
    ...(wires !== undefined && { wires }),
    ...(metrics !== undefined && { metrics }),
    ...(clock.manual !== undefined && { manualClock: clock.manual }),
    ...(clock.running !== undefined && { clock: clock.running }),
  }
}

/** Returns the options of the channels to sandboxes other than HTTPS; undefined if there are none. */
function openWires(
  { log: format }: Settings,
  { wires, wireTls: tls }: ServerPlan,
  log: (event: ServiceLogEvent) => void,
  secret: Uint8Array | undefined,
): LocalServerOptions['wires'] {
  if (wires === undefined) return undefined
  return {
    ...wires,
    onWebhook: (report) => {
      const { event, isFailure } = webhookEvent(report)
      if (isFailure || format !== 'off') log(event)
    },
    onError: (error) => log({ level: 'error', message: `A channel failed and is retried: ${String(error)}` }),
    ...(tls && { tls }),
    // All processes with one secret have the same host key.
    ...(secret && { hostKeySeed: deriveHostKeySeed(secret) }),
  }
}

/** Reloads the server's certificate, if it has one; keeps the current one if the new one is invalid. */
function reloadCertificate(settings: Settings, server: LocalServer, log: (event: ServiceLogEvent) => void): void {
  try {
    const tls = readCertificate(settings)
    if (tls === undefined) {
      log({ level: 'info', message: 'No certificate to reload: the proxy has the certificate.' })
      return
    }
    server.replaceCertificate(tls)
    log({ level: 'info', message: 'The certificate was reloaded; new connections use it.' })
  } catch (error) {
    log({ level: 'error', message: 'The certificate could not be reloaded; the current one stays in use.', error })
  }
}

/** Parses where metrics are served; undefined for nowhere. */
function metricsPlace(text: string): LocalServerOptions['metrics'] {
  if (text === 'off') return undefined
  if (text === 'operator') return 'operator'
  const [, bracketed, name, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? name
  const port = Number(digits)
  if (host === undefined || !(port <= 65_535)) {
    throw new UsageError(
      `--metrics: expected operator, off, or the address of a separate port such as 127.0.0.1:9464; got ${text}`,
    )
  }
  return { host, port }
}

function readyLine(server: LocalServer): string {
  return JSON.stringify({
    url: server.url,
    pid: process.pid,
    // Behind a proxy, clients trust the certificate of the proxy.
    ca_file: server.caFile === '' ? null : server.caFile,
    organization_id: server.organizationId,
    organization_key: server.organizationKey,
    solver_id: server.solverId,
    solver_key: server.solverKey,
    operator_key: server.operatorKey,
    ...(server.metricsUrl !== null && { metrics_url: server.metricsUrl }),
  })
}

/**
 * Returns the text printed when the server is ready. An operator key from the settings is not printed, because output
 * often ends up in a log.
 */
function readyText(
  server: LocalServer,
  manualClock: Clock | undefined,
  hasNewOperatorKey: boolean,
  place: string | undefined,
  wires: WireSettings | undefined,
): string {
  const stored = place === undefined ? 'nothing is stored' : `everything is kept in ${place}`
  const address = server.caFile === '' ? 'the address of the proxy' : server.url
  const metrics = server.metricsUrl === null ? '' : `  metrics                       ${server.metricsUrl}\n`
  return `
carebench is ready at ${server.url}   (Ctrl+C ends it; ${stored})

  benchmarks                    ${server.benchmarks.join(', ') || 'none'}
  in a browser                  ${address}, sign in with the organization key
${manualClock === undefined ? '' : clockText(manualClock)}${metrics}${wires === undefined ? '' : wiresText(wires)}
${addressText(server)}
  export CAREBENCH_ORGANIZATION_KEY=${server.organizationKey}
  export CAREBENCH_SOLVER_KEY=${server.solverKey}
${hasNewOperatorKey ? `  export CAREBENCH_OPERATOR_KEY=${server.operatorKey}\n` : ''}
`
}

function addressText({ url, caFile }: LocalServer): string {
  if (caFile === '') return '  export CAREBENCH_URL=https://…    (the address of the proxy)'
  return `  export CAREBENCH_URL=${url}\n  export CAREBENCH_CA=${caFile}`
}

function clockText(clock: Clock): string {
  const now = formatInstant(clock.now())
  return `  clock                         is at ${now}; POST /testing/clock {"advance_seconds": 60} advances it\n`
}

/** Returns each fixture once, in the given order. */
function chosenFixtures(names: Settings['fixtures']): readonly FixtureName[] {
  return [...new Set(names.flatMap((name) => (name === 'all' ? fixtureNames : [name])))]
}

function readLimits({ limits, 'rate-limit': rate }: Settings): LocalServerOptions['limits'] {
  if (rate !== undefined && limits === 'off') throw new UsageError('rate-limit needs limits: leave out one of them')
  if (rate !== undefined) return { requestsPerSecond: rate, burst: rate * 5 }
  return limits === undefined ? undefined : limits === 'on' ? {} : null
}

function limitsText(limits: LocalServer['limits'] | undefined): string {
  if (!limits) return 'callers have no limits'
  const { requestsPerSecond, burst, concurrent } = limits
  return (
    `each caller may make ${requestsPerSecond} requests per second, ${burst} after a pause and ${concurrent} at a ` +
    'time'
  )
}

function findOperatorKey({ 'operator-key': key, 'operator-key-file': file }: Settings): string | undefined {
  if (key !== undefined && file !== undefined) {
    throw new UsageError('operator-key and operator-key-file are both given; leave out one of them')
  }
  return file === undefined ? key : readOperatorKey(file)
}

function readCertificate(
  settings: Settings,
  certName: 'cert' | 'wire-tls-cert' = 'cert',
  keyName: 'key' | 'wire-tls-key' = 'key',
): Certificate | undefined {
  const cert = settings[certName]
  const key = settings[keyName]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError(`--${certName} and --${keyName} must be given together`)
  return { cert: readPem(certName, cert), key: readPem(keyName, key) }
}

/**
 * Returns the certificate in the store's folder, so that clients that trust it can reach the server after a restart.
 */
async function keptCertificate(folder: string, host: string) {
  try {
    return await ownCertificate(folder, host, new Date())
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new UsageError(`--data: the certificate of the server cannot be kept: ${cause.message}`, { cause })
  }
}

function deriveHostKeySeed(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'carebench/sftp-host-key', 32))
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`--${name}: ${file} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
}

/** Creates the logs of the server and its service: for everything, or only for failures. */
async function makeLogs({ log: format }: Settings, print: (line: string) => void) {
  if (format === 'off') return { log: (event: ServiceLogEvent) => print(logLine(event)) }
  const write = (text: string) => {
    for (const line of text.replace(/\n$/, '').split('\n')) print(line)
  }
  const writer = await createLogWriter({ format, write })
  return { log: writer.event, requestLog: writer.request }
}

/** Formats an event as one JSON object; an error includes its cause, which the response does not contain. */
function logLine({ level, message, requestId, error }: ServiceLogEvent): string {
  const cause = error === undefined ? undefined : loggedError(error)
  return JSON.stringify({ level, message, request_id: requestId, cause })
}
