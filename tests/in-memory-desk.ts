import { CarebenchSolver, type Completion, type SolverTask } from '@carebench/client'
import { type FixtureName, fixtures } from '@carebench/fixtures'
import { type Clock, createManualClock, createSeededRandom, type ManualClock } from '@carebench/protocol'
import {
  callInMemory,
  createDefaultSimulators,
  createIdSource,
  createMemoryStore,
  createRequest,
  createService,
  publishBenchmark,
  type Service,
} from '@carebench/service'
import type { Store } from '@carebench/service/store'
import type { Verifier } from '@carebench/verifier'

/** A service in this process with a benchmark published, and a client of it. */
export interface InMemoryDesk {
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
 * Starts on the day that the tasks are about; nothing moves the clock but {@link InMemoryDesk.wait}.
 *
 * @param verifier - default one of all kinds
 * @param name - the benchmark that is published
 */
export async function createInMemoryDesk(verifier?: Verifier, name: FixtureName = 'prior-auth'): Promise<InMemoryDesk> {
  const clock = createManualClock(begin)
  const service = createInMemoryService(clock, verifier)
  return openDesk(name, clock, service, await publishOn(service, name))
}

/**
 * Publishes a benchmark once, which audits it, and answers what opens a desk of its own as often as wanted: each on a
 * copy of the same store, at the same time, and drawing the same.
 */
export async function createDesks(name: FixtureName): Promise<() => InMemoryDesk> {
  const store = createMemoryStore()
  const keys = await publishOn(createInMemoryService(createManualClock(begin), undefined, { store }), name)
  return () => {
    const clock = createManualClock(begin)
    // Another seed than that of the publication, whose ids are taken.
    return openDesk(name, clock, createInMemoryService(clock, undefined, { store: store.copy(), seed: 2 }), keys)
  }
}

const begin = Date.parse('2026-03-02T18:00:00Z')

interface Keys {
  readonly organizationKey: string
  readonly solverKey: string
}

async function publishOn(service: Service, name: FixtureName): Promise<Keys> {
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), fixtures[name])
  return { organizationKey, solverKey }
}

function openDesk(name: FixtureName, clock: ManualClock, service: Service, keys: Keys): InMemoryDesk {
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

/** A service in memory that draws the same each time; `seed` is 1 and `store` an empty one by default. */
export function createInMemoryService(
  clock: Clock,
  verifier?: Verifier,
  { store = createMemoryStore(), seed = 1 }: { readonly store?: Store; readonly seed?: number } = {},
): Service {
  const random = createSeededRandom(seed)
  const secret = new Uint8Array(32).fill(7)
  return createService({
    store,
    clock,
    random,
    ids: createIdSource(clock, random),
    simulators: createDefaultSimulators(),
    secret,
    cursorKeys: [{ id: '1', secret }],
    ...(verifier && { verifier }),
  })
}

/** A `fetch` that reaches a service in the same process. */
export function fetchFrom(service: Service): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const headers = Object.fromEntries(request.headers)
    const response = await service.handle(
      createRequest(request.method, pathname + search, headers, bytes.byteLength === 0 ? undefined : bytes),
    )
    const body =
      typeof response.body === 'string' || response.body === null ? response.body : new Uint8Array(response.body)
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

/** What an agent does with a task; `wait` moves the clock. */
export type Work = (task: SolverTask, wait: InMemoryDesk['wait']) => Promise<Completion>

/** Runs the benchmark with an agent; answers the completions in the order of the tasks, and the run. */
export async function runBenchmark({ solver, benchmark, wait }: InMemoryDesk, work: Work, scored = false) {
  const run = await solver.runs.create({ benchmark, scored })
  const completions: Completion[] = []
  for (const task of run.tasks) completions.push(await work(task, wait))
  const { verdict, score } = await run.read()
  return { completions, verdict, score }
}

/** Lets an agent work on one task only, of a run of its own. */
export async function runTask(
  { solver, benchmark, wait }: InMemoryDesk,
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
