import { type Call, type ConformanceFetch, NoResponseError } from '../exchange/exchange.js'
import { createLimiter } from '../exchange/limiter.js'
import { createRecorder } from '../exchange/recorder.js'
import { createRedaction } from '../exchange/redaction.js'
import type { Finding } from '../fuzz/finding.js'
import { type FuzzOptions, fuzz } from '../fuzz/fuzz.js'
import type { Profile } from '../requirements/requirement.js'
import type { RequirementId } from '../requirements/requirements.js'
import { createCheckBook } from '../scenario/check-book.js'
import { createKit, type KitContext, lacks } from '../scenario/create-kit.js'
import type { PlainAnswer, WireAnswer, WirePlace } from '../scenario/kit.js'
import type { Scenario } from '../scenario/scenario.js'
import { must, textIn, UnmetPreconditionError } from '../scenario/unmet.js'
import { scenarios } from '../scenarios/scenarios.js'
import { findGap, type Gaps } from './capabilities.js'
import { createCleanUp } from './clean-up.js'
import { collectResults } from './collect-results.js'
import { type Outcome, outcomes } from './outcome.js'
import type { Report, Result } from './report.js'

/** Keys issued by the server. */
export interface ConformanceKeys {
  readonly organization?: string
  readonly solver?: string
  /** Creates organizations. The kit uses it to create a second organization, unless keys of one are given. */
  readonly operator?: string
  /** A key of a second organization, to check that organizations cannot reach each other's resources. */
  readonly otherOrganization?: string
  readonly otherSolver?: string
}

/** Options of {@link runConformance}. */
export interface ConformanceOptions {
  /** `https://host:port`, with or without a trailing slash. */
  readonly baseUrl: string
  readonly profile: Profile
  readonly keys: ConformanceKeys
  /** Default: the global `fetch`, which trusts the certificates that the platform trusts. */
  readonly fetch?: ConformanceFetch
  /** `name@version` of a benchmark to run; `core` needs it. Default in `extended`: one that the kit publishes. */
  readonly benchmark?: string
  /** Sends a request without TLS to the host and port of the base URL. */
  readonly plain?: (method: string, target: string) => Promise<PlainAnswer>
  /** Sends text over a new connection to a channel, and reads until the response is complete or the connection ends. */
  readonly exchange?: (place: WirePlace, sent: string, isDone: (received: string) => boolean) => Promise<WireAnswer>
  /** Advances the clock of the server. */
  readonly advance?: (seconds: number) => Promise<void>
  /** What the server is declared not to support. Default: nothing. */
  readonly gaps?: Gaps
  /** True: nothing is created or changed. Default false. */
  readonly readOnly?: boolean
  /** Ids, or topics of ids; default all. */
  readonly only?: readonly string[]
  /** Maximum number of concurrent requests; default 4. */
  readonly inFlight?: number
  /** Maximum number of requests per second; default 200. */
  readonly perSecond?: number
  /** Timeout of a request in milliseconds; default 30,000. */
  readonly timeout?: number
  /** Ends the run early; created resources are still removed. */
  readonly signal?: AbortSignal
  /** False: created resources are kept. Default true. */
  readonly cleanUp?: boolean
  /** Part of the names of created resources; default: random. Letters, digits and hyphens. */
  readonly runId?: string
  readonly onProgress?: (progress: Progress) => void
  /** The clock of the kit; this and `sleep` are those of the machine by default. */
  readonly now?: () => number
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** Default: all. */
  readonly scenarios?: readonly Scenario[]
  /** Checks generated cases after the scenarios, unless `readOnly`. Default: none. */
  readonly fuzz?: FuzzOptions
}

/** The progress of a run. */
export interface Progress {
  /** The name of the scenario that starts; at the end, the name of the generated cases, if requested. */
  readonly scenario: string
  readonly index: number
  readonly total: number
  readonly requests: number
  readonly checks: number
  readonly failed: number
}

/** Thrown if the server did not respond at all, or rejected a key, so that nothing can be checked. */
export class NothingToCheckError extends Error {
  override readonly name = 'NothingToCheckError'
}

/** The prefix of the names of everything that the kit creates. */
const namePrefix = 'conformance-'

/**
 * Checks a server from outside, and returns the results.
 *
 * The names of all created resources begin with `conformance-` and the id of the run. They are deleted at the end, also
 * after the signal. Published benchmarks stay (archived), and so do organizations. The report contains no tokens.
 * Rejects with a {@link NothingToCheckError} if the first request gets no response, or a key is rejected, and with a
 * RangeError for a limit that permits no requests.
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const { profile, keys, gaps = {}, now = Date.now, inFlight = 4, perSecond = 200, timeout = 30_000 } = options
  const sleep = options.sleep ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)))
  const runId = options.runId ?? drawRunId()
  const signal = options.signal ?? new AbortController().signal
  const startedAt = now()
  const book = createCheckBook()
  const common = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    redaction: createRedaction(Object.values(keys).filter((key) => key !== undefined)),
    limiter: createLimiter({ inFlight, perSecond, now, sleep }),
    now,
    timeout,
  }
  const recorder = createRecorder({ ...common, signal })
  const cleanUp = createCleanUp()
  const tokens = new Map<Call, string | null>()
  recorder.onAnswer((answer, { method, target }, call) => cleanUp.notice(answer, method, target, call))
  const ownKeys: { -readonly [K in keyof ConformanceKeys]: ConformanceKeys[K] } = { ...keys }
  const context: KitContext = {
    profile,
    recorder: {
      ...recorder,
      as: (token) => {
        const call = recorder.as(token)
        tokens.set(call, token)
        return call
      },
    },
    book,
    keys: ownKeys,
    benchmark: options.benchmark,
    prefix: `${namePrefix}${runId}-`,
    advance: options.advance,
    sleep,
    plain: options.plain,
    exchange: options.exchange,
    signal,
  }
  const isSelected = selector(options.only)
  const concerns = (id: RequirementId) => isSelected(id) && findGap(gaps, id) === undefined
  const all = (options.scenarios ?? scenarios).filter(({ ids }) => ids.some(concerns))
  const wanted = options.readOnly === true ? undefined : options.fuzz
  const tell = (scenario: string, index: number) => {
    const failed = book.checks.filter(({ passed }) => !passed).length
    const requests = recorder.exchanges.length
    const total = all.length + (wanted === undefined ? 0 : 1)
    options.onProgress?.({ scenario, index, total, requests, checks: book.checks.length, failed })
  }
  let findings: readonly Finding[] = []
  try {
    await knock(context, options.readOnly === true)
    if (options.readOnly !== true && keys.otherOrganization === undefined) {
      Object.assign(ownKeys, await createSecondOrganization(context))
    }
    for (const [index, scenario] of all.entries()) {
      tell(scenario.name, index)
      await runScenario(context, scenario, gaps, options.readOnly === true)
    }
    if (wanted !== undefined) {
      tell(`${wanted.runs} generated cases`, all.length)
      findings = await fuzz(context, common.baseUrl, wanted)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    context.clinic = undefined as never
  }
  let leftovers: readonly string[] = []
  if (options.cleanUp !== false) {
    const remover = createRecorder({ ...common, signal: new AbortController().signal })
    const cancel = keys.organization === undefined ? null : remover.as(keys.organization)
    leftovers = await cleanUp.remove((call) => remover.as(tokens.get(call) ?? null), cancel)
  }
  const interrupted = signal.aborted
  const results = collectResults({ book, gaps, profile, selects: isSelected, interrupted })
  const named = new Set(results.flatMap(({ checks }) => checks.flatMap(({ exchanges }) => exchanges)))
  return {
    format: 'carebench-conformance/1',
    target: common.baseUrl,
    profile,
    runId,
    startedAt: new Date(startedAt).toISOString(),
    milliseconds: now() - startedAt,
    requests: recorder.exchanges.length,
    interrupted,
    counts: countOutcomes(results),
    results,
    exchanges: recorder.exchanges.filter(({ number }) => named.has(number)).sort((a, b) => a.number - b.number),
    leftovers,
    staleBaseline: [],
    findings,
  }
}

async function runScenario(context: KitContext, scenario: Scenario, gaps: Gaps, readOnly: boolean): Promise<void> {
  const { book } = context
  const missing = scenario.needs
    .map((need) => ({ need, message: lacks(context, need) }))
    .find(({ message }) => message !== null)
  const reason =
    readOnly && !scenario.readOnly ? 'It needs writes, and the run is read-only.' : (missing?.message ?? null)
  if (reason !== null) {
    const gap = missing === undefined ? undefined : gaps[missing.need]
    for (const id of scenario.ids) {
      if (gap !== undefined) book.notApplicable.set(id, gap)
      else if (!book.troubles.has(id)) {
        book.troubles.set(id, { scenario: scenario.name, message: reason, exchanges: [], isOurs: true })
      }
    }
    return
  }
  const kit = createKit(context, scenario)
  await kit.part(() => scenario.run(kit))
  kit.finish()
}

/**
 * Creates a second organization with a Solver, and returns the keys of both. Returns none without an operator key, or
 * if the server rejects a call, which the scenario about organizations reports. Rejects with a {@link
 * NothingToCheckError} if the operator key is rejected. Organizations cannot be removed.
 */
async function createSecondOrganization({ recorder, keys, prefix }: KitContext): Promise<Partial<ConformanceKeys>> {
  if (keys.operator === undefined) return {}
  try {
    const operator = recorder.as(keys.operator)
    const organization = await operator('POST', '/organizations', { name: `${prefix}second` })
    if (organization.status === 401) {
      throw new NothingToCheckError('The server rejects the operator key (401): check that it is a key of this server.')
    }
    const path = `/organizations/${textIn(must(organization, 201), 'id')}/api-keys`
    const otherOrganization = textIn(must(await operator('POST', path, { name: `${prefix}key` }), 201), 'key')
    const call = recorder.as(otherOrganization)
    const solver = must(await call('POST', '/solvers', { alias: 'conformance', name: `${prefix}solver` }), 201)
    const solverPath = `/solvers/${textIn(solver, 'id')}/api-keys`
    const otherSolver = textIn(must(await call('POST', solverPath, { name: `${prefix}key` }), 201), 'key')
    return { otherOrganization, otherSolver }
  } catch (error) {
    if (error instanceof UnmetPreconditionError) return {}
    throw error
  }
}

const keyCalls = [
  ['organization', 'organization key', 'GET', '/environments?limit=1'],
  ['otherOrganization', 'key of the second organization', 'GET', '/environments?limit=1'],
  // A Solver key can only create runs; with an empty object as the body, none is created.
  ['solver', 'Solver key', 'POST', '/v1/benchmark-runs'],
  ['otherSolver', 'Solver key of the second organization', 'POST', '/v1/benchmark-runs'],
] as const

/** Rejects with a {@link NothingToCheckError} if the server does not respond, or rejects one of the keys. */
async function knock({ recorder, keys }: KitContext, readOnly: boolean): Promise<void> {
  try {
    if (keys.organization === undefined) await recorder.as(null)('GET', '/environments?limit=1')
    for (const [name, what, method, target] of keyCalls) {
      const key = keys[name]
      if (key === undefined || (readOnly && method === 'POST')) continue
      const { status } = await recorder.as(key)(method, target, method === 'POST' ? {} : undefined)
      // A server that accepts organization keys here rejects every Solver key; a requirement reports that.
      const takesOthers = async () => (await recorder.as(keys.organization ?? null)(method, target, {})).status !== 401
      if (status === 401 && !(method === 'POST' && (await takesOthers()))) {
        throw new NothingToCheckError(`The server rejects the ${what} (401): check that it is a key of this server.`)
      }
    }
  } catch (error) {
    if (error instanceof NoResponseError) throw new NothingToCheckError(error.message, { cause: error })
    throw error
  }
}

function selector(only: readonly string[] | undefined): (id: RequirementId) => boolean {
  if (only === undefined || only.length === 0) return () => true
  return (id) => only.some((prefix) => id === prefix || id.startsWith(`${prefix}.`))
}

function countOutcomes(results: readonly Result[]): Record<Outcome, number> {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of results) counts[outcome]++
  return counts
}

function drawRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
