import { CarebenchSolver, type Completion, type SolverTask } from '@carebench/client'
import { fixtureAudits, fixtures } from '@carebench/fixtures'
import { type BenchmarkDefinition, createManualClock, type ManualClock } from '@carebench/protocol'
import { callInMemory, createMemoryStore, publishBenchmark, type Service } from '@carebench/service'
import type { Verifier } from '@carebench/verifier'
import { createInMemoryService, fetchFrom } from './in-memory-service.js'

/** A service in this process with a benchmark published, and a client of it. */
export interface BenchmarkTestbed {
  /** The benchmark with its version. */
  readonly benchmark: string
  readonly service: Service
  readonly organizationKey: string
  readonly solverKey: string
  /** Reaches the service under any base URL. */
  readonly fetch: typeof fetch
  readonly solver: CarebenchSolver
  /** Waiting moves the clock instead. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/**
 * Starts on the day that the tasks are about; nothing moves the clock but {@link BenchmarkTestbed.wait}.
 *
 * @param verifier - default one of all kinds
 * @param benchmark - what is published; default the fixture prior-auth
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
 * Publishes a benchmark once, and returns a function that opens a new testbed each time: each on a
 * copy of the same store, at the same time, and drawing the same.
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
    // Another seed than that of the publication, whose ids are taken.
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

/** What an agent does with a task; `wait` moves the clock. */
export type Work = (task: SolverTask, wait: BenchmarkTestbed['wait']) => Promise<Completion>

/** Runs the benchmark with an agent; answers the completions in the order of the tasks, and the run. */
export async function runBenchmark({ solver, benchmark, wait }: BenchmarkTestbed, work: Work, scored = false) {
  const run = await solver.runs.create({ benchmark, scored })
  const completions: Completion[] = []
  for (const task of run.tasks) completions.push(await work(task, wait))
  const { verdict, score } = await run.read()
  return { completions, verdict, score }
}

/** Lets an agent work on one task only, of a run of its own. */
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

/** Labels of the criteria that were not passed in full. */
export function failingLabels(completion: Completion): readonly string[] {
  return completion.checks.filter(({ result }) => result !== 'pass').map(({ label }) => label)
}
