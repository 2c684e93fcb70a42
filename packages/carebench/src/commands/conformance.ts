import {
  applyBaseline,
  type ConformanceFetch,
  conforms,
  formatTerminal,
  InvalidFile,
  NothingToCheck,
  parseBaseline,
  parseCapabilities,
  type Report,
  runConformance,
} from '@carebench/conformance'
import { plainRequests } from '@carebench/conformance/node'
import { Command, InvalidArgumentError, Option } from 'commander'
import { trustingFetch } from '../calling/connection.js'
import { keysOf } from '../conformance/keys.js'
import { findClock } from '../conformance/manual-clock.js'
import { createProgress } from '../conformance/progress.js'
import { writeReports } from '../conformance/written-reports.js'
import { createStyle } from '../demo/style.js'
import { FellShort, WrongUse } from '../exit-reason.js'
import { readJsonFile } from '../json-file.js'
import { awaitStopSignal } from '../serving/stop-signal.js'
import type { Terminal } from '../terminal.js'

interface Options {
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
  readonly all?: boolean
  readonly json?: boolean | string
  readonly junit?: string
  readonly html?: string
  readonly github?: boolean
}

const help = `
Examples:
  carebench conformance https://127.0.0.1:8443                      what the specification says
  carebench conformance URL --benchmark prior-auth@1                with a benchmark to run
  carebench conformance URL --profile extended --html report.html   and what carebench adds; a page to look at

Environment:
  CAREBENCH_ORGANIZATION_KEY         an organization API key, vk_…
  CAREBENCH_SOLVER_KEY               a Solver key of that organization, vrl_slv_…
  CAREBENCH_OTHER_ORGANIZATION_KEY   keys of a second organization, for what must be out of its reach
  CAREBENCH_OTHER_SOLVER_KEY
  CAREBENCH_CA                       PEM file of the certificate to trust; without it those of Node

What it makes has a name that begins with conformance- and the id of the run, and is removed at the end, also after Ctrl+C.

Exit codes:
  0  nothing failed, but for what the baseline knows
  1  something failed, the baseline is stale, or the run was interrupted
  2  wrong use, or the server does not answer or refuses the key`

/** `carebench conformance`: checks any server of the interface from outside. */
export function conformanceCommand(terminal: Terminal): Command {
  return new Command('conformance')
    .summary('check a server against the interface')
    .description('Check a server against the interface, from outside. Tokens are never printed.')
    .argument('<url>', 'where the server is: https://host:port')
    .addOption(
      new Option('--profile <profile>', 'core: the specification alone; extended: also what carebench settles')
        .choices(['core', 'extended'])
        .default('core'),
    )
    .option('--benchmark <name@version>', 'a published benchmark to run; the profile core has no other way to one')
    .option('--only <ids...>', 'requirements, or topics such as pagination')
    .option('--capabilities <file>', 'JSON: {"gaps": {"fax": "why there is none"}}; what it names is not applicable')
    .option('--baseline <file>', 'JSON: {"failures": {"pagination.ties": "what is known"}}; an entry that passes fails')
    .option('--read-only', 'change nothing: only what can be seen by reading')
    .option('--in-flight <count>', 'requests at once', positive, 4)
    .option('--rate <count>', 'requests a second', positive, 100)
    .option('--fuzz <count>', 'also try so many cases of its own; a counter-example comes as a curl script', positive)
    .option('--seed <number>', 'of the cases; default: drawn, and printed with what is found', positive)
    .option('--all', 'list what could not be tested, too')
    .option('--json [file]', 'the report as one JSON object, to the output or a file')
    .option('--junit <file>', 'the report as JUnit XML')
    .option('--html <file>', 'the report as one page')
    .option('--github', 'print annotations of GitHub Actions')
    .addHelpText('after', help)
    .action((url: string, options: Options) => check(terminal, url, options))
}

async function check(terminal: Terminal, url: string, options: Options): Promise<void> {
  const baseUrl = baseUrlOf(url)
  const { environment } = terminal
  const keys = keysOf(environment)
  const gaps = options.capabilities === undefined ? {} : readDeclaration(options.capabilities, parseCapabilities)
  const baseline = options.baseline === undefined ? {} : readDeclaration(options.baseline, parseBaseline)
  const fetch = trustingFetch(environment.CAREBENCH_CA) as ConformanceFetch
  const advance = options.readOnly === true ? undefined : await findClock(fetch, baseUrl, keys.organization)
  const stop = awaitStopSignal()
  const controller = new AbortController()
  void stop.asked.then(() => {
    terminal.err('\nStopping, and removing what was made…\n')
    controller.abort(new Error('The run was interrupted.'))
  })
  const progress = createProgress(terminal)
  let report: Report
  try {
    report = await runConformance({
      baseUrl,
      profile: options.profile,
      keys,
      fetch,
      plain: plainRequests(baseUrl),
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
      onProgress: progress.show,
    })
  } catch (error) {
    if (error instanceof NothingToCheck) throw new WrongUse(error.message, { cause: error })
    throw error
  } finally {
    progress.clear()
    stop.forget()
  }
  const judged = applyBaseline(report, baseline)
  const toOutput = writeReports(terminal, judged, options)
  if (!toOutput) terminal.out(formatTerminal(judged, { paint: createStyle(terminal), all: options.all === true }))
  if (!conforms(judged)) throw new FellShort()
}

function baseUrlOf(url: string): string {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch (cause) {
    throw new WrongUse(`${JSON.stringify(url)} is no URL; expected https://host:port`, { cause })
  }
  // Keys must not leave this machine before it is known that the other side hears them alone. Specification 1.
  if (parsed.protocol !== 'https:') throw new WrongUse(`The URL must begin with https://, got ${url}`)
  return url.replace(/\/+$/, '')
}

function readDeclaration<T>(file: string, parse: (value: unknown) => T): T {
  try {
    return parse(readJsonFile(file))
  } catch (error) {
    if (error instanceof InvalidFile) throw new WrongUse(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}

function positive(text: string): number {
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value < 1) throw new InvalidArgumentError('Expected an integer from 1.')
  return value
}
