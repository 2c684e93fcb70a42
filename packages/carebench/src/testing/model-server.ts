import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { dialects, type Speech, type SpokenRequest } from './model-dialect.js'
import { asksForStream, serializeStream } from './model-stream.js'

/** The response of a scripted server to one request. */
export type ScriptedAnswer =
  | Speech
  /** An error in the form of the dialect: 429, 503. */
  | {
      readonly status: number
      readonly code?: string
      readonly message?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** A literal response. */
  | { readonly status: number; readonly json: JsonObject; readonly headers?: Readonly<Record<string, string>> }
  /** The connection breaks before the response, or in the middle of its body. */
  | { readonly cut: 'connection' | 'body' }
  /** A body that does not match the dialect. */
  | { readonly raw: string }

/** Returns the response to a request. It must depend only on the conversation, so that trials can overlap. */
export type ModelScript = (request: SpokenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>

/** A model provider on loopback that follows a script. */
export interface ModelServer {
  /** Without a trailing slash: `http://127.0.0.1:40123`. */
  readonly url: string
  /** All requests, in the order in which they arrived. */
  readonly requests: readonly SpokenRequest[]
  readonly close: () => Promise<void>
}

/** Returns the base URL of a server for a provider, with the path of the provider's default address. */
export function providerUrl(server: ModelServer, provider: string): string {
  return `${server.url}${provider === 'google' ? '/v1beta' : '/v1'}`
}

/**
 * Starts a server that speaks chat completions, responses, messages and Gemini, each at its usual path, whole or as
 * server-sent events.
 */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: SpokenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    request.on('end', async () => {
      const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
      const dialect = dialects.find((known) => known.path.test(path))
      const body = JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)) || 'null')
      if (dialect === undefined || request.method !== 'POST' || !isJsonObject(body)) {
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"error":{"message":"There is nothing here."}}')
        return
      }
      const spoken: SpokenRequest = {
        dialect: dialect.name,
        ...dialect.read(body, path),
        headers: request.headers,
        body,
      }
      requests.push(spoken)
      const answer = await script(spoken)
      const send = (status: number, value: JsonObject | string, headers: Readonly<Record<string, string>> = {}) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
      }
      if ('cut' in answer) {
        if (answer.cut === 'connection') return request.socket.destroy()
        const text = JSON.stringify(dialect.write({ text: 'cut' }, spoken.model, 'cut'))
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        response.write(text.slice(0, text.length / 2), () => request.socket.destroy())
        return
      }
      if ('json' in answer) return send(answer.status, answer.json, answer.headers)
      if ('raw' in answer) return send(200, answer.raw)
      if ('status' in answer) {
        const { status, code = `error_${status}`, message = `Scripted status ${status}.`, headers } = answer
        return send(status, dialect.error(status, code, message), headers)
      }
      const written = dialect.write(answer, spoken.model, `${requests.length}`)
      if (!asksForStream(body, path)) return send(200, written)
      send(200, serializeStream(dialect, written), { 'content-type': 'text/event-stream' })
    })
  })
  // Clients that prefer WebSockets continue over HTTP after this status.
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
