import { setTimeout as sleep } from 'node:timers/promises'
import { isJsonObject } from '@carebench/protocol'
import type { Agent, AgentEnd, Trial } from '../agent.js'
import { type Ended, endOfMachine } from '../ended.js'
import { emptyHandIn, type HandIn, parseHandIn } from '../hand-in.js'
import { createRedact, type Redact } from '../results/redact.js'
import { noCounts } from '../results/trial-result.js'
import { exchangeHttp, type HttpAnswer } from './http-exchange.js'
import { stopReason } from './judge-command.js'
import { connectOnce } from './reachable.js'
import { createTaskDocument } from './task-document.js'

/** Options of {@link createHttpAgent}. */
export interface HttpAgentOptions {
  readonly name: string
  /**
   * The address that tasks are posted to: `http://127.0.0.1:8080/tasks`. It is part of the identity, and contains no
   * password.
   */
  readonly url: string
  /** Anything else that determines the service's behavior, such as its version; part of the identity. */
  readonly version?: string
  /** Sent to the service as `Authorization: Bearer`. It is neither stored nor part of the identity. */
  readonly token?: string
  /** Poll interval of a running task in milliseconds, unless the service sends `Retry-After`; default 1 s. */
  readonly pollInterval?: number
}

/** Number of consecutive failed polls after which the service counts as crashed. */
const failedLooks = 3

/** Longer than any trial, in milliseconds: the maximum of timers. */
const maxTrialMs = 2 ** 31 - 1

/** Error codes of connections that were never established. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/**
 * Creates an agent from a service: each trial is one `POST` with the task and the token of the trial's proxy. The
 * service returns 200 with its submission; or 202, and later 200 to `GET {url}/{trial_id}`, or posts the submission to
 * the callback. After 429 and 503 the task is posted again, within the time of the trial. The guide "Evaluating an
 * agent" has the contract.
 *
 * Throws a RangeError for an address that is not HTTP, that contains a user or password, or that would get the token
 * unencrypted over a network.
 */
export function createHttpAgent(options: HttpAgentOptions): Agent {
  const url = readAddress(options.url)
  if (options.token !== undefined) assertPrivate(url)
  return {
    name: options.name,
    kind: 'http',
    identity: { url, version: options.version ?? null },
    // The runner does not start the service, so it knows nothing about its isolation.
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

/** Throws unless the connection is private, because a token must not be sent where others can read it. */
function assertPrivate(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return
  throw new RangeError(`Expected an address with https for an agent that gets a token, or one on loopback; got ${url}.`)
}

/** One task at the service. */
class HttpTrial {
  readonly #url: string
  readonly #token: string | undefined
  readonly #redact: Redact
  readonly #pollInterval: number
  readonly #trial: Trial
  /** Also aborted by a submission through the proxy, which ends the trial. */
  readonly #signal: AbortSignal
  #hasSeenTask = false

  constructor(url: string, { token, pollInterval = 1_000 }: HttpAgentOptions, trial: Trial) {
    this.#url = url
    this.#token = token
    this.#redact = createRedact([trial.token, ...(token === undefined ? [] : [token])])
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
      if (answer.status !== 200) return end(judgeStatus(answer, this.#redact))
      if (answer.text.trim() === '') return judgeHandIn(emptyHandIn)
      return judgeHandIn(parseHandIn(answer.text, 'The answer of the agent', this.#redact))
    } catch (error) {
      if (trial.submitted.aborted) return end({ kind: 'completed', reason: 'done' })
      if (trial.signal.aborted) return end(stopReason(trial.signal.reason))
      return end(judgeError(error, this.#hasSeenTask ? undefined : this.#url))
    }
  }

  /**
   * Posts the task until the service accepts it, because a service that has read a task must not choose whether it
   * counts.
   */
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

  /** Polls until the response is no longer 202, or waits for the callback. */
  async #waitForAnswer(first: HttpAnswer): Promise<HttpAnswer> {
    if (promisesCallback(first)) await sleep(maxTrialMs, undefined, { signal: this.#signal })
    const address = `${this.#url}/${encodeURIComponent(this.#trial.id)}`
    let latest = first
    for (let failures = 0; latest.status === 202; ) {
      await this.#pause(latest)
      try {
        const answer = await this.#exchange('GET', address, undefined)
        // The service has accepted the task, so it is only too busy to report its progress.
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

  /** Waits as long as the service requests. */
  async #pause({ retryAfter }: HttpAnswer): Promise<void> {
    const ms = retryAfter === null ? this.#pollInterval : retryAfter * 1_000
    await sleep(Math.min(ms, maxTrialMs), undefined, { signal: this.#signal })
  }
}

/** Whether the service promises to post its submission, so that polling is unnecessary. */
function promisesCallback({ text }: HttpAnswer): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && value.callback === true
  } catch {
    return false
  }
}

/** Thrown if an agent that had accepted a task no longer responds. */
class LostAgentError extends Error {
  override readonly name = 'LostAgentError'

  constructor(options: ErrorOptions) {
    super('The agent accepted the task, but no longer responds.', options)
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

function judgeStatus({ status, text }: HttpAnswer, redact: Redact): Ended {
  // Redacted before it is cut, because the cut may be within a secret.
  const message = `The agent answered ${status}: ${redact(text).slice(0, 200)}`
  // After this end, the run starts no further trials of the agent.
  if (status === 401 || status === 403) return { kind: 'infra', reason: 'auth', message }
  return { kind: 'agent', reason: 'crash', message }
}

/** @param url - the address if the service cannot have seen the task; undefined if it may have */
function judgeError(error: unknown, url: string | undefined): Ended {
  const ofMachine = endOfMachine(error)
  if (ofMachine !== undefined) return ofMachine
  const { code, syscall = '' } = error as NodeJS.ErrnoException
  const problem = error instanceof Error ? error.message : String(error)
  if (url !== undefined && code !== undefined && unreachable.has(code) && !/^(read|write)/.test(syscall)) {
    const message = `The agent cannot be reached at ${url}: ${problem}. Start it, or correct its address.`
    return { kind: 'infra', reason: 'network', message }
  }
  return { kind: 'agent', reason: 'crash', message: `The connection to the agent broke: ${problem}` }
}
