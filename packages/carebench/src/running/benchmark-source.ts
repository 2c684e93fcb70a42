import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Carebench } from '@carebench/client'
import { type FixtureName, fixtureNames, isFixtureName } from '@carebench/fixtures/names'
import type { BenchmarkDefinition, Clock } from '@carebench/protocol'
import { type CallOperation, callInMemory, createRequest, publishBenchmark, type Service } from '@carebench/service'
import { nearestName } from '@carebench/verifier/kinds'
import { openBenchmarkFiles } from '../authoring/benchmark-files.js'
import { findProblems } from '../authoring/find-problems.js'
import { formatProblems } from '../authoring/format-problems.js'
import { auditsInFolder, warnOfStaleAudit } from '../authoring/shipped-audit.js'
import { connectToRun } from '../calling/connection.js'
import { explainFailures } from '../calling/failed-call.js'
import { warnOfAudit } from '../reporting/summary-notes.js'
import type { ItemFamilies } from '../runner/results/item-summary.js'
import type { BenchmarkToRun } from '../runner/runs/run-options.js'
import type { ServiceOptions } from '../runner/service-connection.js'
import { createLocalService } from '../serving/local-service.js'
import { ExitCodeError, UnmetGoalError, UsageError } from '../terminal/exit-reason.js'
import type { Progress } from '../terminal/progress.js'
import type { Terminal } from '../terminal/terminal.js'
import { findSuite, folderOfSplit, readItemFamilies } from './benchmark-suite.js'
import type { RecordedSolutions } from './solution-agent.js'

/** A benchmark that can be run, and the service that runs it. */
export interface OpenedBenchmark {
  readonly service: ServiceOptions
  readonly benchmark: BenchmarkToRun
  /** The name of the benchmark, without its version. */
  readonly name: string
  /** The names of its tasks, in their order. */
  readonly tasks: readonly string[]
  /** The tags of its tasks, by their names; absent for a benchmark of a server. */
  readonly tags?: Readonly<Record<string, readonly string[]>>
  /** The families of its items; absent unless a `manifest.json` beside its files names them. */
  readonly itemFamilies?: ItemFamilies
  /** The solutions recorded in its files; absent for a benchmark of a server. */
  readonly solutions?: RecordedSolutions
}

/**
 * Opens a benchmark of a server, by `name@version`. Throws a {@link UsageError} if the server does not have it, or it
 * cannot be run.
 */
export async function openOnServer(environment: NodeJS.ProcessEnv, reference: string): Promise<OpenedBenchmark> {
  const server = connectToRun(environment)
  const [, name = '', version = ''] = /^(.+)@([1-9]\d*)$/s.exec(reference) ?? []
  if (name === '')
    throw new UsageError(`expected a benchmark of the server with its version, such as prior-auth@1, got ${reference}`)
  const client = new Carebench({ baseUrl: server.baseUrl, apiKey: server.organizationKey, fetch: server.fetch })
  return explainFailures(async () => {
    for await (const { id, name: found } of client.list('listBenchmarks', { query: { limit: 100 } })) {
      if (found !== name) continue
      const { audit, runnable, digest } = await client.waitForAudit({ id, version: Number(version) })
      if (runnable === false || typeof audit !== 'object')
        throw new UsageError(`${reference} cannot be run: see its audit`)
      return {
        service: server,
        name,
        tasks: listNames(audit.tasks),
        // A server without digests does not change published versions either.
        benchmark: {
          reference,
          digest: digest ?? `${server.baseUrl}/benchmarks/${id}/versions/${version}`,
          version: { benchmarkId: id, number: Number(version) },
          auditOk: audit.ok,
        },
      }
    }
    throw new UsageError(`the organization has no benchmark ${name} on ${server.baseUrl}`)
  })
}

export interface OpenHereOptions {
  readonly terminal: Terminal
  readonly progress: Progress
  /** Default: the machine's clock. */
  readonly clock?: Clock
  /** The split to open of a benchmark with several splits. */
  readonly split?: string
  /** When aborted, the benchmark is not published. */
  readonly signal?: AbortSignal
  /**
   * Called with the task names before the benchmark is published, which takes long; throws if they do not fit the run.
   */
  readonly assertTasks?: (names: readonly string[]) => void
}

/**
 * Makes V8 collect garbage sooner, because a running benchmark produces much of it. This trades processor time for
 * memory: 540 trials of carebench-1 took 1.14 GB and 129 s with it, 1.78 GB and 62 s without.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
}

/**
 * Publishes a benchmark on a service in this process: a fixture by name, or one in files. The service does not listen,
 * so only the runner can reach it. Throws a {@link UsageError} if there is no such benchmark, an {@link UnmetGoalError}
 * for files with errors, and an {@link ExitCodeError} if it is interrupted.
 */
export async function openHere(
  source: string,
  { terminal, progress, clock, split, signal, assertTasks }: OpenHereOptions,
): Promise<OpenedBenchmark> {
  const { definition, knownAudits, itemFamilies } = await readDefinition(source, {
    terminal,
    progress,
    ...(split !== undefined && { split }),
  })
  assertTasks?.(definition.tasks.map(({ name }) => name))
  keepHeapSmall()
  progress.step(`Publishing ${definition.name}`)
  // Loaded here, because `carebench run` on a server does not need it.
  const { workstationPages } = await import('@carebench/server')
  const service = createLocalService({
    knownAudits,
    workstation: workstationPages,
    ...(clock === undefined ? {} : { clock }),
  })
  const { organizationKey, solverKey } = await service.provisionOrganization('Evaluator')
  signal?.addEventListener('abort', () => service.stopAudits(), { once: true })
  const call = until(signal, callInMemory(service, organizationKey))
  // Findings of the audit are shown, but do not stop a run.
  const version = await publishBenchmark(call, definition, {
    allowFindings: true,
    checkFirst: false,
    onAudit: () => {
      if (knownAudits.length > 0) progress.note(warnOfStaleAudit(definition.name))
      progress.step(`Auditing ${definition.name}`)
    },
    onProgress: (line) => progress.detail(line),
  })
  if (!version.audit.ok) progress.note(warnOfAudit(definition.name))
  return {
    service: {
      baseUrl: 'https://service.invalid',
      organizationKey,
      solverKey,
      fetch: fetchFrom(service),
      isPrivate: true,
    },
    name: definition.name,
    tasks: listNames(version.audit.tasks),
    tags: Object.fromEntries(definition.tasks.map(({ name, tags = [] }) => [name, tags])),
    ...(itemFamilies && { itemFamilies }),
    solutions: listSolutions(definition),
    benchmark: {
      reference: `${definition.name}@${version.version}`,
      digest: version.digest ?? '',
      version: { benchmarkId: version.benchmark_id, number: version.version },
      auditOk: version.audit.ok,
    },
  }
}

/** Wraps calls to reject once a signal is aborted. Publishing makes many calls, some of which wait for the audit. */
function until(signal: AbortSignal | undefined, call: CallOperation): CallOperation {
  return async (operation, input) => {
    if (signal?.aborted === true) {
      throw new ExitCodeError(130, 'interrupted while the benchmark was being published; no trial was started')
    }
    return call(operation, input)
  }
}

function listSolutions({ tasks, overrides }: BenchmarkDefinition): RecordedSolutions {
  const first = tasks.flatMap(({ name, solutions = [] }) => solutions.slice(0, 1).map((one) => [name, one] as const))
  return { byTask: new Map(first), isStepped: overrides?.clock === 'stepped' }
}

/**
 * Reads a benchmark as one document: a fixture by its name, or one in files. Throws a {@link UsageError} if there is no
 * such benchmark, and an {@link UnmetGoalError} for files with errors.
 */
export async function readDefinition(
  source: string,
  context: Pick<OpenHereOptions, 'terminal' | 'progress' | 'split'>,
) {
  const suite = isFixtureName(source) ? undefined : findSuite(source)
  if (suite !== undefined) {
    const folder = folderOfSplit(suite, context.split)
    return readFiles(folder, context)
  }
  if (context.split !== undefined) throw new UsageError(`${source} has no splits: leave out --split`)
  if (isFixtureName(source)) return readFixture(source)
  return readFiles(source, context)
}

/** Reads a fixture. Fixtures are loaded on demand, because they are large. */
async function readFixture(name: FixtureName) {
  const { fixtureAudits, fixtures } = await import('@carebench/fixtures')
  return { definition: fixtures[name], knownAudits: Object.values(fixtureAudits), itemFamilies: undefined }
}

/**
 * Throws a {@link UsageError} that suggests a name if the source is neither a benchmark of this installation nor a
 * file.
 */
export function assertSource(source: string): void {
  if (isFixtureName(source) || findSuite(source) !== undefined || existsSync(source)) return
  const known = fixtureNames.join(', ')
  const near = nearestName(source, [...fixtureNames, 'carebench-1'])
  const suite = /^[\w.-]+$/.test(source) ? ` @carebench/${source}` : ''
  throw new UsageError(
    `${near === undefined ? '' : `did you mean ${near}? `}${source} is neither a folder with a benchmark nor one ` +
      `of ${known}, nor, with --split, carebench-1 or another installed package${suite}; for a benchmark of a ` +
      'server, add --url',
  )
}

/** Reads a benchmark's files, with the audits that they are shipped with, and the families of its items. */
async function readFiles(source: string, { terminal, progress }: Pick<OpenHereOptions, 'terminal' | 'progress'>) {
  assertSource(source)
  const files = openBenchmarkFiles(source)
  const folder = dirname(files.file)
  const knownAudits = auditsInFolder(folder)
  const problems = await findProblems(files, knownAudits)
  if (problems.length > 0) {
    progress.clear()
    terminal.err(formatProblems(problems, terminal))
    throw new UnmetGoalError()
  }
  const definition = files.definition as BenchmarkDefinition
  return { definition, knownAudits, itemFamilies: readItemFamilies(folder) }
}

function listNames(tasks: readonly { readonly name: string }[]): readonly string[] {
  const names = tasks.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new UsageError(`two tasks of the benchmark are named ${JSON.stringify(repeated)}`)
  return names
}

/** Returns a `fetch` that calls a service in this process, whatever the host. */
function fetchFrom(service: Service): ServiceOptions['fetch'] {
  return async (url, { method, headers, body }) => {
    const { pathname, search, host } = new URL(url)
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
    const answer = await service.handle(createRequest(method, pathname + search, { ...headers, host }, bytes))
    const content = typeof answer.body === 'string' || answer.body === null ? answer.body : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
}
