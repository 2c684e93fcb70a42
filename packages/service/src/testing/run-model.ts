import type { BenchmarkRunStatus, JsonValue, Phase, TaskRunStatus, Verdict } from '@carebench/protocol'
import type { RunRequest } from './run-request.js'

// For tests of this package only.

/** Minimum score for the verdict `pass`. */
const threshold = 0.9
const hour = 3_600_000

/** A task run according to the specification; times are milliseconds. */
export interface ModelTask {
  readonly timeout: number
  readonly status: TaskRunStatus
  readonly phase: Phase
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly startedAt: number | null
  readonly criterionRuns: 'none' | 'verified' | 'not verified'
  /** Whether the agent has finished the Task in the simulated record. */
  readonly finished: boolean
  readonly noted: boolean
  /** Number of its answered calls: reads, and writes. */
  readonly looks: number
  readonly changes: number
  readonly sealed: boolean
}

/** A run according to the specification. */
export interface ModelRun {
  /** False for a run of the organization itself, which has no token. */
  readonly hasToken: boolean
  readonly scored: boolean
  readonly concurrency: number
  readonly expiresAt: number
  readonly expired: boolean
  readonly cancelled: boolean
  readonly tasks: readonly ModelTask[]
}

/** Everything that a service has to remember about runs. */
export interface RunModel {
  readonly now: number
  /** Whether verification fails. */
  readonly broken: boolean
  /** The benchmark of all runs. */
  readonly benchmark: { readonly concurrency: number; readonly timeouts: readonly number[] }
  readonly runs: readonly ModelRun[]
}

/** The response to a request: its status, and the error code or the result. */
export interface ModelAnswer {
  readonly status: number
  readonly view: JsonValue
}

export interface Step {
  readonly model: RunModel
  readonly answer: ModelAnswer
}

const unauthorized: ModelAnswer = { status: 401, view: 'UNAUTHORIZED' }
const notFound: ModelAnswer = { status: 404, view: 'RESOURCE_NOT_FOUND' }
const conflict: ModelAnswer = { status: 409, view: 'CONFLICT' }
const broke: ModelAnswer = { status: 500, view: 'INTERNAL' }
const done: ModelAnswer = { status: 200, view: null }

/** Returns the run of a request. Throws if there is none. */
export function pickRun(model: RunModel, index: number): ModelRun {
  const run = model.runs[index % model.runs.length]
  if (run === undefined) throw new RangeError('The model has no run.')
  return run
}

/** Returns the task run of a request. */
export function pickTask(run: ModelRun, index: number): ModelTask {
  const task = run.tasks[index % run.tasks.length]
  if (task === undefined) throw new RangeError('The run has no task run.')
  return task
}

type RequestOfRun = Exclude<RunRequest, { kind: 'advance' | 'settle' | 'verifier' | 'create' }>

/** Returns the state after everything due at the current time: timed-out task runs, expired tokens. */
export function settled(model: RunModel): RunModel {
  const runs = model.runs.map((run) => ({
    ...run,
    expired: run.expired || model.now >= run.expiresAt,
    tasks: run.tasks.map((task) => (isDue(run, task, model.now) ? timedOut(task) : task)),
  }))
  return { ...model, runs }
}

/** Whether the task run ends at `now` just because of the time. */
export function isDue(run: ModelRun, task: ModelTask, now: number): boolean {
  if (task.status !== 'active') return false
  return now >= run.expiresAt || (task.startedAt !== null && now >= task.startedAt + task.timeout)
}

export function timedOut(task: ModelTask): ModelTask {
  return {
    ...task,
    status: 'timed_out',
    phase: 'completed',
    verdict: 'fail',
    score: 0,
    criterionRuns: 'not verified',
    sealed: task.startedAt !== null,
  }
}

/**
 * Returns the effect of a request and its response. `startedAt` is the time of a start, by default the current time.
 */
export function step(before: RunModel, request: RunRequest, startedAt = before.now): Step {
  const model = settled(before)
  switch (request.kind) {
    case 'advance':
      return { model: settled({ ...model, now: model.now + elapsed(model, request) }), answer: done }
    case 'settle':
      return { model, answer: done }
    case 'verifier':
      return { model: { ...model, broken: request.broken }, answer: done }
    case 'create':
      return create(model, request)
    default: {
      const refused = refuse(model, request)
      return refused === null ? act(model, request, startedAt) : { model, answer: refused }
    }
  }
}

/** Returns the milliseconds that pass: to a deadline or the end of a token, just before or after it, or a second. */
export function elapsed(model: RunModel, request: RunRequest & { kind: 'advance' }): number {
  const run = pickRun(model, request.run)
  const task = pickTask(run, request.task)
  const deadline = task.startedAt === null ? model.now + 1000 : task.startedAt + task.timeout
  const target = { deadline, expiry: run.expiresAt, soon: model.now + 1000 }[request.to]
  return Math.max(0, target + request.offset - model.now)
}

/** Returns the error response to a request whose token is rejected; null if the token is accepted. */
function refuse(model: RunModel, request: RequestOfRun): ModelAnswer | null {
  if (isInternal(request)) return { right: null, 'other kind': unauthorized, foreign: notFound }[request.token]
  const run = pickRun(model, request.run)
  return request.token === 'right' && run.hasToken && !run.expired ? null : unauthorized
}

function isInternal(request: RequestOfRun): boolean {
  if ('surface' in request) return request.surface === 'internal'
  return request.kind !== 'start' && request.kind !== 'work'
}

function create(model: RunModel, request: RunRequest & { kind: 'create' }): Step {
  if (request.token === 'other kind') return { model, answer: unauthorized }
  if (request.token === 'foreign') return { model, answer: notFound }
  const { concurrency, timeouts } = model.benchmark
  const seconds = timeouts.reduce((sum, timeout) => sum + timeout / 1000, 0)
  const run: ModelRun = {
    hasToken: request.surface === 'v1',
    scored: request.surface === 'v1' && request.scored,
    concurrency,
    expiresAt: model.now + Math.max(4 * hour, Math.ceil(seconds / concurrency) * 1000 + hour / 4),
    expired: false,
    cancelled: false,
    tasks: timeouts.map((timeout) => ({
      timeout,
      status: 'active',
      phase: 'created',
      verdict: null,
      score: null,
      startedAt: null,
      criterionRuns: 'none',
      finished: false,
      noted: false,
      looks: 0,
      changes: 0,
      sealed: false,
    })),
  }
  return { model: { ...model, runs: [...model.runs, run] }, answer: { status: 201, view: createdView(run) } }
}

function act(model: RunModel, request: RequestOfRun, startedAt: number): Step {
  const run = pickRun(model, request.run)
  const answer = (view: JsonValue, changed = run): Step => ({
    model: changed === run ? model : { ...model, runs: model.runs.map((other) => (other === run ? changed : other)) },
    answer: { status: 200, view },
  })
  const refuse = (refusal: ModelAnswer, changed = run): Step => ({ ...answer(null, changed), answer: refusal })
  switch (request.kind) {
    case 'read run':
      return answer(runView(run))
    case 'cancel run': {
      if (hasEnded(run)) return answer(runView(run))
      const tasks = run.tasks.map((task) => (task.status === 'active' ? cancelled(task) : task))
      const after = { ...run, cancelled: true, tasks }
      return answer(runView(after), after)
    }
    case 'work':
      return work(run, request, answer, refuse)
  }
  const task = pickTask(run, request.task)
  const becomes = (changed: ModelTask): ModelRun => withTask(run, task, changed)
  switch (request.kind) {
    case 'read task':
      return answer(taskView(task))
    case 'cancel task': {
      const after = cancelled(task)
      return answer(taskView(after, false), becomes(after))
    }
    case 'start': {
      if (task.startedAt !== null) return answer(startedView(task))
      if (task.status !== 'active') return refuse(conflict)
      if (run.tasks.filter(isRunning).length >= run.concurrency) return refuse(conflict)
      const after: ModelTask = { ...task, phase: 'started', startedAt }
      return answer(startedView(after), becomes(after))
    }
    case 'complete': {
      const view = (of: ModelTask) => (request.surface === 'v1' ? completedView(of, run.scored) : taskView(of))
      // A completed task run returns its result even if it is cancelled afterwards.
      if (task.criterionRuns === 'verified') return answer(view(task))
      if (task.phase !== 'started' || (task.status !== 'active' && task.status !== 'failed')) return refuse(conflict)
      if (model.broken) return refuse(broke, becomes({ ...task, status: 'failed', sealed: true }))
      const score = (2 * Number(task.finished) + Number(task.noted)) / 3
      const after: ModelTask = {
        ...task,
        status: 'completed',
        phase: 'completed',
        score,
        verdict: verdictFor(score),
        criterionRuns: 'verified',
        sealed: true,
      }
      return answer(view(after), becomes(after))
    }
  }
}

function work(
  run: ModelRun,
  request: RunRequest & { kind: 'work' },
  answer: (view: JsonValue, changed?: ModelRun) => Step,
  refuse: (refusal: ModelAnswer) => Step,
): Step {
  if (request.task === 'unknown') return refuse(notFound)
  const running = run.tasks.filter(isRunning)
  const task = request.task === 'unnamed' ? running[0] : pickTask(run, request.task)
  if (task === undefined || !isRunning(task)) return refuse(conflict)
  if (request.task === 'unnamed' && running.length > 1) return refuse(conflict)
  switch (request.act) {
    case 'look':
      return answer({ finished: task.finished }, withTask(run, task, { ...task, looks: task.looks + 1 }))
    case 'finish':
      return answer(null, withTask(run, task, { ...task, finished: true, changes: task.changes + 1 }))
    case 'note':
      return answer(null, withTask(run, task, { ...task, noted: true, changes: task.changes + 1 }))
  }
}

function withTask(run: ModelRun, task: ModelTask, changed: ModelTask): ModelRun {
  return { ...run, tasks: run.tasks.map((other) => (other === task ? changed : other)) }
}

function cancelled(task: ModelTask): ModelTask {
  return { ...task, status: 'cancelled', sealed: task.startedAt !== null }
}

function isRunning({ phase, status }: ModelTask): boolean {
  return phase === 'started' && status === 'active'
}

function hasEnded(run: ModelRun): boolean {
  return run.tasks.every(({ status }) => status !== 'active')
}

function verdictFor(score: number): Verdict {
  return score >= threshold ? 'pass' : score === 0 ? 'fail' : 'partial'
}

/** Rounds scores to nine digits, because further digits may differ between implementations. */
export function roundScore(score: number | null): number | null {
  return score === null ? null : Math.round(score * 1e9) / 1e9
}

function createdView(run: ModelRun): JsonValue {
  return {
    phase: 'created',
    status: 'active',
    scored: run.scored,
    expires: run.hasToken ? run.expiresAt : null,
    tasks: run.tasks.map(() => 'created'),
  }
}

function startedView(task: ModelTask): JsonValue {
  const startedAt = task.startedAt ?? Number.NaN
  return { phase: task.phase, status: task.status, started: startedAt, deadline: startedAt + task.timeout }
}

function completedView(task: ModelTask, scored: boolean): JsonValue {
  const check = (met: boolean) => [met ? 'pass' : 'fail', Number(met)]
  return {
    phase: 'completed',
    verdict: task.verdict,
    score: roundScore(task.score),
    checks: [check(task.finished), check(task.noted)],
    detailed: !scored,
  }
}

/** Returns the representation of a task run, with its criterion runs or without. */
export function taskView(task: ModelTask, withCriterionRuns = true): JsonValue {
  const verified = task.criterionRuns === 'verified'
  const criterionRun = (met: boolean) => [verified && met, Number(verified && met), verified]
  return {
    ...stateView(task),
    started: task.startedAt,
    completed: task.phase === 'completed',
    ...(withCriterionRuns
      ? { criterionRuns: task.criterionRuns === 'none' ? [] : [task.finished, task.noted].map(criterionRun) }
      : {}),
  }
}

/** Returns the representation of a run, which results from its task runs. */
export function runView(run: ModelRun): JsonValue {
  const starts = run.tasks.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]))
  const started = starts.length === 0 ? null : Math.min(...starts)
  const status = statusFor(run)
  const score =
    status === 'completed' ? run.tasks.reduce((sum, task) => sum + earned(task), 0) / run.tasks.length : null
  return {
    phase: hasEnded(run) ? 'completed' : started === null ? 'created' : 'started',
    status,
    score: roundScore(score),
    verdict: score === null ? null : verdictFor(roundScore(score) ?? 0),
    started,
    completed: hasEnded(run),
    tasks: run.tasks.map(stateView),
  }
}

function statusFor(run: ModelRun): BenchmarkRunStatus {
  if (!hasEnded(run)) return 'active'
  if (run.tasks.some(({ status }) => status === 'failed')) return 'failed'
  return run.cancelled ? 'cancelled' : 'completed'
}

function earned(task: ModelTask): number {
  return task.status === 'completed' ? (task.score ?? 0) : 0
}

function stateView({ phase, status, verdict, score }: ModelTask) {
  return { phase, status, verdict, score: roundScore(score) }
}
