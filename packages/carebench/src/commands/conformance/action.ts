import { readFileSync } from 'node:fs'
import {
  applyBaseline,
  type Baseline,
  type ConformanceFetch,
  type ConformanceKeys,
  conforms,
  countUntried,
  formatTerminal,
  type Gaps,
  InvalidFileError,
  NothingToCheckError,
  parseBaseline,
  parseCapabilities,
  type Report,
  requirements,
  runConformance,
} from '@carebench/conformance'
import { plainRequests, wireExchanges } from '@carebench/conformance/node'
import { trustingFetch } from '../../calling/connection.js'
import { trustHint } from '../../calling/failed-call.js'
import { readJsonFile } from '../../files/json-file.js'
import { awaitStopSignal } from '../../serving/stop-signal.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { type Progress, showProgress } from '../../terminal/progress.js'
import { createStyle } from '../../terminal/style.js'
import type { Terminal } from '../../terminal/terminal.js'
import { assertKeys, readKeys } from './keys.js'
import { findClock } from './manual-clock.js'
import { writeReports } from './written-reports.js'

export interface ConformanceOptions {
  readonly profile: 'core' | 'extended'
  readonly benchmark?: string
  readonly only?: readonly string[]
  readonly capabilities?: string
  readonly baseline?: string
  readonly readOnly?: boolean
  readonly inFlight: number
  readonly rate: number
  readonly fuzz?: number
  readonly seed?: number
  readonly strict?: boolean
  readonly all?: boolean
  readonly json?: boolean | string
  readonly junit?: string
  readonly html?: string
  readonly github?: boolean
}

/**
 * Checks a server and prints the report. Throws an {@link UnmetGoalError} if it does not conform, or, with `strict`, if
 * a requirement could not be tested, and a {@link UsageError} for an invalid option, key or file, or if there is
 * nothing to check.
 */
export async function checkConformance(terminal: Terminal, url: string, options: ConformanceOptions): Promise<void> {
  const baseUrl = parseBaseUrl(url)
  assertKnown(options.only ?? [])
  const { environment } = terminal
  const keys = readKeys(environment)
  const gaps = options.capabilities === undefined ? {} : readDeclaration(options.capabilities, parseCapabilities)
  const baseline = options.baseline === undefined ? {} : readDeclaration(options.baseline, parseBaseline)
  assertKeys(keys, gaps, options)
  const report = await showProgress(terminal, { quiet: options.json === true, lasting: true }, (progress) =>
    runChecks(baseUrl, { environment, keys, gaps, options, progress }),
  )
  const judged = applyBaseline(report, baseline)
  noteUnchecked(terminal, baseline, options)
  const toOutput = writeReports(terminal, judged, options)
  if (!toOutput) terminal.out(formatTerminal(judged, { paint: createStyle(terminal), all: options.all === true }))
  if (!conforms(judged) || (options.strict === true && countUntried(judged) > 0)) throw new UnmetGoalError()
}

/**
 * Throws a {@link UsageError} if an entry of `--only` is neither a requirement nor a topic: it would select nothing.
 */
function assertKnown(only: readonly string[]): void {
  const ids = requirements.map(({ id }) => id)
  const topics = [...new Set(ids.map((id) => id.slice(0, id.indexOf('.'))))]
  const unknown = only.find((entry) => !topics.includes(entry) && !ids.some((id) => id === entry))
  if (unknown === undefined) return
  throw new UsageError(
    `there is no requirement or topic ${JSON.stringify(unknown)}; the topics are ${topics.sort().join(', ')}`,
  )
}

/** Prints the baseline entries that the profile does not check, so that a wrong profile is noticed. */
function noteUnchecked(terminal: Terminal, baseline: Baseline, { profile }: ConformanceOptions): void {
  if (profile === 'extended') return
  const unchecked = requirements.filter((one) => one.profile === 'extended' && Object.hasOwn(baseline, one.id))
  if (unchecked.length === 0) return
  const ids = unchecked.map(({ id }) => id).join(', ')
  terminal.err(`The profile core does not check these entries of the baseline: ${ids}. Use --profile extended.\n`)
}

interface Wanted {
  readonly environment: NodeJS.ProcessEnv
  readonly keys: ConformanceKeys
  readonly gaps: Gaps
  readonly options: ConformanceOptions
  readonly progress: Progress
}

/** Runs the checks until they are done, or the process receives a stop signal. */
async function runChecks(baseUrl: string, { environment, keys, gaps, options, progress }: Wanted): Promise<Report> {
  progress.step(`Asking ${baseUrl}`)
  const { CAREBENCH_CA: authority } = environment
  // Throws if the file cannot be read.
  const fetch = trustingFetch(authority) as ConformanceFetch
  const advance = options.readOnly === true ? undefined : await findClock(fetch, baseUrl, keys.organization)
  const stop = awaitStopSignal()
  const controller = new AbortController()
  void stop.asked.then(() => {
    progress.note('Stopping, and removing what the run created …')
    controller.abort(new Error('The run was interrupted.'))
  })
  try {
    return await runConformance({
      baseUrl,
      profile: options.profile,
      keys,
      fetch,
      plain: plainRequests(baseUrl),
      exchange: wireExchanges(
        authority === undefined || authority === '' ? {} : { ca: readFileSync(authority, 'utf8') },
      ),
      ...(advance === undefined ? {} : { advance }),
      ...(options.benchmark === undefined ? {} : { benchmark: options.benchmark }),
      ...(options.only === undefined ? {} : { only: options.only }),
      gaps,
      readOnly: options.readOnly === true,
      inFlight: options.inFlight,
      perSecond: options.rate,
      signal: controller.signal,
      ...(options.fuzz === undefined
        ? {}
        : { fuzz: { runs: options.fuzz, seed: options.seed ?? 1 + Math.floor(Math.random() * 999_999) } }),
      onProgress: ({ scenario, index, total, requests, checks, failed }) => {
        progress.step(scenario, { number: index + 1, total })
        progress.detail(`requests ${requests}, checks ${checks}, failed ${failed}`)
      },
    })
  } catch (error) {
    if (error instanceof NothingToCheckError) {
      const hint = trustHint(error.message)
      const message = hint === undefined ? error.message : `${error.message}. ${hint}`
      throw new UsageError(message, { cause: error })
    }
    throw error
  } finally {
    stop.forget()
  }
}

function parseBaseUrl(url: string): string {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch (cause) {
    throw new UsageError(`${JSON.stringify(url)} is not a URL; expected https://host:port`, { cause })
  }
  // A key must not leave this machine unless the connection is confidential. Specification 1.
  if (parsed.protocol !== 'https:') throw new UsageError(`The URL must begin with https://, got ${url}`)
  return url.replace(/\/+$/, '')
}

function readDeclaration<T>(file: string, parse: (value: unknown) => T): T {
  try {
    return parse(readJsonFile(file))
  } catch (error) {
    if (error instanceof InvalidFileError) throw new UsageError(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}
