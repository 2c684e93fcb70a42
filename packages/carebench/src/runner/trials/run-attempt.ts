import { randomBytes } from 'node:crypto'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { Agent, AgentEnd, Release, Trial } from '../agent.js'
import { type Ended, isScored, TrialStopError } from '../ended.js'
import { keepOutput } from '../kept-output.js'
import { Tally } from '../models/tally.js'
import { whenRoom } from '../results/disk-room.js'
import type { AttemptIntent } from '../results/results-folder.js'
import { noCounts, type TrialResult } from '../results/trial-result.js'
import { ServiceUnreachableError } from '../service-connection.js'
import type { Attempt, TrialContext } from './attempt.js'
import { CallLog } from './call-log.js'
import { ItemWatch } from './item-watch.js'
import { holdsSecret } from './secret-calls.js'
import { openResult, type StoredEnd, settleAttempt, writeUnscoredResult } from './settle-attempt.js'
import { mayStallRunner, StallWatch } from './stall-watch.js'
import { type CreatedTaskRun, cancelRun, createAsTaken, deleteRun, readTaskRun } from './task-run.js'
import { computeAllowed, computeMargin, explainTimeout, readTimeout } from './time-limit.js'
import { callbackPath, type Submission, startTrialProxy } from './trial-proxy.js'
import { TrialTimes } from './trial-times.js'

/**
 * Runs one attempt from its creation to its result, and stores everything in its folder. Rejects only for errors of
 * this machine.
 */
export async function runAttempt(context: TrialContext, attempt: Attempt): Promise<TrialResult> {
  let reserved: Release | undefined
  try {
    reserved = await attempt.agent.reserve?.(attempt.signal)
  } catch (error) {
    const ended = endOfError(error)
    if (ended === undefined) throw error
    return writeUnscoredResult(attempt, { ended, intent: undefined, times: new TrialTimes() })
  }
  try {
    return await runReserved(context, attempt, reserved)
  } finally {
    reserved?.()
  }
}

async function runReserved(
  context: TrialContext,
  attempt: Attempt,
  reserved: Release | undefined,
): Promise<TrialResult> {
  const times = new TrialTimes()
  const intent: AttemptIntent = {
    attempt: attempt.number,
    // Secret, and stored on disk before its first use.
    idempotency_key: `trial-${randomBytes(18).toString('base64url')}`,
    started_at: new Date().toISOString(),
    world_seed: attempt.seedWorld ? attempt.seed : null,
    group: context.group,
    run_id: null,
    task_run_id: null,
  }
  await whenRoom(() => {
    attempt.folder.create()
    attempt.folder.writeJson('attempt.json', intent)
  })
  return untilUnscored(context, attempt, intent, times, async () => {
    const run = await createdOnce(context, attempt, intent)
    return workOn(context, attempt, { intent: run.intent, run: run.run, times, reserved })
  })
}

/**
 * Resumes an attempt without a result after a crash or an unreachable service, without giving the agent a second
 * chance. Completes the attempt if the agent had ended, or reads its result if the service had completed it; else
 * cancels it as unscored.
 */
export async function resumeAttempt(context: TrialContext, attempt: Attempt): Promise<TrialResult> {
  const intent = attempt.folder.intent()
  const times = new TrialTimes()
  if (intent === undefined) {
    // The crash came before any call to the service.
    return writeUnscoredResult(attempt, { ended: interrupted, intent: undefined, times })
  }
  return untilUnscored(context, attempt, intent, times, async () => {
    const end = attempt.folder.end() as StoredEnd | undefined
    const { run_id: runId, task_run_id: taskRunId } = intent
    // Without an end, the agent was running or had not begun, so the attempt is not scored.
    if (runId === null || taskRunId === null || end === undefined) {
      await cancelRun(context.service, runId ?? (await createdOnce(context, attempt, intent)).run.runId)
      return writeUnscoredResult(attempt, { ended: interrupted, intent, times })
    }
    if (!isScored(end.ended)) {
      await cancelRun(context.service, runId)
      return writeUnscoredResult(attempt, { ended: end.ended, intent, times, end })
    }
    const state = await readTaskRun(context.service, taskRunId)
    if (state === undefined || !['active', 'completed', 'failed'].includes(state.status)) {
      const found = state === undefined ? 'unknown to the service' : state.status
      const message = `The task run was not completed when the agent had ended, and is ${found} now.`
      // Not a failure of the service: the agent could have killed the process that was about to complete it.
      return writeUnscoredResult(attempt, { ended: { ...interrupted, message }, intent, times, end })
    }
    return whenRoom(() => settleAttempt(context, attempt, { intent, end, times, runToken: undefined }))
  })
}

const interrupted: Ended = {
  kind: 'interrupted',
  reason: 'signal',
  message: 'The run was interrupted while the agent was running.',
}

/** Converts errors that are not the agent's fault to an unscored result; rethrows all others. */
async function untilUnscored(
  context: TrialContext,
  attempt: Attempt,
  intent: AttemptIntent,
  times: TrialTimes,
  work: () => Promise<TrialResult>,
): Promise<TrialResult> {
  try {
    return await work()
  } catch (error) {
    const ended = endOfError(error)
    if (ended === undefined) throw error
    const known = latest(attempt) ?? intent
    const end = attempt.folder.end() as StoredEnd | undefined
    // The service may have completed the task run, so a new attempt could be a second chance. The attempt stays open.
    if (error instanceof ServiceUnreachableError && end !== undefined && isScored(end.ended)) {
      return openResult(attempt, { ended, intent: known, times, end })
    }
    return await whenRoom(() => writeUnscoredResult(attempt, { ended, intent: known, times }))
  } finally {
    await forgetRun(context, attempt)
  }
}

/**
 * Deletes the run of an attempt with a result, because nothing else reads it, and its evidence occupies memory of this
 * process.
 */
async function forgetRun({ service }: TrialContext, attempt: Attempt): Promise<void> {
  if (!service.isPrivate || !attempt.folder.has('result.json')) return
  const runId = latest(attempt)?.run_id ?? null
  if (runId !== null) await deleteRun(service, runId)
}

function latest(attempt: Attempt): AttemptIntent | undefined {
  return attempt.folder.intent()
}

function endOfError(error: unknown): Ended | undefined {
  if (error instanceof TrialStopError) return error.ended
  if (error instanceof Error && error.name === 'ServiceRejectionError') {
    return { kind: 'infra', reason: 'service', message: error.message }
  }
  return undefined
}

/** Creates the run of an attempt, and stores its ids on disk. */
async function createdOnce(
  { service, scored }: TrialContext,
  { key, folder, benchmark }: Attempt,
  intent: AttemptIntent,
): Promise<{ readonly run: CreatedTaskRun; readonly intent: AttemptIntent }> {
  const { run, tried } = await createAsTaken(service, { benchmark, key, scored }, intent)
  const known = { ...tried, run_id: run.runId, task_run_id: run.taskRunId }
  await whenRoom(() => folder.writeJson('attempt.json', known))
  return { run, intent: known }
}

interface CreatedAttempt {
  readonly intent: AttemptIntent
  readonly run: CreatedTaskRun
  readonly times: TrialTimes
  readonly reserved: Release | undefined
}

async function workOn(context: TrialContext, attempt: Attempt, created: CreatedAttempt): Promise<TrialResult> {
  const { service } = context
  const { intent, run, times } = created
  if (attempt.signal.aborted) {
    await cancelRun(service, run.runId)
    throw toStop(attempt.signal)
  }
  const started = await service.call({
    method: 'POST',
    path: `/v1/task-runs/${run.taskRunId}/start`,
    token: run.runToken,
  })
  const ended = await letWork(context, attempt, { ...created, started })
  const end: StoredEnd = {
    ended: ended.ended,
    output: ended.output ?? null,
    has_output: ended.output !== undefined,
    usage: ended.usage,
    cost: ended.cost,
    counts: ended.counts,
    model: ended.model ?? null,
    ...(ended.trajectoryError !== undefined && { trajectory_error: ended.trajectoryError }),
    times: times.toJson(),
  }
  const { trajectory } = ended
  if (trajectory !== undefined) await whenRoom(() => attempt.folder.writeTrajectory(trajectory))
  // From here on, the attempt is never repeated, whatever happens.
  await whenRoom(() => attempt.folder.writeJson('end.json', end))
  if (!isScored(end.ended)) {
    await cancelRun(service, run.runId)
    return whenRoom(() => writeUnscoredResult(attempt, { ended: end.ended, intent, times, end }))
  }
  return whenRoom(() => settleAttempt(context, attempt, { intent, end, times, runToken: run.runToken }))
}

/** Runs the agent until it ends or is stopped. */
async function letWork(
  context: TrialContext,
  attempt: Attempt,
  { run, started, times, reserved }: CreatedAttempt & { readonly started: JsonObject },
): Promise<AgentEnd> {
  const { service, limits } = context
  const { agent, folder, key } = attempt
  const timeout = readTimeout(started)
  const allowed = computeAllowed(timeout, agent, limits.timeout)
  const stop = new AbortController()
  const submitted = new AbortController()
  const connected = new AbortController()
  let submission: Submission | undefined
  const halt = (ended: Ended) => stop.abort(new TrialStopError(explainStall(ended, agent)))
  const onOuterStop = () => stop.abort(attempt.signal.reason)
  const stalls = new StallWatch()
  const timer = setTimeout(() => halt(explainTimeout(times, stalls, allowed)), allowed)
  const calls = new CallLog((line) => folder.appendLine('calls.jsonl', line), context.redact)
  const watch = watchItems(context, attempt, run.taskRunId)
  const proxy = await startTrialProxy({
    connection: service,
    taskRun: { ...run, started },
    isBrowsed: agent.surface === 'browser',
    holdsSecret: (call) => holdsSecret(call, context.redact),
    onCall: (call) => {
      times.addCall(call)
      calls.add(call)
      watch?.noteCall()
      context.onCall?.(key, call)
    },
    onSubmit: (given) => {
      submission = given
      submitted.abort()
    },
    onConnected: () => connected.abort(),
    onBrokenService: halt,
    stalls,
  })
  const runUrl = `${proxy.baseUrl}/v1/benchmark-runs/${run.runId}`
  stop.signal.addEventListener('abort', () => proxy.shut(), { once: true })
  attempt.signal.addEventListener('abort', onOuterStop, { once: true })
  if (attempt.signal.aborted) onOuterStop()
  const noted = new Tally()
  const trial: Trial = {
    id: `${key.agent}/${key.task}/${key.trial}/${attempt.number}`,
    task: { name: key.task, item: started.task_item ?? null },
    baseUrl: proxy.baseUrl,
    token: proxy.token,
    endpoints: readEndpoints(started, proxy.baseUrl),
    mcpUrl: `${runUrl}/mcp`,
    workstationUrl: `${proxy.baseUrl}/v1/task-runs/${run.taskRunId}/workstation`,
    callbackUrl: proxy.baseUrl + callbackPath,
    limits,
    deadlineAt: new Date(Date.now() + allowed).toISOString(),
    seed: attempt.seed,
    signal: stop.signal,
    submitted: submitted.signal,
    connected: connected.signal,
    folder: folder.create(),
    note: (event) => {
      times.add(event)
      if (event.kind === 'model') noted.add(event.usage, event.cost)
      context.onEvent?.(key, event)
    },
  }
  try {
    const end = await waitForEnd(agent, trial, { grace: computeMargin(timeout, agent) / 2, times, reserved })
    const handedIn = submission === undefined ? end : withSubmission(end, submission)
    // A failure of the service takes precedence over the agent's reaction to it.
    const ended =
      stop.signal.aborted && !isScored(toStop(stop.signal).ended) ? toStop(stop.signal).ended : handedIn.ended
    const { output, ...rest } = handedIn
    const known = { ...rest, ended, usage: rest.usage ?? noted.usage, cost: rest.cost ?? noted.cost }
    if (output === undefined) return known
    const kept = keepOutput(output, context.redact)
    if (kept.kind === 'kept') return { ...known, output: kept.output }
    if (ended.kind !== 'completed') return known
    return { ...known, ended: { kind: 'agent', reason: 'bad_output', message: kept.message } }
  } finally {
    clearTimeout(timer)
    watch?.end()
    stalls.end()
    attempt.signal.removeEventListener('abort', onOuterStop)
    await proxy.close()
    await whenRoom(() => calls.end())
  }
}

/** Watches the items of a trial if somebody wants to see them; not while a person works, who could see the screen. */
function watchItems({ service, onItems }: TrialContext, { key, agent }: Attempt, taskRunId: string) {
  if (onItems === undefined || agent.kind === 'human') return undefined
  return new ItemWatch({ service, taskRunId, onItems: (items) => onItems(key, items) })
}

/** Adds to a stall's message that the agent could have caused it. */
function explainStall(ended: Ended, agent: Agent): Ended {
  if (ended.reason !== 'stalled' || !mayStallRunner(agent)) return ended
  const note = 'An agent that runs as a separate program can cause that, so the trial is repeated only once.'
  return { ...ended, message: `${ended.message} ${note}` }
}

/**
 * Resolves with the end of an agent. Abandons an agent that does not settle after a stop; it ends with the reason of
 * the stop.
 */
async function waitForEnd(
  agent: Agent,
  trial: Trial,
  { grace, times, reserved }: Pick<CreatedAttempt, 'times' | 'reserved'> & { readonly grace: number },
): Promise<AgentEnd> {
  const nothing = { usage: null, cost: null }
  const counted = () => ({ ...nothing, counts: { ...noCounts, toolCalls: times.calls, toolErrors: times.refusals } })
  let timer: NodeJS.Timeout | undefined
  const leftBehind = new Promise<AgentEnd>((resolve) => {
    const wait = () => {
      timer = setTimeout(() => resolve({ ended: toStop(trial.signal).ended, ...counted() }), grace)
    }
    if (trial.signal.aborted) wait()
    else trial.signal.addEventListener('abort', wait, { once: true })
  })
  const work = async (): Promise<AgentEnd> => {
    try {
      return await agent.run(trial, reserved)
    } catch (error) {
      if (error instanceof TrialStopError) return { ended: error.ended, ...counted() }
      if (trial.signal.aborted) return { ended: toStop(trial.signal).ended, ...counted() }
      // An agent may stop working as soon as it has submitted.
      if (trial.submitted.aborted) return { ended: { kind: 'completed', reason: 'done' }, ...counted() }
      return { ended: { kind: 'agent', reason: 'crash', message: describeThrown(error) }, ...counted() }
    }
  }
  try {
    return await Promise.race([work(), leftBehind])
  } finally {
    clearTimeout(timer)
  }
}

/** Describes a value thrown by an agent, which may be anything. */
function describeThrown(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  } catch {
    return 'The agent threw a value that cannot be described.'
  }
}

/** Returns the end of an agent that has submitted through the proxy. */
function withSubmission({ output: _, ...end }: AgentEnd, { output, status, usage, cost }: Submission): AgentEnd {
  const isGivenUp = status === 'gave_up' && end.ended.kind === 'completed'
  return {
    ...end,
    ...(output !== undefined && { output }),
    ended: isGivenUp ? { kind: 'completed', reason: 'gave_up' } : end.ended,
    usage: end.usage ?? usage ?? null,
    cost: end.cost ?? cost ?? null,
  }
}

function toStop(signal: AbortSignal): TrialStopError {
  const { reason } = signal
  return reason instanceof TrialStopError ? reason : new TrialStopError({ kind: 'interrupted', reason: 'cancelled' })
}

function readEndpoints({ endpoints }: JsonObject, baseUrl: string): Readonly<Record<string, string>> {
  const paths = isJsonObject(endpoints) ? Object.entries(endpoints) : []
  return Object.fromEntries(paths.map(([group, path]) => [group, `${baseUrl}${String(path)}`]))
}
