import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { nodeFetch } from '@carebench/client/node'
import { workspaceRoot } from '../workspace-sources.js'

/** A server in a process of its own. */
export interface ServedProcess {
  readonly ready: Readonly<Record<string, string>>
  readonly pid: number
  call(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: never }>
  /** Sends a signal (default SIGKILL), and resolves with the exit code once the process has ended. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

function spawnServe(flags: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['tools/launcher/carebench.mjs', 'serve', '--port', '0', '--json', ...flags], {
    cwd: workspaceRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function waitForEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}

/** Starts `carebench serve` and resolves when it is ready. */
export async function startServed(...flags: readonly string[]): Promise<ServedProcess> {
  const child = spawnServe(flags)
  const ended = waitForEnd(child)
  const errors = text(child.stderr ?? process.stdin)
  const { value, done } = await createInterface({ input: child.stdout ?? process.stdin })
    [Symbol.asyncIterator]()
    .next()
  if (done === true) throw new Error(`The server ended: ${await errors}`)
  const ready = JSON.parse(value)
  const fetch = nodeFetch({ ca: readFileSync(ready.ca_file, 'utf8') })
  return {
    ready,
    pid: ready.pid,
    async call(token, method, path, body, more = {}) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
      const url = new URL(path, ready.url).href
      const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      const sent = await answer.text()
      return { status: answer.status, body: (sent === '' ? null : JSON.parse(sent)) as never }
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts `carebench serve` where it cannot start. Resolves with its exit code and its error output. */
export async function refusedServe(...flags: readonly string[]): Promise<{ code: number | null; err: string }> {
  const child = spawnServe(flags)
  const [code, err] = await Promise.all([waitForEnd(child), text(child.stderr ?? process.stdin)])
  return { code, err }
}
