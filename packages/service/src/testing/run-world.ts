import {
  type BenchmarkRun,
  type CompletedTaskRun,
  type CreatedRun,
  createManualClock,
  createSeededRandom,
  type JsonValue,
  type ManualClock,
  type PublicRun,
  type StartedTaskRun,
  type TaskRunWithCriterionRuns,
} from '@carebench/protocol'
import { createMemoryStore, type Store } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import { defaultSystems, type System } from '@carebench/systems'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier } from '@carebench/verifier'
import { callInMemory } from '../authoring/call-in-memory.js'
import { publishBenchmark } from '../authoring/publish-benchmark.js'
import { taskRuns } from '../documents/collections/running.js'
import { createRequest, textOfBody } from '../http/request.js'
import type { Service } from '../service.js'
import { modelledBenchmark, openTask, type RunShape } from './modelled-benchmark.js'
import { elapsed, type ModelAnswer, type RunModel, roundScore, runView, taskView } from './run-model.js'
import type { RunRequest } from './run-request.js'
import { serviceOn } from './service-under-test.js'

// For tests of this package only.

interface Reply {
  readonly status: number
  readonly text: string
  readonly body: unknown
}

interface KnownRun {
  readonly id: string
  readonly token: string | null
  readonly taskRuns: readonly string[]
}

/** Services on one storage, with one published benchmark, and the observations of its runs. */
export class RunWorld {
  readonly store: Store
  readonly clock: ManualClock
  readonly #services: readonly Service[]
  readonly #verifier: { broken: boolean }
  readonly #keys: { readonly own: Keys; readonly other: Keys }
  readonly #known: KnownRun[] = []
  /** Values that must never change once they were observed. */
  readonly #seen = new Map<string, string>()

  private constructor(
    store: Store,
    clock: ManualClock,
    services: readonly Service[],
    verifier: { broken: boolean },
    keys: { readonly own: Keys; readonly other: Keys },
  ) {
    this.store = store
    this.clock = clock
    this.#services = services
    this.#verifier = verifier
    this.#keys = keys
  }

  /**
   * Creates a world; `pause` is awaited in every call of the storage.
   *
   * @param stores - the storage as each of the services has it; default: one in memory
   */
  static async create(
    shape: RunShape,
    nodes: number,
    pause?: () => Promise<void>,
    stores: readonly Store[] = [createMemoryStore()],
  ): Promise<RunWorld> {
    const clock = createManualClock()
    const [store = createMemoryStore()] = stores
    const verifier = { broken: false }
    const sound = createVerifier({ checks: defaultChecks, parts: defaultParts })
    const verifyInSteps: typeof sound.verifyInSteps = (input) => {
      if (verifier.broken) throw new Error('The verifier was told to break.')
      return sound.verifyInSteps(input)
    }
    const seen = stores.map((own) =>
      pause === undefined ? own : createHostileStore(own, { random: createSeededRandom(1), pause }),
    )
    const services = Array.from({ length: nodes }, (_, node) =>
      serviceOn(seen[node] ?? seen[0] ?? store, {
        clock,
        systems: quietSystems(),
        verifier: { ...sound, verifyInSteps },
      }),
    )
    const [first] = services
    if (first === undefined) throw new RangeError('There must be a service.')
    const keys = {
      own: await first.provisionOrganization('Own organization'),
      other: await first.provisionOrganization('Other organization'),
    }
    await publishBenchmark(callInMemory(first, keys.own.organizationKey), modelledBenchmark(shape))
    return new RunWorld(store, clock, services, verifier, keys)
  }

  /** The model of this world before there are runs. */
  model(benchmark: RunShape): RunModel {
    return { now: this.clock.now(), broken: false, benchmark, runs: [] }
  }

  /** Executes a request, and returns the response in the form of the model. */
  async perform(model: RunModel, request: RunRequest): Promise<ModelAnswer> {
    switch (request.kind) {
      case 'advance':
        this.clock.advance(elapsed(model, request))
        return { status: 200, view: null }
      case 'settle':
        await this.#node(request.node).settleDue()
        return { status: 200, view: null }
      case 'verifier':
        this.#verifier.broken = request.broken
        return { status: 200, view: null }
      case 'create':
        return this.#create(request)
    }
    const run = at(this.#known, request.run)
    const taskRun = 'task' in request && typeof request.task === 'number' ? at(run.taskRuns, request.task) : ''
    const v1 = this.#runToken(request.token, run)
    const own = this.#organizationKey(request.token)
    const send = (token: string, method: string, target: string, more?: SendOptions) =>
      this.#send(request.node, token, method, target, more)
    switch (request.kind) {
      case 'start':
        return this.#answer(await send(v1, 'POST', `/v1/task-runs/${taskRun}/start`), (body) => {
          const { phase, status, ...rest } = body as StartedTaskRun
          const { started_at, deadline_at } = rest
          this.#pin(`start of ${taskRun}`, rest)
          return { phase, status, started: Date.parse(started_at), deadline: Date.parse(deadline_at) }
        })
      case 'complete':
        if (request.surface === 'internal') {
          return this.#answer(await send(own, 'POST', `/task-runs/${taskRun}/complete`), (body) =>
            this.#seeTaskRun(body as TaskRunWithCriterionRuns),
          )
        }
        return this.#answer(await send(v1, 'POST', `/v1/task-runs/${taskRun}/complete`), (body) => {
          this.#pin(`completion of ${taskRun}`, body)
          return seeCompletion(body as CompletedTaskRun)
        })
      case 'cancel task':
        return this.#answer(await send(own, 'POST', `/task-runs/${taskRun}/cancel`), (body) =>
          this.#seeTaskRun(body as TaskRunWithCriterionRuns),
        )
      case 'read task':
        return this.#answer(await send(own, 'GET', `/task-runs/${taskRun}`), (body) =>
          this.#seeTaskRun(body as TaskRunWithCriterionRuns),
        )
      case 'cancel run':
        return this.#answer(await send(own, 'POST', `/benchmark-runs/${run.id}/cancel`), (body) =>
          this.#seeRun(run, body as BenchmarkRun),
        )
      case 'read run': {
        const reply =
          request.surface === 'v1'
            ? await send(v1, 'GET', `/v1/benchmark-runs/${run.id}`)
            : await send(own, 'GET', `/runs/${run.id}`)
        return this.#answer(reply, (body) => this.#seeRun(run, body as BenchmarkRun | PublicRun))
      }
      case 'work': {
        const named = request.task === 'unknown' ? 'tr_none' : taskRun
        const headers = named === '' ? {} : { 'task-run-id': named }
        const base = `/v1/benchmark-runs/${run.id}/fhir`
        if (request.act === 'look') {
          return this.#answer(await send(v1, 'GET', `${base}/Task/t1`, { headers }), (body) => ({
            finished: (body as { status: string }).status === 'completed',
          }))
        }
        const [method, target, body] =
          request.act === 'finish'
            ? ['PUT', `${base}/Task/t1`, { ...openTask, status: 'completed' }]
            : ['POST', `${base}/Communication`, { resourceType: 'Communication', status: 'in-progress' }]
        const { status, view } = this.#answer(await send(v1, method, target, { headers, body }), () => null)
        return { status: status === 201 ? 200 : status, view }
      }
    }
  }

  /**
   * The state while no request is in progress, in the form of {@link expectedState}: each run and task run as the
   * organization reads them, and the contents of the logs.
   */
  async state(): Promise<JsonValue> {
    const read = async (target: string) => (await this.#send(0, this.#keys.own.organizationKey, 'GET', target)).body
    const states: JsonValue[] = []
    for (const run of this.#known) {
      const taskStates: JsonValue[] = []
      const seen = this.#seeRun(run, (await read(`/benchmark-runs/${run.id}`)) as BenchmarkRun)
      for (const id of run.taskRuns) {
        const taskRun = (await read(`/task-runs/${id}`)) as TaskRunWithCriterionRuns
        this.#checkTimes(taskRun)
        taskStates.push({ ...this.#seeTaskRun(taskRun), log: await this.#logOf(taskRun) })
      }
      states.push({ run: seen, taskRuns: taskStates })
    }
    return states
  }

  /** Whether an admitted completion of the task run is in progress. */
  async isAdmitted(run: number, task: number): Promise<boolean> {
    const found = await this.store.get(taskRuns, at(at(this.#known, run).taskRuns, task))
    return found !== undefined && found.doc.admitted_at !== null
  }

  async #create(request: RunRequest & { kind: 'create' }): Promise<ModelAnswer> {
    const { surface, token, node, scored } = request
    const { own, other } = this.#keys
    const ownKeys = token === 'foreign' ? other : own
    const body = { benchmark: 'modelled@1', ...(surface === 'v1' ? { scored } : {}) }
    if (surface === 'v1') {
      const key = token === 'other kind' ? own.organizationKey : ownKeys.solverKey
      return this.#answer(await this.#send(node, key, 'POST', '/v1/benchmark-runs', { body }), (answer) => {
        const run = answer as CreatedRun
        const { benchmark_run_id: id, bearer_token, bearer_token_expires_at, phase, status, task_runs } = run
        this.#known.push({ id, token: bearer_token, taskRuns: task_runs.map((taskRun) => taskRun.id) })
        const tasks = task_runs.map((taskRun) => taskRun.phase)
        return { phase, status, scored: run.scored, expires: Date.parse(bearer_token_expires_at), tasks }
      })
    }
    const key = token === 'other kind' ? own.solverKey : ownKeys.organizationKey
    return this.#answer(await this.#send(node, key, 'POST', '/benchmark-runs', { body }), (answer) => {
      const { id, phase, status, scored, task_runs } = answer as BenchmarkRun
      this.#known.push({ id, token: null, taskRuns: task_runs.map((taskRun) => taskRun.id) })
      return { phase, status, scored, expires: null, tasks: task_runs.map((taskRun) => taskRun.phase) }
    })
  }

  #answer({ status, body }: Reply, view: (body: unknown) => JsonValue): ModelAnswer {
    if (status < 300) return { status, view: view(body) }
    return { status, view: (body as { error?: { code?: string } }).error?.code ?? null }
  }

  async #send(node: number, token: string, method: string, target: string, more: SendOptions = {}): Promise<Reply> {
    const bytes = more.body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(more.body))
    const headers = {
      authorization: `Bearer ${token}`,
      ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
      ...more.headers,
    }
    const { status, body } = await this.#node(node).handle(createRequest(method, target, headers, bytes))
    const text = textOfBody({ body })
    return { status, text, body: text === '' ? null : JSON.parse(text) }
  }

  #node(index: number): Service {
    return at(this.#services, index)
  }

  #runToken(token: 'right' | 'other kind' | 'foreign', run: KnownRun): string {
    if (token === 'right' && run.token !== null) return run.token
    const another = this.#known.find(({ id, token }) => id !== run.id && token !== null)
    return token === 'foreign' && another?.token ? another.token : this.#keys.own.organizationKey
  }

  #organizationKey(token: 'right' | 'other kind' | 'foreign'): string {
    const { own, other } = this.#keys
    return { right: own.organizationKey, 'other kind': own.solverKey, foreign: other.organizationKey }[token]
  }

  #seeRun(run: KnownRun, body: BenchmarkRun | PublicRun): Record<string, JsonValue> {
    const { phase, status, score, verdict, started_at, completed_at, task_runs } = body
    this.#pinOnceSet(run.id, { started_at, completed_at })
    return {
      phase,
      status,
      score: roundScore(score),
      verdict,
      started: instant(started_at),
      completed: completed_at !== null,
      // In the order of the benchmark on both surfaces.
      tasks: task_runs.map((taskRun) => {
        const { id, verdict, score } = taskRun
        this.#pinOnceSet(id, { verdict, score })
        return { phase: taskRun.phase, status: taskRun.status, verdict, score: roundScore(score) }
      }),
    }
  }

  #seeTaskRun(taskRun: Omit<TaskRunWithCriterionRuns, 'criterion_runs'> & Partial<TaskRunWithCriterionRuns>) {
    const { id, phase, status, verdict, score, started_at, completed_at, criterion_runs } = taskRun
    this.#pinOnceSet(id, { verdict, score, started_at, completed_at })
    return {
      phase,
      status,
      verdict,
      score: roundScore(score),
      started: instant(started_at),
      completed: completed_at !== null,
      ...(criterion_runs === undefined
        ? {}
        : {
            criterionRuns: criterion_runs.map((criterionRun) => {
              this.#pin(criterionRun.id, criterionRun)
              return [criterionRun.passed, criterionRun.score, criterionRun.details !== 'not verified']
            }),
          }),
    }
  }

  #checkTimes({ id, started_at, completed_at }: TaskRunWithCriterionRuns): void {
    const completed = instant(completed_at)
    if (completed === null) return
    if (completed > this.clock.now() || completed < (instant(started_at) ?? 0)) {
      throw new Error(`The task run ${id} was completed at ${completed_at}, which is impossible.`)
    }
  }

  /** The number of calls of each kind in the log, and whether it ends with its only seal. */
  async #logOf({ id, playground_id }: TaskRunWithCriterionRuns): Promise<JsonValue> {
    const entries = await this.store.log.read(playground_id)
    entries.forEach(({ seq }, index) => {
      if (seq !== index + 1) throw new Error(`The log of ${id} has ${seq} in the place ${index + 1}.`)
    })
    const seals = entries.filter(({ action }) => action.kind === 'seal').length
    if (seals > 1) throw new Error(`The log of ${id} has ${seals} seals.`)
    const calls = entries.filter(({ action }) => action.kind === 'call')
    const changes = calls.filter(({ effects }) => effects.length > 0).length
    return { looks: calls.length - changes, changes, sealed: entries.at(-1)?.action.kind === 'seal', seals }
  }

  #pinOnceSet(id: string, values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) if (value !== null) this.#pin(`${name} of ${id}`, value)
  }

  #pin(what: string, value: unknown): void {
    const text = JSON.stringify(value)
    const before = this.#seen.get(what)
    if (before !== undefined && before !== text) throw new Error(`The ${what} was ${before} and became ${text}.`)
    this.#seen.set(what, text)
  }
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Keys {
  readonly organizationKey: string
  readonly solverKey: string
}

/** Returns the expected value of {@link RunWorld.state}. */
export function expectedState(model: RunModel): JsonValue {
  return model.runs.map((run) => ({
    run: runView(run),
    taskRuns: run.tasks.map((task) => {
      const { looks, changes, sealed } = task
      return { ...(taskView(task) as object), log: { looks, changes, sealed, seals: Number(sealed) } }
    }),
  }))
}

/**
 * Returns the systems without noise, because the audit of the benchmark would otherwise dominate the cost of a world.
 */
function quietSystems(): readonly System[] {
  return defaultSystems.map((system) => ({ ...system, *noise() {} }))
}

function seeCompletion({ phase, verdict, score, checks }: CompletedTaskRun): JsonValue {
  const detailed = checks.map((check) => 'details' in check && 'field_results' in check)
  return {
    phase,
    verdict,
    score: roundScore(score),
    checks: checks.map((check) => [check.result, check.score]),
    detailed: detailed.every((flag) => flag === detailed[0]) ? (detailed[0] ?? null) : 'some',
  }
}

function instant(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length]
  if (value === undefined) throw new RangeError('There is nothing to choose from.')
  return value
}
