import { accessSync, constants, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { McpConnection } from '../tools/mcp-connection.js'

/** Error when the browser for models, or the package that drives it, is not installed. */
export class BrowserMissingError extends Error {
  override readonly name = 'BrowserMissingError'
}

/** The installed browser for models, with the package that drives it. */
export interface InstalledBrowser {
  /** The path of Chromium. */
  readonly chromium: string
  /** The version of `@playwright/mcp`. */
  readonly version: string
}

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']

/**
 * Finds the optional package `@playwright/mcp`, and Chromium: the path in `CAREBENCH_CHROMIUM`, or the first program of
 * the PATH with one of its names. Nothing is downloaded. Throws a {@link BrowserMissingError} that says what to
 * install.
 */
export function findBrowser({ CAREBENCH_CHROMIUM, PATH = '' }: NodeJS.ProcessEnv): InstalledBrowser {
  const version = readServerVersion()
  if (version === undefined) {
    throw new BrowserMissingError(
      'models drive a browser with the package @playwright/mcp, which is not installed: npm install @playwright/mcp',
    )
  }
  const places = PATH.split(delimiter).flatMap((folder) => programs.map((name) => join(folder, name)))
  const chromium = CAREBENCH_CHROMIUM ?? places.find(isExecutable)
  if (chromium !== undefined && isExecutable(chromium)) return { chromium, version }
  const what =
    CAREBENCH_CHROMIUM === undefined ? `none of ${programs.join(', ')} is in the PATH` : `${chromium} is not a program`
  throw new BrowserMissingError(
    `models work in an installed Chromium, and ${what}: install one, or give its path in CAREBENCH_CHROMIUM`,
  )
}

/** Returns a `require` that resolves packages as `@playwright/mcp` does. */
function requireOfServer(): NodeJS.Require {
  return createRequire(createRequire(import.meta.url).resolve('@playwright/mcp/package.json'))
}

function readServerVersion(): string | undefined {
  try {
    const file = requireOfServer().resolve('@playwright/mcp/package.json')
    return String((JSON.parse(readFileSync(file, 'utf8')) as JsonObject).version)
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The members of `createConnection` of `@playwright/mcp` that are used here. */
interface PlaywrightServer {
  connect(transport: ServerTransport): Promise<void>
  close(): Promise<void>
}

/** The members of a browser type of Playwright that are used here. */
interface BrowserLauncher {
  launch(options: object): Promise<{ newContext(options: object): Promise<unknown>; close(): Promise<void> }>
}

/** A transport of an MCP server in this process. */
interface ServerTransport {
  onmessage?: (message: JsonObject) => void
  onclose?: () => void
  start(): Promise<void>
  send(message: JsonObject): Promise<void>
  close(): Promise<void>
}

/** A running browser with the tools that drive it. */
export interface OpenBrowser {
  readonly connection: McpConnection
  close(): Promise<void>
}

export interface OpenBrowserOptions {
  readonly browser: InstalledBrowser
  /** The address of the proxy for all requests of the browser. */
  readonly proxy: string
  /** The folder for downloads; only files in it may be uploaded. */
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
}

/** Opens a Chromium without a profile, driven by an MCP server in this process. */
export async function openBrowser({ browser, proxy, folder, environment }: OpenBrowserOptions): Promise<OpenBrowser> {
  const { createConnection } = (await import('@playwright/mcp')) as unknown as {
    readonly createConnection: (config: object, openContext: () => Promise<unknown>) => Promise<PlaywrightServer>
  }
  // Playwright in the version of the server, because the server cannot use contexts of another version. Launched here,
  // because a browser launched by the server would never exit.
  const { chromium } = requireOfServer()('playwright-core') as { readonly chromium: BrowserLauncher }
  const launched = await chromium.launch({
    headless: true,
    executablePath: browser.chromium,
    // Chromium refuses to start with its sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    // `<-loopback>` makes requests to loopback addresses use the proxy too.
    proxy: { server: proxy, bypass: '<-loopback>' },
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    // Not the whole environment of this process, which holds keys.
    env: Object.fromEntries(
      ['PATH', 'HOME', 'LANG', 'TZ'].flatMap((name) =>
        environment[name] === undefined ? [] : [[name, environment[name]]],
      ),
    ),
  })
  try {
    const pages = { viewport: { width: 1280, height: 800 }, locale: 'en-US', serviceWorkers: 'block' }
    const context = await launched.newContext(pages)
    const config = {
      capabilities: ['core', 'core-navigation', 'core-tabs', 'core-input', 'vision'],
      snapshot: { mode: 'none' },
      codegen: 'none',
      outputDir: folder,
      timeouts: { action: 15_000, navigation: 30_000 },
    }
    const server = await createConnection(config, () => Promise.resolve(context))
    const transport = new DirectTransport(folder)
    await server.connect(transport)
    const fetch = (_: unknown, init?: RequestInit) => transport.fetch(init)
    const connection = new McpConnection({ url: 'http://127.0.0.1/', token: '', fetch })
    return {
      connection,
      async close() {
        await server.close().catch(() => undefined)
        await launched.close()
      },
    }
  } catch (error) {
    await launched.close()
    throw error
  }
}

/** Carries requests to a server in this process, and answers the server's only request: the roots of the client. */
class DirectTransport implements ServerTransport {
  onmessage?: (message: JsonObject) => void
  onclose?: () => void
  readonly #folder: string
  readonly #waiting = new Map<JsonValue, (message: JsonObject) => void>()
  #initialized: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.()
  }

  async send(message: JsonObject): Promise<void> {
    if (message.method === 'roots/list') {
      const roots = [{ uri: pathToFileURL(this.#folder).href, name: 'trial' }]
      this.onmessage?.({ jsonrpc: '2.0', id: message.id ?? null, result: { roots } })
      return
    }
    const id = message.id ?? null
    this.#waiting.get(id)?.(message)
    this.#waiting.delete(id)
  }

  /** Responds like the `fetch` of a server over HTTP. */
  async fetch(init: RequestInit | undefined): Promise<Response> {
    this.#initialized ??= this.#initialize()
    await this.#initialized
    const message: JsonValue = JSON.parse(String(init?.body)) as JsonValue
    const answered = this.#ask(isJsonObject(message) ? message : {})
    const signal = init?.signal
    if (!signal) return Response.json(await answered)
    signal.throwIfAborted()
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    return Response.json(await Promise.race([answered, aborted]))
  }

  async #initialize(): Promise<void> {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { roots: {} },
      clientInfo: { name: 'carebench', version: '1' },
    }
    await this.#ask({ jsonrpc: '2.0', id: 'initialize', method: 'initialize', params })
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  #ask(message: JsonObject): Promise<JsonObject> {
    return new Promise((resolve) => {
      this.#waiting.set(message.id ?? null, resolve)
      this.onmessage?.(message)
    })
  }
}
