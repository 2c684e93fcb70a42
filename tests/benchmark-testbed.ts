import { CarebenchSolver, type Completion, type SolverTask } from '@carebench/client'
import { fixtureAudits, fixtures } from '@carebench/fixtures'
import { type BenchmarkDefinition, createManualClock, type ManualClock } from '@carebench/protocol'
import { callInMemory, createMemoryStore, publishBenchmark, type Service } from '@carebench/service'
import type { Verifier } from '@carebench/verifier'
import { createInMemoryService, fetchFrom } from './in-memory-service.js'

/** An in-process service with a published benchmark, and a client for it. */
export interface BenchmarkTestbed {
  /** The benchmark and its version. */
  readonly benchmark: string
  readonly service: Service
  readonly organizationKey: string
  readonly solverKey: string
  /** Sends requests to the service for any base URL. */
  readonly fetch: typeof fetch
  readonly solver: CarebenchSolver
  /** Advances the clock instead of waiting. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/**
 * Creates a testbed whose clock starts on the day of the tasks; only {@link BenchmarkTestbed.wait} advances it.
 *
 * @param verifier - default: one with all kinds
 * @param benchmark - the benchmark to publish; default: the fixture prior-auth
 */
export async function createBenchmarkTestbed(
  verifier?: Verifier,
  benchmark: BenchmarkDefinition = fixtures['prior-auth'],
): Promise<BenchmarkTestbed> {
  const clock = createManualClock(begin)
  const service = createInMemoryService(clock, verifier, { knownAudits: Object.values(fixtureAudits) })
  return openTestbed(benchmark, clock, service, await publishOn(service, benchmark))
}

/**
 * Publishes a benchmark once, and returns a function that opens a new testbed on each call, each with a copy of the
 * same store, the same time and the same random draws.
 */
export async function createTestbeds(benchmark: BenchmarkDefinition): Promise<() => BenchmarkTestbed> {
  const store = createMemoryStore()
  const publisher = createInMemoryService(createManualClock(begin), undefined, {
    store,
    knownAudits: Object.values(fixtureAudits),
  })
  const keys = await publishOn(publisher, benchmark)
  return () => {
    const clock = createManualClock(begin)
    // A different seed from that of the publication, whose ids are already in use.
    return openTestbed(
      benchmark,
      clock,
      createInMemoryService(clock, undefined, { store: store.copy(), seed: 2 }),
      keys,
    )
  }
}

const begin = Date.parse('2026-03-02T18:00:00Z')

interface Keys {
  readonly organizationKey: string
  readonly solverKey: string
}

async function publishOn(service: Service, benchmark: BenchmarkDefinition): Promise<Keys> {
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), benchmark)
  return { organizationKey, solverKey }
}

function openTestbed(
  { name }: BenchmarkDefinition,
  clock: ManualClock,
  service: Service,
  keys: Keys,
): BenchmarkTestbed {
  const { solverKey } = keys
  const fetch = fetchFrom(service)
  return {
    benchmark: `${name}@1`,
    service,
    ...keys,
    fetch,
    solver: new CarebenchSolver({ baseUrl: 'https://carebench.example.org', solverKey, fetch }),
    wait: async (milliseconds) => clock.advance(milliseconds),
  }
}

/** An agent's work on a task; `wait` advances the clock. */
export type Work = (task: SolverTask, wait: BenchmarkTestbed['wait']) => Promise<Completion>

/** Runs the benchmark with an agent; returns the completions in the order of the tasks, and the run. */
export async function runBenchmark({ solver, benchmark, wait }: BenchmarkTestbed, work: Work, scored = false) {
  const run = await solver.runs.create({ benchmark, scored })
  const completions: Completion[] = []
  for (const task of run.tasks) completions.push(await work(task, wait))
  const { verdict, score } = await run.read()
  return { completions, verdict, score }
}

/** Runs an agent on a single task, in a run of its own. */
export async function runTask(
  { solver, benchmark, wait }: BenchmarkTestbed,
  index: number,
  work: Work,
): Promise<Completion> {
  const run = await solver.runs.create({ benchmark })
  const task = run.tasks[index]
  if (task === undefined) throw new Error(`The benchmark has no task ${index}.`)
  return work(task, wait)
}

/** Labels of the criteria that did not pass. */
export function failingLabels(completion: Completion): readonly string[] {
  return completion.checks.filter(({ result }) => result !== 'pass').map(({ label }) => label)
}
