import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SystemResponse } from '../tools/tool.js'

/** A proxy on loopback through which a browser reaches the pages of one trial. */
export interface BrowserGate {
  /** `http://127.0.0.1:PORT` */
  readonly address: string
  /** Returns the system responses in the pages since the last call; those of submitted forms come first. */
  takeResponses(): readonly SystemResponse[]
  close(): Promise<void>
}

/** Hop-by-hop headers, which a proxy does not pass on. */
const ofConnection = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'upgrade']

/**
 * Opens a forward proxy that passes on requests for addresses below `pages`, and rejects everything else with 403:
 * other ports and hosts, host names (nothing is looked up), tunnels and WebSockets.
 *
 * @param pages - an address with a trailing slash: `http://127.0.0.1:8080/workstations/trun_…/`
 */
export async function openBrowserGate(pages: string): Promise<BrowserGate> {
  let sent: SystemResponse[] = []
  let read: SystemResponse[] = []
  const note = (method: string | undefined, header: unknown) => {
    const found = readResponses(header)
    if (method === 'POST') sent = [...sent, ...found].slice(0, maxResponses)
    else read = [...read, ...found].slice(0, maxResponses)
  }
  const server = createServer((message, response) => pass(pages, message, response, note))
  for (const tunnel of ['connect', 'upgrade']) {
    server.on(tunnel, (_, socket) => {
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeResponses() {
      const taken = [...sent, ...read]
      sent = []
      read = []
      return taken
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

type Incoming = Parameters<RequestListener>[0]
type Outgoing = Parameters<RequestListener>[1]

/** Maximum number of responses kept for one act, for submitted forms and for other pages each. */
const maxResponses = 20

/** Reads the responses in the header of a page: `200 DIGEST, 201 DIGEST`. */
function readResponses(header: unknown): SystemResponse[] {
  if (typeof header !== 'string') return []
  return [...header.matchAll(/\b([1-5]\d\d) ([0-9a-f]{64})\b/g)].map(([, status, bodyDigest = '']) => ({
    status: Number(status),
    bodyDigest,
  }))
}

function pass(
  pages: string,
  message: Incoming,
  response: Outgoing,
  note: (method: string | undefined, header: unknown) => void,
): void {
  const { url = '', method, headers } = message
  // Normalizes the URL, because dots in a path could lead outside `pages`.
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (target === undefined || !target.href.startsWith(pages)) {
    refuse(message, response, 403, `This browser reaches the workstation only: ${pages}`)
    return
  }
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.includes(name))
  const onward = request(target, { method, headers: Object.fromEntries(kept), agent: false }, (answer) => {
    note(method, answer.headers['carebench-responses'])
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else refuse(message, response, 502, 'The workstation did not answer.')
  })
  response.on('close', () => onward.destroy())
  message.pipe(onward)
}

function refuse(message: Incoming, response: Outgoing, status: number, text: string): void {
  message.resume()
  response.writeHead(status, { 'content-type': 'text/plain', 'content-security-policy': "default-src 'none'" })
  response.end(text)
}
