import { createProgram, runProgram } from '../../packages/carebench/src/program.js'
import { announced } from '../../packages/carebench/src/runner/announced.js'
import type { Terminal } from '../../packages/carebench/src/terminal/terminal.js'
import { Clicker } from '../workstation/clicker.js'

/** A running command that serves pages to a reader. */
export interface ReaderCommand {
  /** Resolves with the link for the reader. */
  readonly link: Promise<string>
  readonly ended: Promise<{ readonly code: number; readonly out: string; readonly err: string }>
}

/** Starts a command in this process. */
export function startReaderCommand(argv: readonly string[], environment: NodeJS.ProcessEnv = {}): ReaderCommand {
  const printed = { out: '', err: '' }
  const link = announced<string>()
  const terminal: Terminal = {
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/enter\S+/.exec(text) ?? []
      if (found !== undefined) link.announce(found)
    },
    isTTY: false,
    errColumns: undefined,
    environment,
    now: () => 0,
  }
  const ended = runProgram(createProgram(terminal), argv, terminal).then((code) => ({ code, ...printed }))
  const failed = ended.then(({ err }): never => {
    throw new Error(`The command ended without a link: ${err}`)
  })
  failed.catch(() => undefined)
  return { link: Promise.race([link.promise, failed]), ended }
}

/** A reader without a browser: it keeps cookies, follows links by their texts, and fills in forms. */
export interface HttpReader {
  readonly clicker: Clicker
  /** Posts fields as a script of a page does. Resolves with the status. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<number>
}

export async function openReader(link: string): Promise<HttpReader> {
  const { origin, pathname, search } = new URL(link)
  const jar = new Map<string, string>()
  const send = async (target: string, init: RequestInit) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(origin + target, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    return response
  }
  const clicker = new Clicker({
    async handle(request) {
      const { method, target } = request
      const { cookie: _, ...headers } = request.headers as Record<string, string>
      const body = new Uint8Array(await request.readBody(1_000_000))
      const response = await send(target, { method, headers, ...(method === 'POST' && { body }) })
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
    },
  })
  await clicker.open(pathname + search)
  await clicker.follow('Go on')
  return {
    clicker,
    post: async (path, fields) => (await send(path, { method: 'POST', body: new URLSearchParams(fields) })).status,
  }
}

/** Opens the first page again and again until its heading is none of these, and resolves with the heading. */
export async function waitPast(reader: Clicker, ...headings: readonly string[]): Promise<string> {
  for (;;) {
    const heading = reader.page.elements.find(({ tag }) => tag === 'h1')?.text ?? ''
    if (!headings.includes(heading)) return heading
    await new Promise((resolve) => setTimeout(resolve, 20))
    await reader.open('/')
  }
}
