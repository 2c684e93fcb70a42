import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import {
  type AxisScore,
  type BySeverity,
  type CriterionRun,
  countBroken,
  countedRuns,
  totalBroken,
  type Verdict,
} from '@carebench/verifier'
import { type AgentEnd, findSurface } from '../agent.js'
import { type Ended, shortenMessage, TrialStopError } from '../ended.js'
import { findFaults } from '../json-shape.js'
import type { AttemptIntent } from '../results/results-folder.js'
import { resultShape } from '../results/stored-shapes.js'
import { type ItemResult, noCounts, type TrialResult } from '../results/trial-result.js'
import { countUndecided, type Undecided } from '../results/undecided.js'
import { ServiceRejectionError } from '../service-connection.js'
import { joinLog } from '../trajectory/join-log.js'
import { isTrajectory } from '../trajectory/trajectory-faults.js'
import type { Attempt, TrialContext } from './attempt.js'
import { completeTaskRun, createTaskRun, readLabels, readRecord } from './task-run.js'
import type { TrialTimes } from './trial-times.js'

/** How the agent ended, stored in `end.json` until the attempt has its result. */
export interface StoredEnd extends Pick<AgentEnd, 'ended' | 'usage' | 'cost' | 'counts'> {
  readonly output: JsonValue
  /** Whether there is an output, which may be null. */
  readonly has_output: boolean
  readonly model: NonNullable<AgentEnd['model']> | null
  readonly trajectory_error?: string
  readonly times: TrialResult['time']
}

export interface SettleInput {
  readonly intent: AttemptIntent
  readonly end: StoredEnd
  readonly times: TrialTimes
  /** Undefined after a crash. */
  readonly runToken: string | undefined
}

const compress = promisify(gzip)

/**
 * Completes the task run, stores its record unless it contains secrets, and writes the result of the attempt. Can be
 * repeated after a failure at any point. Rejects with a {@link TrialStopError} if the service gives no valid
 * verdict, or no longer accepts the completion.
 */
export async function settleAttempt(
  context: TrialContext,
  attempt: Attempt,
  { intent, end, runToken }: SettleInput,
): Promise<TrialResult> {
  const { service } = context
  const { folder, key } = attempt
  const { task_run_id: taskRunId } = intent
  if (taskRunId === null) throw new Error('Only a task run that exists can be completed.')
  const taskRun = { taskRunId, runToken: runToken ?? (await recallToken(context, attempt, intent)) }
  const { completion, ended } = await completeAsEnded(service, taskRun, end)
  context.onCompletion?.(key, completion, taskRunId)
  const record = await readRecord(service, taskRunId)
  let facts = factsOfCompletion(completion)
  if (record !== undefined) {
    const value: unknown = JSON.parse(record)
    facts = { ...facts, ...factsOfRecord(value) }
    // A record cannot be redacted without breaking its seal, so one with secrets is not stored.
    if (context.redact(record) === record) folder.writeBytes('record.json.gz', await compress(record))
    joinTrajectory(folder, value)
  }
  if (facts.verdict === null) {
    const message = 'The service completed the task run without a verdict.'
    throw new TrialStopError({ kind: 'infra', reason: 'service', message })
  }
  const result = makeResult(attempt, { intent, end, ended, time: end.times, facts })
  assertReadable(result)
  folder.writeJson('result.json', result)
  return result
}

/** Throws a {@link TrialStopError} if the service has judged with values that nobody could read from the folder. */
function assertReadable(result: TrialResult): void {
  const fault = findFaults(result, resultShape).find(({ path }) => ofService.test(path))
  if (fault === undefined) return
  const message = `The service completed the task run with a result whose ${fault.path} ${fault.message}.`
  throw new TrialStopError({ kind: 'infra', reason: 'service', message })
}

/** The members of a result that the service determines. */
const ofService = /^\/(?:score|axes|items|broken|left_undone|undecided|seal_digest)(?:\/|$)/

/**
 * Completes a task run with the output of the agent. If the service rejects the output, completes it without, and ends
 * the trial with that fault of the agent.
 */
async function completeAsEnded(
  service: TrialContext['service'],
  taskRun: Parameters<typeof completeTaskRun>[1],
  { ended, output, has_output: hasOutput }: StoredEnd,
): Promise<{ readonly completion: JsonObject; readonly ended: Ended }> {
  if (!hasOutput) return { completion: await completeInTime(service, taskRun, undefined), ended }
  try {
    return { completion: await completeInTime(service, taskRun, output), ended }
  } catch (error) {
    if (!(error instanceof ServiceRejectionError) || ![400, 413, 422].includes(error.status)) throw error
    const completion = await completeInTime(service, taskRun, undefined)
    const message = `The output cannot be handed in: ${error.message}`
    return { completion, ended: { kind: 'agent', reason: 'bad_output', message } }
  }
}

/**
 * Completes a task run. Rejects with a {@link TrialStopError} (stalled) if its time is up: this process was late, which
 * an agent can cause by filling the machine around its deadline, or by changing the clock.
 */
async function completeInTime(...completion: Parameters<typeof completeTaskRun>): Promise<JsonObject> {
  try {
    return await completeTaskRun(...completion)
  } catch (error) {
    if (!(error instanceof ServiceRejectionError) || error.status !== 409) throw error
    const message = `The agent had ended, but the task run could no longer be completed: ${error.message}`
    throw new TrialStopError({ kind: 'infra', reason: 'stalled', message })
  }
}

/** Adds the numbers of log entries to the calls in the trajectory. */
function joinTrajectory(folder: Attempt['folder'], record: unknown): void {
  const trajectory = folder.readJson('trajectory.json')
  if (trajectory === undefined || !isTrajectory(trajectory) || !isJsonObject(record) || !Array.isArray(record.log))
    return
  folder.writeTrajectory(joinLog(trajectory, record.log))
}

export interface UnscoredInput {
  readonly ended: Ended
  readonly intent: AttemptIntent | undefined
  readonly times: TrialTimes
  readonly end?: StoredEnd
}

/** Writes the unscored result of an attempt. */
export function writeUnscoredResult(attempt: Attempt, input: UnscoredInput): TrialResult {
  attempt.folder.create()
  const result = openResult(attempt, input)
  attempt.folder.writeJson('result.json', result)
  return result
}

/**
 * Returns the result of an attempt whose outcome is still unknown, without writing a file, so that the attempt is
 * resumed, not repeated.
 */
export function openResult(attempt: Attempt, { ended, intent, times, end }: UnscoredInput): TrialResult {
  return makeResult(attempt, { intent, end, ended, time: end?.times ?? times.toJson(), facts: unscored })
}

/**
 * Recovers the token of a run that this process did not create, by repeating its creation. Rejects with a
 * {@link TrialStopError} if the service creates another run instead, as it does after 24 hours.
 */
async function recallToken(
  { service, scored }: TrialContext,
  { key, benchmark }: Attempt,
  intent: AttemptIntent,
): Promise<string> {
  const { idempotency_key: idempotencyKey, world_seed: worldSeed } = intent
  const labels = readLabels(key, intent)
  const run = await createTaskRun(service, { benchmark, task: key.task, scored, worldSeed, idempotencyKey, labels })
  if (run.taskRunId === intent.task_run_id) return run.runToken
  const message = 'The service no longer repeats the response to the creation of the run, which was over 24 hours ago.'
  throw new TrialStopError({ kind: 'infra', reason: 'service', message })
}

/** Facts from the service about a task run. */
interface Facts {
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly axes: Readonly<Record<string, AxisScore>>
  readonly items?: TrialResult['items']
  readonly broken: BySeverity | null
  readonly leftUndone: BySeverity | null
  readonly undecided: Undecided | null
  readonly sealDigest: string | null
}

const unknown = { broken: null, leftUndone: null, undecided: null }
const unscored: Facts = { verdict: null, score: null, axes: {}, ...unknown, sealDigest: null }

function factsOfCompletion({ verdict, score, axes, items }: JsonObject): Facts {
  const known = verdict === 'pass' || verdict === 'partial' || verdict === 'fail'
  if (!known || typeof score !== 'number') return unscored
  return { ...unscored, verdict, score, axes: readAxes(axes), ...readItems(items) }
}

function factsOfRecord(record: unknown): Pick<Facts, keyof typeof unknown | 'items' | 'sealDigest'> {
  const { seal, result } = isJsonObject(record) ? record : {}
  const digest = isJsonObject(seal) && typeof seal.digest === 'string' ? seal.digest : null
  const listed = isJsonObject(result) && Array.isArray(result.criterion_runs) ? result.criterion_runs : undefined
  if (listed?.every(isJsonObject) !== true) return { ...unknown, sealDigest: digest }
  const all = listed as unknown as readonly CriterionRun[]
  const { items } = readItems(isJsonObject(result) ? result.items : undefined)
  const runs = countedRuns(all, items)
  const broken = countBroken(runs)
  return {
    ...(items && { items: mapItems(items, (item, key) => ({ ...item, ...countBrokenIn(all, key) })) }),
    broken: totalBroken(broken),
    leftUndone: broken.left_undone,
    undecided: countUndecided(runs),
    sealDigest: digest,
  }
}

type Items = NonNullable<TrialResult['items']>

function mapItems(items: Items, change: (item: ItemResult, key: string) => ItemResult): Items {
  return Object.fromEntries(Object.entries(items).map(([key, item]) => [key, change(item, key)]))
}

function countBrokenIn(runs: readonly CriterionRun[], key: string): Pick<ItemResult, 'broken' | 'left_undone'> {
  const broken = countBroken(runs.filter(({ item }) => item === key))
  return { broken: totalBroken(broken), left_undone: broken.left_undone }
}

function readAxes(axes: JsonValue | undefined): Readonly<Record<string, AxisScore>> {
  return isJsonObject(axes) ? (axes as unknown as Readonly<Record<string, AxisScore>>) : {}
}

function readItems(items: JsonValue | undefined): Pick<TrialResult, 'items'> {
  return isJsonObject(items) ? { items: items as unknown as NonNullable<TrialResult['items']> } : {}
}

interface ResultInput {
  readonly intent: AttemptIntent | undefined
  readonly end: StoredEnd | undefined
  readonly ended: Ended
  readonly time: TrialResult['time']
  readonly facts: Facts
}

function makeResult(attempt: Attempt, { intent, end, ended, time, facts }: ResultInput): TrialResult {
  const { agent, folder, key, number } = attempt
  const { verdict, score, axes, items, broken, leftUndone, undecided, sealDigest } = facts
  const counts = end?.counts ?? noCounts
  const model = end?.model ?? null
  const now = new Date().toISOString()
  return {
    version: 1,
    key: { benchmark: attempt.benchmark, ...key },
    attempt: number,
    ended: shortenMessage(ended),
    verdict,
    score,
    axes,
    ...(items && { items }),
    broken,
    left_undone: leftUndone,
    undecided,
    agent_kind: agent.kind,
    isolation: agent.isolation,
    surface: findSurface(agent),
    model: model && {
      requested: model.requested,
      responded: model.responded,
      provider: model.provider,
      base_url_host: model.baseUrlHost,
    },
    usage: end?.usage == null ? null : usageToJson(end.usage),
    cost: end?.cost == null ? { usd: null, source: 'none' } : end.cost,
    counts: {
      steps: counts.steps,
      llm_calls: counts.llmCalls,
      tool_calls: counts.toolCalls,
      tool_errors: counts.toolErrors,
      invalid_tool_calls: counts.invalidToolCalls,
    },
    time,
    ids: {
      run: intent?.run_id ?? null,
      task_run: intent?.task_run_id ?? null,
      responses: model?.responseIds ?? [],
    },
    world_seed: intent?.world_seed ?? null,
    seal_digest: sealDigest,
    record_sha256: folder.digestOf('record.json.gz') ?? null,
    trajectory_sha256: folder.digestOf('trajectory.json') ?? null,
    ...(end?.trajectory_error !== undefined && { trajectory_error: end.trajectory_error }),
    started_at: intent?.started_at ?? now,
    ended_at: now,
  }
}

function usageToJson({ input, cached, cacheWrite, output, reasoning }: NonNullable<AgentEnd['usage']>) {
  return { input, cached, cache_write: cacheWrite, output, reasoning }
}
