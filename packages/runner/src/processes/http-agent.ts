import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent, AgentEnd, Trial } from '../agent.js'
import type { Ended } from '../ended.js'
import { noCounts } from '../results/trial-result.js'
import { stopReason } from './command-agent.js'
import { emptyHandIn, type HandIn, parseHandIn } from './hand-in.js'
import { exchangeHttp, type HttpAnswer } from './http-exchange.js'
import { connectOnce } from './reachable.js'
import { createTaskDocument } from './task-document.js'

export interface HttpAgentOptions {
  readonly name: string
  /** Where tasks are posted to: `http://127.0.0.1:8080/tasks`. It is part of the identity, and holds no password. */
  readonly url: string
  /** What else decides what the service does, such as its version; part of the identity. */
  readonly version?: string
  /** Milliseconds between looks at a task that is being worked on, unless the service says `Retry-After`; default 1 s. */
  readonly pollInterval?: number
}

/** Looks in a row that may fail before the service counts as crashed. */
const failedLooks = 3

/** Errors of connections that never came about. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/**
 * An agent that is a service: each trial is one `POST` with the task and the token of the trial's proxy. It answers 200 with
 * what it hands in, or 202, and 200 later to `GET {url}/{trial_id}`. After 429 and 503 the task is posted again, within the time
 * of the trial. The guide "Evaluating an agent" has the contract.
 *
 * Throws a RangeError for an address that is not one of HTTP, or holds a password.
 */
export function createHttpAgent(options: HttpAgentOptions): Agent {
  const url = readAddress(options.url)
  return {
    name: options.name,
    kind: 'http',
    identity: { url, version: options.version ?? null },
    // Whatever it can read, it is not started by the runner.
    isolation: 'remote',
    async check(signal) {
      await connectOnce(url, signal)
      return { message: `${url} can be reached`, cost: null }
    },
    run: (trial) => runTrial(url, options.pollInterval ?? 1_000, trial),
  }
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.password !== '' || url.username !== '') {
    throw new RangeError(
      `Expected the address of an agent, such as http://127.0.0.1:8080/tasks, without a user or password; got ${JSON.stringify(url === undefined ? text : url.origin)}.`,
    )
  }
  return url.href.replace(/\/$/, '')
}

async function runTrial(url: string, pollInterval: number, trial: Trial): Promise<AgentEnd> {
  // A submission through the proxy ends the trial too: nobody needs the answer any more.
  const signal = AbortSignal.any([trial.signal, trial.submitted])
  const end = (ended: Ended): AgentEnd => ({ ended, usage: null, cost: null, counts: noCounts })
  let hasSeenTask = false
  try {
    const body = JSON.stringify(createTaskDocument(trial, { token: trial.token }))
    let answer = await exchangeHttp('POST', url, body, signal)
    hasSeenTask = true
    // A service that has read the task must not choose which ones count: it has the time of the trial to take it.
    while (answer.status === 429 || answer.status === 503) {
      await pauseFor(answer, pollInterval, signal)
      answer = await exchangeHttp('POST', url, body, signal)
    }
    if (answer.status === 202)
      answer = await waitForAnswer(`${url}/${encodeURIComponent(trial.id)}`, answer, pollInterval, signal)
    if (answer.status !== 200) return end(judgeStatus(answer))
    const handIn = answer.text.trim() === '' ? emptyHandIn : parseHandIn(answer.text, 'The answer of the agent')
    return judgeHandIn(handIn)
  } catch (error) {
    if (trial.submitted.aborted) return end({ kind: 'completed', reason: 'done' })
    if (trial.signal.aborted) return end(stopReason(trial.signal.reason))
    return end(judgeError(error, hasSeenTask ? undefined : url))
  }
}

/** Asks until the answer is no longer 202. */
async function waitForAnswer(
  url: string,
  first: HttpAnswer,
  pollInterval: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  let latest = first
  for (let failures = 0; latest.status === 202; ) {
    await pauseFor(latest, pollInterval, signal)
    try {
      const answer = await exchangeHttp('GET', url, undefined, signal)
      // It has taken the task, so it is only slow to say how far it is.
      if (answer.status !== 429 && answer.status !== 503) latest = answer
      failures = 0
    } catch (error) {
      failures += 1
      if (signal.aborted || failures >= failedLooks) throw new LostAgentError({ cause: error })
    }
  }
  return latest
}

/** Waits as long as the service asks for. */
async function pauseFor({ retryAfter }: HttpAnswer, pollInterval: number, signal: AbortSignal): Promise<void> {
  await sleep(retryAfter === null ? pollInterval : retryAfter * 1_000, undefined, { signal })
}

/** Thrown if an agent that had taken a task does not answer any more. */
class LostAgentError extends Error {
  override readonly name = 'LostAgentError'

  constructor(options: ErrorOptions) {
    super('It had taken the task, and does not answer any more.', options)
  }
}

function judgeHandIn(handIn: HandIn): AgentEnd {
  const nothing = { usage: null, cost: null, counts: noCounts }
  if (handIn.kind === 'malformed') {
    return { ...nothing, ended: { kind: 'agent', reason: 'bad_output', message: handIn.message } }
  }
  const { output, status, usage, cost } = handIn
  return {
    counts: noCounts,
    usage,
    cost,
    ended: { kind: 'completed', reason: status },
    ...(output !== undefined && { output }),
  }
}

function judgeStatus({ status, text }: HttpAnswer): Ended {
  const message = `The agent answered ${status}: ${text.slice(0, 200)}`
  // No further trial of the agent begins after this one.
  if (status === 401 || status === 403) return { kind: 'infra', reason: 'auth', message }
  return { kind: 'agent', reason: 'crash', message }
}

/** @param url - the address, as long as the service has not seen the task */
function judgeError(error: unknown, url: string | undefined): Ended {
  const { code, syscall = '' } = error as NodeJS.ErrnoException
  const problem = error instanceof Error ? error.message : String(error)
  if (url !== undefined && code !== undefined && unreachable.has(code) && !/^(read|write)/.test(syscall)) {
    const message = `The agent cannot be reached at ${url}: ${problem}. Start it, or correct its address.`
    return { kind: 'infra', reason: 'network', message }
  }
  return { kind: 'agent', reason: 'crash', message: `The agent broke off its answer: ${problem}` }
}
