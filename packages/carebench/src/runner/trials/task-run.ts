import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { TrialStopError } from '../ended.js'
import type { AttemptIntent } from '../results/results-folder.js'
import type { TrialKey } from '../results/trial-result.js'
import { type ServiceConnection, ServiceRejectionError } from '../service-connection.js'

/** Maximum length of a label in the API in characters. */
const maxLabelLength = 200

/** A created run of one task at the service. */
export interface CreatedTaskRun {
  readonly runId: string
  readonly taskRunId: string
  readonly runToken: string
  /** The response in wire format. */
  readonly created: JsonObject
  /** The seed of the simulated world; null if the benchmark does not let a Solver choose it. */
  readonly worldSeed: number | null
}

export interface CreateTaskRunInput {
  readonly benchmark: string
  readonly task: string
  readonly scored: boolean
  readonly worldSeed: number | null
  readonly idempotencyKey: string
  /** Names for people who read the run at the service. */
  readonly labels: { readonly agent: string; readonly group: string } | null
}

/**
 * Returns the labels of an attempt's run; null for an attempt of an earlier release, whose creation must be repeated
 * without labels.
 */
export function readLabels({ agent }: TrialKey, { group }: Pick<AttemptIntent, 'group'>): CreateTaskRunInput['labels'] {
  return group === undefined ? null : { agent: agent.slice(0, maxLabelLength), group: group.slice(0, maxLabelLength) }
}

/**
 * Creates a run of one task. A repeated call with the same input creates no other run, and returns the same response.
 */
export async function createTaskRun(service: ServiceConnection, input: CreateTaskRunInput): Promise<CreatedTaskRun> {
  const { benchmark, task, scored, worldSeed, idempotencyKey, labels } = input
  const created = await service.asSolver({
    method: 'POST',
    path: '/v1/benchmark-runs',
    body: { benchmark, tasks: [task], scored, ...(worldSeed === null ? {} : { seed: worldSeed }), ...labels },
    headers: { 'idempotency-key': idempotencyKey },
  })
  const [taskRun] = Array.isArray(created.task_runs) ? (created.task_runs as readonly JsonValue[]) : []
  const taskRunId = isJsonObject(taskRun) ? taskRun.id : undefined
  const { benchmark_run_id: runId, bearer_token: runToken } = created
  if (typeof runId !== 'string' || typeof runToken !== 'string' || typeof taskRunId !== 'string') {
    const message =
      'The response to POST /v1/benchmark-runs must have "benchmark_run_id", "bearer_token" and one task run.'
    throw new TrialStopError({ kind: 'infra', reason: 'service', message })
  }
  return { runId, taskRunId, runToken, created, worldSeed }
}

/**
 * Creates the run of an attempt, without a seed or labels if the service rejects them. Also returns the intent that the
 * service accepted.
 */
export async function createAsTaken(
  service: ServiceConnection,
  { benchmark, key, scored }: { readonly benchmark: string; readonly key: TrialKey; readonly scored: boolean },
  intent: AttemptIntent,
): Promise<{ readonly run: CreatedTaskRun; readonly tried: AttemptIntent }> {
  const { idempotency_key: idempotencyKey } = intent
  for (let tried = intent; ; ) {
    try {
      const labels = readLabels(key, tried)
      const input = { benchmark, task: key.task, scored, worldSeed: tried.world_seed, idempotencyKey, labels }
      return { run: await createTaskRun(service, input), tried }
    } catch (error) {
      if (tried.world_seed !== null && refusesSeed(error)) tried = { ...tried, world_seed: null }
      else if (tried.group !== undefined && refusesLabels(error)) tried = { ...tried, group: undefined }
      else throw error
    }
  }
}

/** Whether a rejection says that the benchmark does not let a Solver choose the seed. */
function refusesSeed(error: unknown): boolean {
  return error instanceof ServiceRejectionError && error.status === 400 && /\bseed/.test(error.message)
}

/** Whether a rejection says that the service does not accept names of agents or groups. */
function refusesLabels(error: unknown): boolean {
  return error instanceof ServiceRejectionError && error.status === 400 && / \/(?:agent|group) /.test(error.message)
}

/** The state of a task run at the service. */
export interface TaskRunState {
  readonly phase: string
  readonly status: string
}

/**
 * Reads a task run; undefined if the service does not know it, for example because it has been restarted without its
 * data.
 */
export async function readTaskRun(service: ServiceConnection, taskRunId: string): Promise<TaskRunState | undefined> {
  try {
    const { phase, status } = await service.asOrganization({ method: 'GET', path: `/task-runs/${taskRunId}` })
    return { phase: String(phase), status: String(status) }
  } catch (error) {
    if (error instanceof ServiceRejectionError && error.status === 404) return undefined
    throw error
  }
}

/** Completes a task run, or reads the result of a completed one; resolves with the response in wire format. */
export function completeTaskRun(
  service: ServiceConnection,
  { taskRunId, runToken }: Pick<CreatedTaskRun, 'taskRunId' | 'runToken'>,
  output: JsonValue | undefined,
): Promise<JsonObject> {
  return service.call({
    method: 'POST',
    path: `/v1/task-runs/${taskRunId}/complete`,
    token: runToken,
    body: output === undefined ? {} : { output },
  })
}

/** Cancels a run, whatever its state. If the service does not respond, the run will time out. */
export async function cancelRun(service: ServiceConnection, runId: string): Promise<void> {
  try {
    await service.asOrganization({ method: 'POST', path: `/benchmark-runs/${runId}/cancel` })
  } catch (error) {
    if (!(error instanceof ServiceRejectionError || error instanceof TrialStopError)) throw error
  }
}

/** Deletes a run that has ended. A run that cannot be deleted stays. */
export async function deleteRun(service: ServiceConnection, runId: string): Promise<void> {
  try {
    await service.textAsOrganization({ method: 'DELETE', path: `/benchmark-runs/${runId}` })
  } catch (error) {
    if (!(error instanceof ServiceRejectionError || error instanceof TrialStopError)) throw error
  }
}

/**
 * Reads the sealed record as text, which names its base; undefined if only another organization may read it, or if it
 * is too large.
 */
export async function readRecord(service: ServiceConnection, taskRunId: string): Promise<string | undefined> {
  try {
    return await service.textAsOrganization({
      method: 'GET',
      path: `/task-runs/${taskRunId}/record?self_contained=false`,
    })
  } catch (error) {
    if (error instanceof ServiceRejectionError && (error.status === 404 || error.status === 409)) return undefined
    throw error
  }
}
