import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sealRecord } from '@carebench/verifier'

type Unsealed = Parameters<typeof sealRecord>[0]

/** A JSON object of a file that the runner wrote. */
type Json = Record<string, unknown>

/** The size of a results folder, which has agents × tasks × trials. */
export interface FolderSize {
  readonly agents: number
  /** Trials of each agent at each task. */
  readonly trials: number
}

/** A trial of the original results folder. */
interface Sample {
  readonly result: Json & { readonly key: Json }
  readonly taskFolder: string
  readonly record: Json & { readonly log: readonly Json[] }
}

/**
 * Copies the trials of the results folder `from` many times into the folder `to`, under made-up agents, with a made-up
 * conversation: a message, a call and its result for each call in the log of the record. The same input gives the same
 * files.
 */
export function multiplyResults(from: string, to: string, { agents, trials }: FolderSize): void {
  const samples = readSamples(from)
  const plan = readJson(join(from, 'run.json'))
  const lock = readJson(join(from, 'lock.json'))
  const names = Array.from({ length: agents }, (_, index) => `model-${index + 1}`)
  const tasks = plan.tasks as readonly string[]
  mkdirSync(to, { recursive: true })
  cpSync(join(from, 'bases'), join(to, 'bases'), { recursive: true })
  writeJson(join(to, 'run.json'), { ...plan, agents: names, trials })
  const [locked] = Object.values(lock.agents as Json)
  writeJson(join(to, 'lock.json'), { ...lock, agents: Object.fromEntries(names.map((name) => [name, locked])) })
  const lines: string[] = []
  for (const [index, agent] of names.entries()) {
    for (const task of tasks) {
      const own = samples.filter(({ result }) => result.key.task === task)
      for (let trial = 1; trial <= trials; trial++) {
        // One trial in thirty is missing, as if it were not scored yet.
        if ((trial * 7 + index * 3) % 30 === 0) continue
        const sample = own[(trial + index) % own.length]
        if (sample === undefined) continue
        lines.push(writeTrial(to, sample, { agent, task, trial }, index))
      }
    }
  }
  writeFileSync(join(to, 'index.jsonl'), lines.map((line) => `${line}\n`).join(''))
}

function readSamples(folder: string): readonly Sample[] {
  return readdirSync(join(folder, 'trials'), { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name) === 'result.json' && /^t\d+$/.test(basename(dirname(name))))
    .sort()
    .map((name) => {
      const trial = join(folder, 'trials', dirname(name))
      const packed = readFileSync(join(trial, 'attempt-1/record.json.gz'))
      return {
        result: readJson(join(trial, 'result.json')) as Sample['result'],
        taskFolder: basename(dirname(trial)),
        record: JSON.parse(gunzipSync(packed).toString('utf8')) as Sample['record'],
      }
    })
}

function writeTrial(
  folder: string,
  { result, record, taskFolder }: Sample,
  key: { readonly agent: string; readonly task: string; readonly trial: number },
  index: number,
): string {
  const spread = 1 + ((key.trial * 13 + index * 29) % 17) / 10
  const trajectory = converse(record, key.trial)
  // Each trial needs its own record: an id of its own, sealed again.
  const { seal: _, about, ...rest } = record
  const name = `tr_${key.agent}_${taskFolder}_${key.trial}`
  const resealed = sealRecord({ ...rest, about: { ...(about as Json), task_run_id: name } } as unknown as Unsealed)
  const packed = gzipSync(JSON.stringify(resealed))
  const stored = {
    ...result,
    record_sha256: createHash('sha256').update(packed).digest('hex'),
    key: { ...result.key, ...key },
    usage: {
      input: Math.round(9000 * spread),
      cached: 4000,
      cache_write: 0,
      output: Math.round(700 * spread),
      reasoning: 0,
    },
    cost: { usd: Number((0.01 * spread * (index + 1)).toFixed(4)), source: 'prices' },
    time: {
      wall_ms: Math.round(20_000 * spread),
      working_ms: 20_000,
      throttled_ms: 0,
      model_ms: 15_000,
      tool_ms: 2000,
    },
  }
  const trial = join(folder, 'trials', key.agent, taskFolder, `t${String(key.trial).padStart(2, '0')}`)
  mkdirSync(join(trial, 'attempt-1'), { recursive: true })
  writeJson(join(trial, 'result.json'), stored)
  writeJson(join(trial, 'attempt-1/result.json'), stored)
  writeJson(join(trial, 'attempt-1/trajectory.json'), trajectory)
  writeFileSync(join(trial, 'attempt-1/record.json.gz'), packed)
  const { verdict, score, seal_digest, ended_at } = result
  const costs = { cost_usd: stored.cost.usd, wall_ms: stored.time.wall_ms }
  return JSON.stringify({
    ...key,
    attempt: 1,
    ended: 'completed/done',
    verdict,
    score,
    ...costs,
    seal_digest,
    ended_at,
  })
}

/** Makes up a conversation, in the format ATIF, whose tool calls are those in the log. */
function converse({ log, task }: Sample['record'], trial: number): Json {
  const instruction = JSON.stringify(task)
  const calls = log.filter(({ action, actor }) => actor === 'agent' && (action as Json).kind === 'call')
  const steps = [
    {
      source: 'system',
      message: 'You work at the desk of a clinic. Use the tools, and submit when you are done. '.repeat(6),
    },
    { source: 'user', message: instruction },
    ...calls.map(({ seq, at, action, response }, index) => {
      const { group, call } = action as { readonly group: string; readonly call: Json }
      const id = `call_${index + 1}`
      return {
        source: 'agent',
        timestamp: at,
        message: `Step ${index + 1} of trial ${trial}: I look at ${String(call.path)} before it is changed.`,
        tool_calls: [
          {
            tool_call_id: id,
            function_name: `${group}_${String(call.method).toLowerCase()}`,
            arguments: { path: call.path, query: call.query, body: call.body },
          },
        ],
        observation: {
          results: [
            {
              source_call_id: id,
              content: JSON.stringify({ path: call.path, entry: Array.from({ length: 12 }, (_, n) => makeEntry(n)) }),
              extra: { status: (response as Json | null)?.status ?? 200, is_error: false, log_seq: seq },
            },
          ],
        },
        metrics: { prompt_tokens: 1200 + index * 90, completion_tokens: 60 },
        llm_call_count: 1,
      }
    }),
  ]
  return {
    schema_version: 'ATIF-v1.7',
    session_id: 'bench',
    agent: { name: 'bench', version: '1' },
    steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
  }
}

function makeEntry(number: number): Json {
  return {
    resourceType: 'Observation',
    id: `obs-${number}`,
    status: 'final',
    code: { text: `Laboratory value ${number}` },
  }
}

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8')) as Json
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** Returns how many files are below a folder, and their bytes; zeros if there is no such folder. */
export function measureSize(folder: string): { readonly bytes: number; readonly files: number } {
  if (!existsSync(folder)) return { bytes: 0, files: 0 }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(file.parentPath, file.name)).length, 0)
  return { bytes, files: files.length }
}
