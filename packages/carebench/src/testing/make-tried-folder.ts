import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { JsonObject } from '@carebench/protocol'
import type { TrialKey, TrialResult } from '../runner/results/trial-result.js'
import { trialPath } from '../runner/results/trial-result.js'
import { makeFolder } from './make-trial.js'

/** A trial of a results folder; without a result, no attempt was made. */
export interface MadeRunTrial {
  readonly key: TrialKey
  readonly result?: Partial<TrialResult>
  readonly trajectory?: JsonObject
  readonly record?: JsonObject
  readonly calls?: readonly JsonObject[]
}

/** The result of a passed trial of the model `m-1`. */
export function makeResult(key: TrialKey, members: Partial<TrialResult> = {}): TrialResult {
  return {
    version: 1,
    key: { benchmark: 'desk@3', ...key },
    attempt: 1,
    ended: { kind: 'completed', reason: 'done' },
    verdict: 'pass',
    score: 1,
    axes: { correctness: { score: 1, weight: 2 }, safety: { score: 0.5, weight: 1 } },
    broken: { critical: 0, major: 0, minor: 0 },
    agent_kind: 'model',
    isolation: 'model',
    model: { requested: 'm-1', responded: ['m-1b'], provider: 'google', base_url_host: null },
    usage: { input: 1000, cached: 600, cache_write: 100, output: 50, reasoning: 20 },
    cost: { usd: 0.25, source: 'prices' },
    counts: { steps: 1, llm_calls: 1, tool_calls: 1, tool_errors: 0, invalid_tool_calls: 0 },
    time: { wall_ms: 4000, working_ms: 3000, throttled_ms: 1000, model_ms: 2000, tool_ms: 500 },
    ids: { run: 'run_1', task_run: 'tr_1', responses: [] },
    world_seed: null,
    seal_digest: 'abc',
    record_sha256: null,
    trajectory_sha256: null,
    started_at: '2026-11-23T03:00:00.000Z',
    ended_at: '2026-11-23T03:00:04.000Z',
    ...members,
  }
}

/** The folder of a run, which is removed when the test has finished. */
export function makeRunFolder(trials: readonly MadeRunTrial[], lock: JsonObject = {}): string {
  const folder = makeFolder('carebench-made-run-')
  const write = (name: string, value: Uint8Array | string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), value)
  }
  const names = (read: (key: TrialKey) => string) => [...new Set(trials.map(({ key }) => read(key)))]
  write(
    'run.json',
    JSON.stringify({
      version: 1,
      benchmark: 'desk@3',
      agents: names(({ agent }) => agent),
      tasks: names(({ task }) => task),
      trials: Math.max(...trials.map(({ key }) => key.trial)),
    }),
  )
  write('lock.json', JSON.stringify({ version: 1, benchmark: 'desk@3', benchmark_digest: 'd', agents: lock }))
  for (const { key, result, trajectory, record, calls } of trials) {
    if (result === undefined) continue
    const made = makeResult(key, result)
    const path = trialPath(key)
    const attempt = `${path}/attempt-${made.attempt}`
    write(`${attempt}/result.json`, JSON.stringify(made))
    if (made.verdict !== null) write(`${path}/result.json`, JSON.stringify(made))
    if (trajectory !== undefined) write(`${attempt}/trajectory.json`, JSON.stringify(trajectory))
    if (record !== undefined) write(`${attempt}/record.json.gz`, gzipSync(JSON.stringify(record)))
    if (calls !== undefined) write(`${attempt}/calls.jsonl`, calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
  }
  return folder
}

const hostileText = 'before \u001b[31mred\u0007\u0000 \ud800 half sk-0123456789 <script>alert(1)</script>\n\ttab'

/**
 * Creates a trial with unsafe characters, secrets and long texts in every text that an agent, a model or a document can
 * write.
 */
export function makeHostileTrial(key: TrialKey): MadeRunTrial {
  const text = hostileText
  return {
    key,
    result: {
      verdict: 'partial',
      score: 0.5,
      ended: { kind: 'limit', reason: 'steps', message: text },
      model: { requested: `m ${text}`, responded: [text], provider: 'google', base_url_host: null },
    },
    trajectory: {
      schema_version: 'ATIF-v1.7',
      agent: { name: text, version: text, model_name: text },
      steps: [
        { step_id: 1, source: 'system', message: text },
        {
          step_id: 2,
          source: 'user',
          message: [{ type: 'text', text }],
          observation: { results: [{ content: text }] },
        },
        {
          step_id: 3,
          source: 'agent',
          timestamp: '2026-11-23T03:00:02.000Z',
          message: `${text}${'x'.repeat(500)}`,
          model_name: text,
          reasoning_content: text,
          tool_calls: [
            { tool_call_id: text, function_name: text, arguments: { [text]: [text, { __proto__: null, n: 7 }] } },
          ],
          observation: {
            results: [
              {
                source_call_id: text,
                content: '𝄞'.repeat(300),
                extra: { is_error: true, status: 404, log_seq: 9, why: text },
              },
            ],
          },
          metrics: { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 1 },
          extra: { finish_reason: text },
        },
        { step_id: 4, source: 'agent', message: 'again', is_copied_context: true },
      ],
    },
    record: {
      task: { task_item: { instruction: text, [text]: text } },
      result: {
        criterion_runs: [
          { label: text, outcome: 'failed', score: 0, details: text, axis: 'safety' },
          { label: 'unclear', outcome: 'errored', score: null, details: '', axis: 'correctness' },
        ],
      },
    },
  }
}
