import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { TaskRunRecord } from '@carebench/verifier'
import { type IndexLine, type TrialKey, type TrialResult, trialPath } from '../runner/results/trial-result.js'

// For tests only: results folders as the runner writes them, without running anything.

/** A trial in a folder. */
export interface MadeTrial extends TrialKey {
  /** May be an incomplete record, for tests that read only parts of it. */
  readonly record?: TaskRunRecord | object
  readonly trajectory?: object
  /** Replaces members of the result. */
  readonly result?: Partial<TrialResult>
}

/** The content of `run.json` and `lock.json`; by default derived from the trials. */
export interface MadeRun {
  readonly benchmark?: string
  readonly benchmarkDigest?: string
  readonly seed?: number | null
  readonly agents?: readonly string[]
  readonly tasks?: readonly string[]
  readonly trials?: number
  /** Members of the lock of each agent. */
  readonly agentLock?: object
}

/** Creates the result of a trial with the verdict of its record; unscored without a record. */
export function makeResult({ agent, task, trial, record = {}, result = {} }: MadeTrial): TrialResult {
  const { verdict = null, score = null } = (record as Partial<TaskRunRecord>).result ?? {}
  return {
    version: 1,
    key: { benchmark: 'small@1', agent, task, trial },
    attempt: 1,
    ended: verdict === null ? { kind: 'infra', reason: 'network' } : { kind: 'completed', reason: 'done' },
    verdict,
    score,
    axes: {},
    broken: null,
    agent_kind: 'model',
    isolation: 'model',
    model: null,
    usage: null,
    cost: { usd: null, source: 'none' },
    counts: { steps: 0, llm_calls: 0, tool_calls: 0, tool_errors: 0, invalid_tool_calls: 0 },
    time: { wall_ms: 1000 * trial, working_ms: 1000, throttled_ms: 0, model_ms: 0, tool_ms: 0 },
    ids: { run: null, task_run: null, responses: [] },
    world_seed: null,
    seal_digest: null,
    record_sha256: null,
    trajectory_sha256: null,
    started_at: '2026-03-02T09:00:00.000Z',
    ended_at: '2026-03-02T09:00:30.000Z',
    ...result,
  }
}

/**
 * Writes the folder of a run; by default, its plan has every agent and task with as many trials as the highest trial
 * number.
 */
export function writeResults(folder: string, trials: readonly MadeTrial[], run: MadeRun = {}): void {
  const { benchmark = 'small@1', benchmarkDigest = 'd1', seed = null, agentLock = {} } = run
  const names = (member: 'agent' | 'task') => [...new Set(trials.map((trial) => trial[member]))]
  const { agents = names('agent'), tasks = names('task') } = run
  const plan = { agents, tasks, trials: run.trials ?? Math.max(...trials.map(({ trial }) => trial)) }
  mkdirSync(join(folder, 'trials'), { recursive: true })
  writeJson(join(folder, 'run.json'), { version: 1, benchmark, ...plan })
  const lock = { version: 1, benchmark, benchmark_digest: benchmarkDigest, scored: true, seed }
  writeJson(join(folder, 'lock.json'), { ...lock, agents: Object.fromEntries(agents.map((name) => [name, agentLock])) })
  writeFileSync(join(folder, 'index.jsonl'), '')
  for (const trial of trials) writeTrial(folder, trial)
}

/** Writes one trial into the folder of a run. */
export function writeTrial(folder: string, trial: MadeTrial): void {
  const path = join(folder, trialPath(trial))
  const result = makeResult(trial)
  const attempt = join(path, `attempt-${result.attempt}`)
  mkdirSync(attempt, { recursive: true })
  writeJson(join(attempt, 'result.json'), result)
  appendFileSync(join(folder, 'index.jsonl'), `${JSON.stringify(writeLine(result))}\n`)
  if (result.verdict !== null) writeJson(join(path, 'result.json'), result)
  if (trial.trajectory !== undefined) writeJson(join(attempt, 'trajectory.json'), trial.trajectory)
  if (trial.record !== undefined) {
    writeFileSync(join(attempt, 'record.json.gz'), gzipSync(JSON.stringify(trial.record)))
  }
}

/** Returns the index line of a result; valid even for the damaged results that tests write. */
function writeLine({ key, cost, ended, verdict, seal_digest, ended_at }: TrialResult): IndexLine {
  const { agent, task, trial } = key
  const end = `${ended?.kind}/${ended?.reason}`
  const scored = typeof verdict === 'string' ? { verdict, score: 1 } : { verdict: null, score: null }
  const usd = typeof cost?.usd === 'number' && cost.usd >= 0 ? cost.usd : null
  return { agent, task, trial, attempt: 1, ...scored, ended: end, cost_usd: usd, wall_ms: 1500, seal_digest, ended_at }
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
