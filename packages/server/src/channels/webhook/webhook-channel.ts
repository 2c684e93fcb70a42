import type { LookupFunction } from 'node:net'
import { formatInstant, type Wire } from '@carebench/protocol'
import type { WiredSandbox } from '@carebench/service'
import { type ChannelService, makeCalls } from '../agent-calls.js'
import type { Bell } from '../bell.js'
import type { Holding } from '../holding.js'
import type { ChannelLimits } from '../limits.js'
import type { OpenChannel } from '../open-channel.js'
import { pause } from '../pause.js'
import { type Arrivals, type Arrived, lookForArrivals } from './arrivals.js'
import { Deliveries } from './deliveries.js'
import { type Posted, postWebhook } from './post-webhook.js'
import { signWebhook, webhookSecret } from './sign-webhook.js'

/** The receiver where agents listen for webhooks. */
export interface WebhookReceiver {
  readonly url: URL
  /** Whether the receiver may have a non-public address. */
  readonly allowsPrivate: boolean
  /** Looks its name up; default: as this machine does. */
  readonly resolve?: LookupFunction
}

/** The outcome of one request to a receiver. */
export interface WebhookReport {
  readonly sandboxId: string
  /** `fax.received` */
  readonly type: string
  /** The header webhook-id. */
  readonly webhookId: string
  /** Requests so far, including this one. */
  readonly attempt: number
  /** `delivered`; `retried` later; or `dropped`, after the last attempt or a response with 410. */
  readonly outcome: 'delivered' | 'retried' | 'dropped'
  /** Why the delivery failed. */
  readonly reason?: string
}

/** The source of one sandbox's webhooks. */
export interface Source {
  /** The group of the system's calls: `faxes`. */
  readonly group: string
  readonly arrivals: Arrivals
  readonly holding: Holding
  /** Rings when the system has changed. */
  readonly bell: Bell
}

/** Options shared by the webhooks of all sandboxes. */
export interface WebhookOptions {
  readonly service: () => ChannelService
  readonly receiver: WebhookReceiver
  readonly limits: ChannelLimits
  readonly now: () => number
  /** The number of running requests of all sandboxes. */
  readonly posting: { count: number }
  readonly report: (report: WebhookReport) => void
}

/** The status of a receiver that wants no more webhooks. */
const gone = 410
/** How often a sandbox is polled if no bell rings, in milliseconds. */
const lookMs = 500

/**
 * Notifies a receiver of arrivals in a sandbox, one after another. Polls are not logged, and a webhook contains only an
 * id, so the agent decides what it reads, and when.
 */
export function openWebhook(sandbox: WiredSandbox, source: Source, options: WebhookOptions): OpenChannel {
  const { url } = options.receiver
  const secret = webhookSecret(sandbox.credentials.password)
  const stop = new AbortController()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const deliveries = new Deliveries(options.service().store, sandbox.id, options.now)
  const { id: sandboxId, key } = sandbox
  const working = notify({ ...options, ...source, sandboxId, key, deliveries, host, secret, signal: stop.signal })
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const wire: Wire = { kind: 'webhook', host, port, url: url.href, secret }
  return {
    wire,
    async close() {
      stop.abort()
      await working
    },
  }
}

interface NotifyWork extends WebhookOptions, Source {
  readonly sandboxId: string
  readonly key: string | undefined
  readonly deliveries: Deliveries
  /** The host of the receiver. */
  readonly host: string
  readonly secret: string
  readonly signal: AbortSignal
}

async function notify(work: NotifyWork): Promise<void> {
  const { service, sandboxId: id, key, group, arrivals, holding, bell, deliveries, signal } = work
  const call = makeCalls(service, { id, ...(key === undefined ? {} : { key }) }, group)
  const before = await persist(() => deliveries.read(), signal)
  if (before === undefined || before.some(({ status }) => status === gone)) return
  /** Number of requests so far of undelivered webhooks. */
  const attempts = new Map(before.map((one) => [one.id, one.attempt]))
  const ended = before.filter(({ outcome }) => outcome !== 'retried')
  const known = new Set(ended.map((one) => one.id.slice(id.length + 1)))
  /** Whether the items that had a state when the agent started are known. */
  let knowsStart = arrivals.state === undefined
  for (;;) {
    await bell.wait(lookMs, signal)
    if (signal.aborted) return
    if (!holding.isHeld()) continue
    if (!knowsStart) {
      const present = await lookForArrivals(arrivals, call, new Set(), 'start')
      if (present === undefined) continue
      for (const one of present) known.add(one.key)
      knowsStart = true
    }
    const arrived = await lookForArrivals(arrivals, call, known)
    if (arrived === undefined) continue
    for (const one of arrived) {
      if (signal.aborted || !holding.isHeld()) break
      const posted = await notifyOne(one, attempts.get(`${id}/${one.key}`) ?? 0, work)
      if (posted === 'gone') return
      if (posted !== undefined) known.add(one.key)
    }
  }
}

/**
 * Sends the webhook of one arrival, with retries; undefined if the sandbox has ended, or another process must send it.
 * Never rejects.
 */
async function notifyOne(
  { type, id, key }: Arrived,
  before: number,
  work: NotifyWork,
): Promise<Posted['outcome'] | undefined> {
  const { sandboxId, signal, limits, report, deliveries, holding, host } = work
  const webhookId = `${sandboxId}/${key}`
  const body = JSON.stringify({ type, timestamp: formatInstant(work.now()), data: { sandbox_id: sandboxId, id } })
  for (let attempt = before + 1; ; attempt++) {
    if (!holding.isHeld()) return undefined
    const posted = await post(webhookId, body, work)
    if (signal.aborted && posted.outcome !== 'taken') return undefined
    const isLast = attempt >= limits.webhookAttempts
    const outcome: WebhookReport['outcome'] =
      posted.outcome === 'taken' ? 'delivered' : isLast || posted.outcome === 'gone' ? 'dropped' : 'retried'
    const reason =
      posted.outcome === 'failed'
        ? posted.reason
        : posted.outcome === 'gone'
          ? 'the receiver responded with 410'
          : undefined
    report({ sandboxId, type, webhookId, attempt, outcome, ...(reason === undefined ? {} : { reason }) })
    const delivery = { id: webhookId, type, item_id: id, host, attempt, outcome, status: posted.status ?? null }
    await persist(() => deliveries.record(delivery), signal)
    if (outcome !== 'retried') return posted.outcome
    await pause(Math.min(limits.webhookPauseMs * 2 ** (attempt - 1), limits.webhookLongestPauseMs), signal)
  }
}

/** Uses the storage, and retries while it cannot be reached; undefined if the sandbox ends meanwhile. */
async function persist<Result>(use: () => Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  for (;;) {
    try {
      return await use()
    } catch {
      await pause(lookMs, signal)
      if (signal.aborted) return undefined
    }
  }
}

async function post(webhookId: string, body: string, work: NotifyWork): Promise<Posted> {
  const { posting, limits, receiver, secret, signal, now } = work
  while (posting.count >= limits.webhookRequests && !signal.aborted) await pause(lookMs, signal)
  posting.count++
  try {
    const headers = signWebhook(secret, webhookId, now(), body)
    return await postWebhook({ ...receiver, headers, body, timeoutMs: limits.webhookMs, signal })
  } finally {
    posting.count--
  }
}
