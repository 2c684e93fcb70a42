import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(...args: string[]) {
  const child = spawn(process.execPath, ['tools/launcher/carebench.mjs', ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  })
  children.push(child)
  const printed = { out: '', err: '' }
  child.stdout.on('data', (data) => (printed.out += data))
  child.stderr.on('data', (data) => (printed.err += data))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, printed, ended }
}

/** The line that a server prints when it is ready. Rejects with its error output if it exits before that. */
async function readyLine({ child, printed, ended }: ReturnType<typeof start>) {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!printed.out.includes('\n')) {
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended])
    if (hasEnded) throw new Error(`The server ended before it was ready: ${printed.err}`)
  }
  return JSON.parse(printed.out)
}

/**
 * One call of a JSON operation over a kept-alive connection. Once the server reads the body, `onContinue` may delay it.
 */
function callJson(url: string, options: RequestOptions, key: string, body: unknown, onContinue?: () => Promise<void>) {
  return new Promise<{ status: number | undefined; body: Record<string, unknown> }>((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(onContinue === undefined ? {} : { expect: '100-continue' }),
    }
    const outgoing = request(url, { method: 'POST', ...options, headers }, (response) => {
      let answer = ''
      response.on('data', (part) => (answer += part))
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(answer) }))
    })
    outgoing.on('error', reject)
    if (onContinue === undefined) outgoing.end(text)
    else outgoing.on('continue', () => onContinue().then(() => outgoing.end(text), reject))
  })
}

/** Resolves once nothing listens on the port. */
async function untilClosed(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('close', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('carebench serve', () => {
  it('prints one line when ready, serves over TLS, and ends on SIGTERM \
[serving.ready-line, serving.free-port]', async () => {
    const server = start('serve', '--port', '0', '--json')
    const { child, printed, ended } = server
    const ready = await readyLine(server)
    expect(Object.keys(ready)).toEqual([
      'url',
      'pid',
      'ca_file',
      'organization_id',
      'organization_key',
      'solver_id',
      'solver_key',
      'operator_key',
    ])
    expect(ready.pid).toBe(child.pid)
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${ready.organization_key}` }
      const options = { ca: readFileSync(ready.ca_file), headers, agent: false }
      request(`${ready.url}/benchmarks`, options, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(existsSync(ready.ca_file)).toBe(false)
    expect(printed.out.trim().split('\n')).toHaveLength(1)
    expect(printed.err).not.toContain(ready.organization_key)
  })

  it.each([
    ['SIGTERM', 'manual', { status: 200, body: { now: '2026-01-05T09:01:00.000Z' } }],
    ['SIGINT', 'system', { status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } }],
  ] as const)(
    'answers a running completion after %s, with the %s clock \
[serving.signals, serving.fixtures, serving.fresh-organization, serving.manual-clock, serving.system-clock]',
    async (signal, clock, moved) => {
      const server = start('serve', '--port', '0', '--fixtures', 'prior-auth', '--clock', clock, '--json')
      const { url, ca_file, organization_key, solver_key } = await readyLine(server)
      const agent = new Agent({ ca: readFileSync(ca_file), keepAlive: true })
      expect(
        await callJson(`${url}/testing/clock`, { agent }, organization_key, { advance_seconds: 60 }),
      ).toMatchObject(moved)
      // The organization already uses the name.
      const taken = await callJson(`${url}/benchmarks`, { agent }, organization_key, { name: 'prior-auth' })
      expect(taken.status).toBe(409)
      const { body: run } = await callJson(`${url}/v1/benchmark-runs`, { agent }, solver_key, {
        benchmark: 'prior-auth@1',
      })
      const token = String(run.bearer_token)
      const [{ start_url, complete_url }] = run.task_runs as [{ start_url: string; complete_url: string }]
      expect((await callJson(url + start_url, { agent }, token, {})).status).toBe(200)
      const completed = await callJson(url + complete_url, { agent }, token, { output: 'done' }, async () => {
        server.child.kill(signal)
        await untilClosed(Number(new URL(url).port))
      })
      expect(completed).toMatchObject({ status: 200, body: { phase: 'completed', verdict: 'fail' } })
      expect([await server.ended, server.printed.err]).toEqual([0, ''])
      expect(existsSync(ca_file)).toBe(false)
    },
  )
})
