import { setTimeout as sleep } from 'node:timers/promises'
import { isJsonObject } from '@carebench/protocol'
import type { Agent, AgentEnd, Trial } from '../agent.js'
import { type Ended, endOfMachine } from '../ended.js'
import { emptyHandIn, type HandIn, parseHandIn } from '../hand-in.js'
import { noCounts } from '../results/trial-result.js'
import { exchangeHttp, type HttpAnswer } from './http-exchange.js'
import { stopReason } from './judge-command.js'
import { connectOnce } from './reachable.js'
import { createTaskDocument } from './task-document.js'

export interface HttpAgentOptions {
  readonly name: string
  /** Where tasks are posted to: `http://127.0.0.1:8080/tasks`. It is part of the identity, and holds no password. */
  readonly url: string
  /** What else decides what the service does, such as its version; part of the identity. */
  readonly version?: string
  /** Sent to the service as `Authorization: Bearer`. It is neither stored nor part of the identity. */
  readonly token?: string
  /**
   * Milliseconds between looks at a task that is being worked on, unless the service says `Retry-After`; default 1 s.
   */
  readonly pollInterval?: number
}

/** Looks in a row that may fail before the service counts as crashed. */
const failedLooks = 3

/** Milliseconds that no trial takes; timers take no more than 2^31. */
const maxTrialMs = 2 ** 31 - 1

/** Errors of connections that never came about. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/**
 * An agent that is a service: each trial is one `POST` with the task and the token of the trial's proxy. It answers 200
 * with what it hands in, or 202, and 200 later to `GET {url}/{trial_id}`, or it posts that to the callback. After 429
 * and 503 the task is posted again, within the time of the trial. The guide "Evaluating an agent" has the contract.
 *
 * Throws a RangeError for an address that is not one of HTTP, or holds a password.
 */
export function createHttpAgent(options: HttpAgentOptions): Agent {
  const url = readAddress(options.url)
  if (options.token !== undefined) assertPrivate(url)
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
    run: (trial) => new HttpTrial(url, options, trial).run(),
  }
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.password !== '' || url.username !== '') {
    throw new RangeError(
      'Expected the address of an agent, such as http://127.0.0.1:8080/tasks, without a user or password; got ' +
        `${JSON.stringify(url === undefined ? text : url.origin)}.`,
    )
  }
  return url.href.replace(/\/$/, '')
}

/** A token is not sent where others can read it. */
function assertPrivate(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return
  throw new RangeError(`Expected an address with https for an agent that gets a token, or one on loopback; got ${url}.`)
}

/** One task at the service. */
class HttpTrial {
  readonly #url: string
  readonly #token: string | undefined
  readonly #pollInterval: number
  readonly #trial: Trial
  /** A submission through the proxy ends the trial too: nobody needs the answer any more. */
  readonly #signal: AbortSignal
  #hasSeenTask = false

  constructor(url: string, { token, pollInterval = 1_000 }: HttpAgentOptions, trial: Trial) {
    this.#url = url
    this.#token = token
    this.#pollInterval = pollInterval
    this.#trial = trial
    this.#signal = AbortSignal.any([trial.signal, trial.submitted])
  }

  async run(): Promise<AgentEnd> {
    const trial = this.#trial
    const end = (ended: Ended): AgentEnd => ({ ended, usage: null, cost: null, counts: noCounts })
    try {
      const first = await this.#post()
      const answer = first.status === 202 ? await this.#waitForAnswer(first) : first
      if (answer.status !== 200) return end(judgeStatus(answer))
      const handIn = answer.text.trim() === '' ? emptyHandIn : parseHandIn(answer.text, 'The answer of the agent')
      return judgeHandIn(handIn)
    } catch (error) {
      if (trial.submitted.aborted) return end({ kind: 'completed', reason: 'done' })
      if (trial.signal.aborted) return end(stopReason(trial.signal.reason))
      return end(judgeError(error, this.#hasSeenTask ? undefined : this.#url))
    }
  }

  /** Posts the task until the service takes it: one that has read it must not choose which tasks count. */
  async #post(): Promise<HttpAnswer> {
    const { token, callbackUrl } = this.#trial
    const body = JSON.stringify(createTaskDocument(this.#trial, { token, callback: { url: callbackUrl } }))
    for (;;) {
      const answer = await this.#exchange('POST', this.#url, body)
      this.#hasSeenTask = true
      if (answer.status !== 429 && answer.status !== 503) return answer
      await this.#pause(answer)
    }
  }

  /** Asks until the answer is no longer 202, or waits for the callback. */
  async #waitForAnswer(first: HttpAnswer): Promise<HttpAnswer> {
    if (promisesCallback(first)) await sleep(maxTrialMs, undefined, { signal: this.#signal })
    const address = `${this.#url}/${encodeURIComponent(this.#trial.id)}`
    let latest = first
    for (let failures = 0; latest.status === 202; ) {
      await this.#pause(latest)
      try {
        const answer = await this.#exchange('GET', address, undefined)
        // It has taken the task, so it is only slow to say how far it is.
        if (answer.status !== 429 && answer.status !== 503) latest = answer
        failures = 0
      } catch (error) {
        failures += 1
        if (this.#signal.aborted || failures >= failedLooks) throw new LostAgentError({ cause: error })
      }
    }
    return latest
  }

  #exchange(method: 'GET' | 'POST', url: string, body: string | undefined): Promise<HttpAnswer> {
    return exchangeHttp(method, url, body, { signal: this.#signal, token: this.#token })
  }

  /** Waits as long as the service asks for. */
  async #pause({ retryAfter }: HttpAnswer): Promise<void> {
    const ms = retryAfter === null ? this.#pollInterval : retryAfter * 1_000
    await sleep(Math.min(ms, maxTrialMs), undefined, { signal: this.#signal })
  }
}

/** Whether the service says that it will post what it hands in, so that nobody has to ask. */
function promisesCallback({ text }: HttpAnswer): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && value.callback === true
  } catch {
    return false
  }
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
  const ofMachine = endOfMachine(error)
  if (ofMachine !== undefined) return ofMachine
  const { code, syscall = '' } = error as NodeJS.ErrnoException
  const problem = error instanceof Error ? error.message : String(error)
  if (url !== undefined && code !== undefined && unreachable.has(code) && !/^(read|write)/.test(syscall)) {
    const message = `The agent cannot be reached at ${url}: ${problem}. Start it, or correct its address.`
    return { kind: 'infra', reason: 'network', message }
  }
  return { kind: 'agent', reason: 'crash', message: `The agent broke off its answer: ${problem}` }
}
