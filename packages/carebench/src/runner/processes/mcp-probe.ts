import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AgentEnd, Trial } from '../agent.js'
import { type Ended, TrialStopError } from '../ended.js'

/** How long a program may take to list the tools, in milliseconds. */
const patience = 120_000
const path = '/v1/benchmark-runs/probe/mcp'
const none = { type: 'object', properties: {} } as const
const tools = ['start_task', 'submit'].map((name) => ({ name, description: 'Not in use yet.', inputSchema: none }))

/**
 * Starts a program as in a trial, with an MCP server without a task, and stops it when it has listed the tools. Rejects
 * with a `TrialStopError` if it does not.
 *
 * @param run - runs the program
 */
export async function probeTools(run: (trial: Trial) => Promise<AgentEnd>, signal: AbortSignal): Promise<void> {
  const token = `trial_${randomBytes(24).toString('base64url')}`
  const listed = new AbortController()
  const server = createProbeServer(token, () => listed.abort())
  const folder = mkdtempSync(join(tmpdir(), 'carebench-probe-'))
  const over = new AbortController()
  const stop = (ended: Ended) => over.abort(new TrialStopError(ended))
  const timer = setTimeout(() => stop({ kind: 'limit', reason: 'timeout' }), patience)
  const onOuterStop = () => stop({ kind: 'interrupted', reason: 'cancelled' })
  listed.signal.addEventListener('abort', () => stop({ kind: 'completed', reason: 'done' }), { once: true })
  signal.addEventListener('abort', onOuterStop, { once: true })
  if (signal.aborted) onOuterStop()
  try {
    const baseUrl = await listen(server)
    const { ended } = await run({
      id: 'probe',
      task: { name: 'probe', item: null },
      baseUrl,
      token,
      endpoints: {},
      mcpUrl: baseUrl + path,
      workstationUrl: `${baseUrl}/workstation`,
      callbackUrl: `${baseUrl}/hand-in`,
      limits: {},
      deadlineAt: new Date(Date.now() + patience).toISOString(),
      seed: 0,
      signal: over.signal,
      submitted: new AbortController().signal,
      connected: listed.signal,
      folder,
      note: () => {},
    })
    signal.throwIfAborted()
    if (!listed.signal.aborted) throw new TrialStopError(ended)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onOuterStop)
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
}

/** Creates a stateless MCP server that lists the tools for tasks, and rejects every call. */
function createProbeServer(token: string, onListed: () => void): Server {
  return createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    request.on('end', () => {
      const send = (status: number, body?: JsonObject) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
      if (request.headers.authorization !== `Bearer ${token}`) return send(401)
      if (request.method !== 'POST') return send(405)
      const message = parse(Buffer.concat(chunks).toString('utf8'))
      if (message === undefined) return send(400)
      const { id, method, params } = message
      if (id === undefined) return send(202)
      if (method === 'tools/list') response.once('finish', onListed)
      return send(200, { jsonrpc: '2.0', id, ...respond(String(method), params) })
    })
  })
}

function respond(method: string, params: JsonValue | undefined): JsonObject {
  if (method === 'initialize') {
    const protocolVersion = isJsonObject(params) ? (params.protocolVersion ?? '') : ''
    const serverInfo = { name: 'clinic', version: '1' }
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }
  }
  if (method === 'tools/list') return { result: { tools } }
  if (method === 'ping') return { result: {} }
  return { error: { code: -32601, message: 'There is no task yet.' } }
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
