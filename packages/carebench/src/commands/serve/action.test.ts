import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from '@carebench/server'
import { createRequest } from '@carebench/service'
import { expect, it, onTestFinished } from 'vitest'
import type { LocalServer, LocalServerOptions } from '../../serving/local-server.js'
import { createLocalService } from '../../serving/local-service.js'
import { toRecordKey } from '../../serving/record-key.js'
import { resolveSettings } from '../../serving/resolve-settings.js'
import { marks } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { version } from '../../terminal/version.js'
import { serve } from './action.js'

const logged = '{"level":"error","message":"A request caused an internal error.","request_id":"req_1"}\n'
const quiet: Terminal = {
  out: () => undefined,
  err: () => undefined,
  isTTY: false,
  errColumns: undefined,
  environment: {},
  now: () => 0,
}
const erase = marks.eraseLine

/** A start that publishes, logs an event, and then fails. */
async function startAndFail({ log, progress }: LocalServerOptions): Promise<never> {
  progress?.step('Publishing visits')
  log?.({ level: 'error', message: 'A request caused an internal error.', requestId: 'req_1' })
  throw new Error('the start ends here')
}

/** Returns the standard error of `serve` until its start has failed. */
async function runAndReadErrors(options: { readonly json?: boolean; readonly errColumns: number | undefined }) {
  let printed = ''
  const terminal: Terminal = {
    ...quiet,
    err: (text) => {
      printed += text
    },
    errColumns: options.errColumns,
  }
  const { settings } = resolveSettings({ flags: { port: '0', fixtures: [] }, environment: {} })
  await expect(serve(terminal, settings, options.json ?? false, startAndFail)).rejects.toThrow('the start ends here')
  return printed
}

it('logs each event on its own line, in addition to the progress line', async () => {
  expect(await runAndReadErrors({ errColumns: 80 })).toBe(`Publishing visits${erase}${logged}Publishing visits${erase}`)
})

it.each([80, undefined])('logs for machines too, without progress (%s columns)', async (errColumns) => {
  expect(await runAndReadErrors({ json: true, errColumns })).toBe(logged)
})

it.each([true, false])('writes a log for people line by line (with --json: %s)', async (isForMachines) => {
  const printed: string[] = []
  const terminal = { ...quiet, err: (text: string) => void printed.push(text) }
  const { settings } = resolveSettings({ flags: { log: 'pretty' }, environment: {} })
  const fail = async ({ log }: LocalServerOptions) => {
    log?.({ level: 'error', message: 'It failed.', error: new Error('Why it did.') })
    throw new Error('the start ends here')
  }
  await expect(serve(terminal, settings, isForMachines, fail)).rejects.toThrow('the start ends here')
  expect(printed.join('')).toMatch(/^2\S+Z ERROR It failed\.\n {2}Error: Why it did\.\n {6}at /)
})

it('reads the certificate again on SIGHUP, and keeps the one in use if it cannot \
[serving.certificate-reload]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const write = (text: string) => {
    writeFileSync(cert, `${text} cert`)
    writeFileSync(key, `${text} key`)
  }
  write('first')
  const used: string[] = []
  let stop = () => {}
  const running = new Promise<LocalServer>((resolve) => {
    stop = () => process.emit('SIGTERM', 'SIGTERM')
    const replaceCertificate = (tls: Certificate) => {
      if (tls.cert.startsWith('broken')) throw new Error('It is broken.')
      used.push(tls.cert)
    }
    resolve({ replaceCertificate, close: async () => undefined, benchmarks: [], metricsUrl: null } as never)
  })
  let errors = ''
  const terminal: Terminal = {
    ...quiet,
    err: (text) => {
      errors += text
    },
    // The line printed when it is ready.
    out: () => {
      for (const text of ['second', 'broken', 'third']) {
        write(text)
        process.emit('SIGHUP', 'SIGHUP')
      }
      rmSync(key)
      process.emit('SIGHUP', 'SIGHUP')
      stop()
    },
  }
  const { settings } = resolveSettings({ flags: { cert, key }, environment: {} })
  await serve(terminal, settings, true, () => running)
  expect(used).toEqual(['second cert', 'third cert'])
  const lines = errors
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ level }) => level)).toEqual(['info', 'error', 'info', 'error'])
  expect(lines[1].cause).toMatch(/It is broken/)
  expect(lines[3].cause).toContain(key)
})

it('a server behind a proxy continues after SIGHUP, and does not print a configured operator key', async () => {
  const errors: string[] = []
  const printed: string[] = []
  const terminal: Terminal = {
    ...quiet,
    err: (text) => void errors.push(text),
    out: (text) => {
      printed.push(text)
      // Without a listener, the signal would end the process and every run in it.
      expect(process.emit('SIGHUP', 'SIGHUP')).toBe(true)
      process.emit('SIGTERM', 'SIGTERM')
    },
  }
  const server = { close: async () => undefined, benchmarks: [], metricsUrl: null, caFile: '', operatorKey: 'vop_own' }
  const environment = { CAREBENCH_SERVE_OPERATOR_KEY: `vop_${'k'.repeat(43)}` }
  const { settings } = resolveSettings({ flags: { 'trust-proxy': ['loopback'] }, environment })
  await serve(terminal, settings, false, async () => server as never)
  expect(errors.join('')).toContain('No certificate to reload')
  expect(printed.join('')).not.toContain('OPERATOR_KEY')
  const { settings: random } = resolveSettings({ flags: { 'trust-proxy': ['loopback'] }, environment: {} })
  await serve(terminal, random, false, async () => server as never)
  expect(printed.join('')).toContain('export CAREBENCH_OPERATOR_KEY=vop_own')
})

it('signs records with the key in --signing-key-file, which the service publishes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'signing-key.pem')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { settings } = resolveSettings({ flags: { 'signing-key-file': file }, environment: {} })
  let published: unknown
  const start = async ({ recordSigner }: LocalServerOptions) => {
    if (recordSigner === undefined) throw new Error('The server signs no records.')
    const request = createRequest('GET', '/.well-known/carebench-record-keys.json', {})
    published = JSON.parse(String((await createLocalService({ recordSigner }).handle(request)).body))
    throw new Error('the start ends here')
  }
  await expect(serve(quiet, settings, true, start)).rejects.toThrow('the start ends here')
  expect(published).toEqual({ keys: [toRecordKey(publicKey)] })
})

it.each([
  [null, 'callers have no limits'],
  [
    { requestsPerSecond: 5, burst: 9, concurrent: 7 },
    'each caller may make 5 requests per second, 9 after a pause and 7 at a time',
  ],
])('logs when it starts, with its limits, and why it stops', async (limits, limitsText) => {
  const errors: string[] = []
  const terminal: Terminal = {
    ...quiet,
    err: (text) => void errors.push(text),
    out: () => void process.emit('SIGTERM', 'SIGTERM'),
  }
  const url = 'https://127.0.0.1:8443'
  const server = { close: async () => undefined, benchmarks: [], metricsUrl: null, caFile: '', url, limits }
  const linesWith = async (log: string) => {
    const { settings } = resolveSettings({ flags: { log }, environment: {} })
    await serve(terminal, settings, true, async () => server as never)
    return errors.splice(0).map((line) => JSON.parse(line))
  }
  expect(await linesWith('json')).toMatchObject([
    { level: 'info', event: 'service', message: `carebench ${version} started at ${url}; ${limitsText}.` },
    {
      level: 'info',
      message: `carebench ${version} stops because of SIGTERM; requests in flight get 10 seconds to finish.`,
    },
  ])
  expect(await linesWith('off')).toEqual([])
})
