import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultAxis } from '@carebench/verifier'
import type { Agent, Trial } from '../../runner/agent.js'
import { aborted, announced } from '../../runner/announced.js'
import { TrialStopError } from '../../runner/ended.js'
import { readResults } from '../../runner/results/read-folder.js'
import type { TrialResult } from '../../runner/results/trial-result.js'
import type { RunOptions } from '../../runner/runs/run-options.js'
import { runTrials } from '../../runner/runs/run-trials.js'
import { isSameSecret } from '../../runner/same-secret.js'

export interface TaskServerOptions extends Pick<RunOptions, 'folder' | 'service' | 'benchmark'> {
  /** The name of the task. */
  readonly task: string
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** The bearer token required by `POST /verify`. */
  readonly verifierKey: string
}

/** A server for one trial of one task, whose agent is in another container. */
export interface TaskServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Maximum size of a request to the MCP server, in bytes. */
const bodyLimit = 16 * 1024 * 1024
const forwarded = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-session-id', 'task-run-id']

/**
 * Serves one trial: `/mcp` has its tools, for anyone who can reach the port; `POST /verify` ends it, returns its
 * reward, and requires the key. The time of the task begins with the agent's first request. Rejects if the port is not
 * available.
 */
export async function startTaskServer(options: TaskServerOptions): Promise<TaskServer> {
  const { host, port } = options
  const asked = announced<void>()
  const over = announced<void>()
  const stop = new AbortController()
  let started = announced<Trial>()
  const agent: Agent = {
    name: 'agent',
    kind: 'mcp',
    identity: { desk: true },
    isolation: 'remote',
    async reserve(signal) {
      await Promise.race([asked.promise, aborted(signal)])
      return () => {}
    },
    async run(trial) {
      started.announce(trial)
      await Promise.race([aborted(trial.submitted), aborted(trial.signal), over.promise])
      // The next attempt gets its own trial.
      started = announced()
      const { reason } = trial.signal
      const ended =
        trial.signal.aborted && reason instanceof TrialStopError
          ? reason.ended
          : ({ kind: 'completed', reason: 'done' } as const)
      const counts = { steps: 0, llmCalls: 0, toolCalls: 0, toolErrors: 0, invalidToolCalls: 0 }
      return { ended, usage: null, cost: null, counts }
    },
  }
  const { folder, service, benchmark, task } = options
  const outcome = runTrials({ folder, service, benchmark, tasks: [task], agents: [agent], stop: stop.signal }).then(
    () => readResults(folder).find(({ key }) => key.task === task),
  )
  // `/verify` reports the error.
  outcome.catch(() => {})

  async function answerMcp(method: string, headers: Record<string, string>, body: Buffer): Promise<Answer> {
    asked.announce()
    const trial = await Promise.race([started.promise, outcome.catch(() => undefined)])
    if (trial === undefined || !('mcpUrl' in trial)) return text(410, 'The trial has ended.')
    const response = await fetch(trial.mcpUrl, {
      method,
      headers: { ...headers, authorization: `Bearer ${trial.token}` },
      ...(method === 'POST' && { body: new Uint8Array(body) }),
    })
    const type = response.headers.get('content-type') ?? 'application/json'
    return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) }
  }

  async function answerVerifier(authorization: string): Promise<Answer> {
    if (!isSameSecret(authorization, `Bearer ${options.verifierKey}`))
      return text(401, 'The key of the verifier is required.')
    asked.announce()
    over.announce()
    const result = await outcome
    if (result === undefined) return text(503, 'The trial has no score.')
    return { status: 200, type: 'application/json', body: Buffer.from(`${JSON.stringify(toReward(result))}\n`) }
  }

  // Closing an idle connection could lose a request in transit.
  const patient = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }
  const server = createServer(patient, (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const chunks: Buffer[] = []
    let size = 0
    const send = ({ status, type, body }: Answer) => response.writeHead(status, { 'content-type': type }).end(body)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimit) chunks.push(chunk)
    })
    request.on('end', () => {
      const kept = forwarded.flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value] as const] : []
      })
      const [path] = url.split('?')
      const answer =
        size > bodyLimit
          ? text(413, `A request may have at most ${bodyLimit} bytes.`)
          : path === '/health'
            ? text(200, 'ok')
            : path === '/mcp'
              ? answerMcp(method, Object.fromEntries(kept), Buffer.concat(chunks))
              : path === '/verify' && method === 'POST'
                ? answerVerifier(headers.authorization ?? '')
                : text(404, 'There are /mcp, /health and POST /verify.')
      Promise.resolve(answer).then(send, (error: unknown) =>
        send(text(503, error instanceof Error ? error.message : 'The trial could not be run.')),
      )
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host}:${taken}`,
    async close() {
      stop.abort()
      server.close()
      server.closeAllConnections()
      await outcome.catch(() => undefined)
    },
  }
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

/** Returns the Harbor reward: 1 for a pass, and each score under its own name. */
function toReward({ verdict, score, axes }: TrialResult): Readonly<Record<string, number>> {
  const named = Object.entries(axes).filter(([axis]) => axis !== defaultAxis)
  const scores = named.map(([axis, { score: value }]) => [`axis_${axis}`, value] as const)
  return { reward: verdict === 'pass' ? 1 : 0, score: score ?? 0, ...Object.fromEntries(scores) }
}

function text(status: number, message: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: Buffer.from(`${message}\n`) }
}
