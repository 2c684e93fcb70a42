import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { defaultAxis } from '@carebench/verifier'
import type { Assessment } from '../results/assessments.js'
import type { TrialKey, TrialResult } from '../results/trial-result.js'
import type { Cleaning } from './cleaning.js'
import { deriveId, type ExportedRun, type ExportedTrial } from './exported-run.js'
import { createEvents } from './inspect-events.js'
import { toMessages } from './inspect-messages.js'

/** The Inspect values for verdicts: correct, partially correct, incorrect. */
const letters = { pass: 'C', partial: 'P', fail: 'I' } as const

/** Inspect's names for the limits that can end a trial. */
const limitTypes: Readonly<Record<string, string>> = {
  steps: 'turn',
  tokens: 'token',
  cost: 'cost',
  timeout: 'time',
  context_window: 'context',
}

/**
 * Creates an Inspect log (`EvalLog`, version 2) of one agent's trials: a sample for each task, an epoch for each trial.
 * Scores are `verdict` (C, P, I), `score` and `axis_…`, copied from the results, and `undecided`, 1 where a criterion
 * could not be decided; an unscored trial is a sample with an error and no score. The log depends on the folder alone.
 */
export function createInspectLog(run: ExportedRun, agent: string, cleaning: Cleaning): JsonObject {
  const keys: TrialKey[] = []
  const trials: Summarized[] = []
  for (const trial of run.trialsOf(agent)) {
    keys.push(trial.key)
    trials.push(summarizeTrial(run, trial, cleaning))
  }
  const tasks = [...new Set(keys.map(({ task }) => task))]
  const epochs = keys.reduce((most, { trial }) => Math.max(most, trial), 1)
  const scored = trials.filter(({ result, counts }) => counts && result !== undefined && result.verdict !== null)
  const begun = trials.flatMap(({ result }) => (result === undefined ? [] : [result]))
  const times = begun.map(({ started_at: at }) => at).sort()
  const created = times[0] ?? '1970-01-01T00:00:00.000Z'
  const [name = run.benchmark, version = '0'] = run.benchmark.split('@')
  const id = deriveId(run.benchmark, run.benchmarkDigest, agent, created)
  const { digest = null, kind = null, isolation = null } = run.lockOf(agent)
  const about = cleaning.object({
    agent,
    agent_kind: kind,
    agent_digest: digest,
    isolation,
    benchmark_digest: run.benchmarkDigest,
  })
  const model = cleaning.text(makeModel(agent, begun))
  return {
    version: 2,
    status: begun.length === trials.length ? 'success' : 'cancelled',
    eval: {
      eval_id: id.slice(0, 22),
      run_id: id.slice(22, 44),
      created,
      task: cleaning.text(name),
      // The viewer treats logs with the same id as retries, and shows only the last one.
      task_id: deriveId(run.benchmark, run.benchmarkDigest, agent, created).slice(0, 22),
      task_version: Number(version),
      task_attribs: {},
      task_args: {},
      task_args_passed: {},
      dataset: {
        name: cleaning.text(name),
        samples: tasks.length,
        sample_ids: tasks.map((task) => cleaning.text(task)),
        shuffled: false,
      },
      model,
      model_generate_config: {},
      model_args: {},
      config: { epochs, fail_on_error: false },
      packages: {},
      metadata: about,
      scorers: listScorers(scored).map((scorer) => ({ name: scorer })),
    },
    plan: {
      name: 'plan',
      steps: [{ solver: cleaning.text(agent), params: {}, params_passed: {} }],
      config: {},
    },
    results: {
      total_samples: trials.length,
      completed_samples: scored.length,
      scores: listScorers(scored).map((scorer) => summarizeScores(scorer, scored, trials.length)),
    },
    stats: {
      started_at: times[0] ?? '',
      completed_at:
        begun
          .map(({ ended_at: at }) => at)
          .sort()
          .at(-1) ?? '',
      model_usage: sumUsage(model, begun),
      role_usage: {},
      connection_limit_history: [],
    },
    invalidated: trials.some(({ counts }) => !counts),
    tags: [],
    metadata: about,
    samples: trials.map(({ sample }) => sample),
  }
}

interface Summarized {
  readonly result: TrialResult | undefined
  /** Whether the trial counts: false if a person has invalidated it. */
  readonly counts: boolean
  readonly sample: JsonObject
}

function summarizeTrial(run: ExportedRun, trial: ExportedTrial, cleaning: Cleaning): Summarized {
  const { key, result, item, criteria, invalidation } = trial
  const model = cleaning.text(makeModel(key.agent, result === undefined ? [] : [result]))
  const timed = toMessages(trial, cleaning)
  const messages = timed.map(({ message }) => message)
  const last = messages.findLast(({ role }) => role === 'assistant')
  const answer = last ?? { role: 'assistant', content: '' }
  const limit = toLimit(result, run.lockOf(key.agent))
  const scores = result !== undefined && result.verdict !== null ? toScores(trial, result, cleaning) : undefined
  const error = result?.verdict == null ? toError(result, cleaning) : undefined
  const uuid = deriveId(run.benchmark, run.benchmarkDigest, key.agent, key.task, key.trial).slice(0, 22)
  const start = result?.started_at ?? '1970-01-01T00:00:00.000Z'
  return {
    result,
    counts: invalidation === undefined,
    sample: {
      id: cleaning.text(key.task),
      epoch: key.trial,
      input: cleaning.text(readInstruction(item) ?? key.task),
      target: '',
      messages,
      output: {
        model,
        choices: last === undefined ? [] : [{ message: answer, stop_reason: 'stop' }],
        completion: typeof answer.content === 'string' ? answer.content : '',
      },
      ...(scores !== undefined && { scores }),
      ...(invalidation !== undefined && { invalidation: toProvenance(invalidation, cleaning) }),
      metadata: {
        ...(item !== undefined && { task_item: cleaning.json(item) }),
        ...(result !== undefined && {
          ended: cleaning.object({ ...result.ended }),
          attempt: result.attempt,
          seal_digest: result.seal_digest,
          counts: { ...result.counts },
          criteria: criteria.map((criterion) => cleaning.object({ ...criterion })),
        }),
      },
      store: {},
      events: createEvents({ uuid, model, timed, start, scores, limit, error, agent: cleaning.text(key.agent) }),
      // The messages that events refer to by index.
      events_data: { messages, calls: [] },
      model_usage: result === undefined ? {} : sumUsage(model, [result]),
      role_usage: {},
      attachments: {},
      uuid,
      ...(result !== undefined && {
        started_at: result.started_at,
        completed_at: result.ended_at,
        total_time: result.time.wall_ms / 1000,
        working_time: result.time.working_ms / 1000,
      }),
      ...(limit !== undefined && { limit }),
      ...(error !== undefined && { error }),
    },
  }
}

function toScores({ criteria }: ExportedTrial, result: TrialResult, cleaning: Cleaning): JsonObject {
  const { verdict, score, axes, seal_digest: seal, undecided } = result
  const explanation = criteria.map(({ outcome, label, details }) => `- ${outcome}: ${label}. ${details}`).join('\n')
  const common = { history: [], metadata: { seal_digest: seal } }
  // The viewer would typeset text between two dollar signs as a formula.
  const shown = cleaning.text(explanation).replaceAll('$', '\\$')
  return {
    verdict: { value: letters[verdict ?? 'fail'], explanation: shown, ...common },
    ...(score !== null && { score: { value: score, ...common } }),
    ...(undecided != null && { undecided: { value: undecided.criteria > 0 ? 1 : 0, ...common } }),
    ...Object.fromEntries(
      Object.entries(axes)
        .filter(([axis]) => axis !== defaultAxis)
        .map(([axis, { score: value }]) => [axisName(axis), { value, ...common }]),
    ),
  }
}

function axisName(axis: string): string {
  return `axis_${axis}`
}

function listScorers(scored: readonly Summarized[]): string[] {
  const names = scored.flatMap(({ sample }) => Object.keys(isJsonObject(sample.scores) ? sample.scores : {}))
  const known = ['verdict', 'score']
  return [...known, ...[...new Set(names)].filter((name) => !known.includes(name)).sort()]
}

/** Summarizes the samples with a score by the mean; a partial pass does not count as a pass. */
function summarizeScores(scorer: string, scored: readonly Summarized[], planned: number): JsonObject {
  const values = scored.flatMap(({ sample }) => {
    const score = isJsonObject(sample.scores) ? sample.scores[scorer] : undefined
    return isJsonObject(score) ? [score.value] : []
  })
  const numbers = values.map((value) => (typeof value === 'number' ? value : value === 'C' ? 1 : 0))
  const metric = scorer === 'verdict' ? 'pass_rate' : 'mean'
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
  return {
    name: scorer,
    scorer,
    scored_samples: numbers.length,
    unscored_samples: planned - numbers.length,
    params: {},
    metrics: numbers.length === 0 ? {} : { [metric]: { name: metric, value: mean, params: {} } },
  }
}

/** Sums usage; input excludes cached tokens, as in Inspect. */
function sumUsage(model: string, results: readonly TrialResult[]): JsonObject {
  const used = results.flatMap(({ usage, cost }) => (usage === null ? [] : [{ ...usage, usd: cost.usd }]))
  if (used.length === 0) return {}
  const sum = (read: (usage: (typeof used)[number]) => number | null) =>
    used.reduce((total, usage) => total + (read(usage) ?? 0), 0)
  const input = sum((usage) => usage.input)
  const output = sum((usage) => usage.output)
  const cached = sum((usage) => usage.cached)
  const written = sum((usage) => usage.cache_write)
  return {
    [model]: {
      input_tokens: Math.max(0, input - cached - written),
      output_tokens: output,
      total_tokens: input + output,
      input_tokens_cache_read: cached,
      input_tokens_cache_write: written,
      reasoning_tokens: sum((usage) => usage.reasoning),
      ...(used.every(({ usd }) => usd !== null) && { total_cost: sum(({ usd }) => usd) }),
    },
  }
}

function makeModel(agent: string, results: readonly TrialResult[]): string {
  const model = results.find((result) => result.model !== null)?.model
  return model ? `${model.provider}/${model.requested}` : `carebench/${agent}`
}

function toLimit(result: TrialResult | undefined, { limits }: JsonObject): JsonObject | undefined {
  if (result?.ended.kind !== 'limit') return undefined
  const { reason } = result.ended
  const own = isJsonObject(limits) ? limits[reason] : undefined
  return { type: limitTypes[reason] ?? 'custom', limit: typeof own === 'number' ? own : 0 }
}

function toError(result: TrialResult | undefined, cleaning: Cleaning): JsonObject {
  const message =
    result === undefined
      ? 'The trial was not begun.'
      : `${result.ended.kind}/${result.ended.reason}: ${result.ended.message ?? 'the trial is unscored'}`
  return { message: cleaning.text(message), traceback: '', traceback_ansi: '' }
}

export function readInstruction(item: JsonValue | undefined): string | undefined {
  return isJsonObject(item) && typeof item.instruction === 'string' ? item.instruction : undefined
}

/** Returns who invalidated a sample, when and why (`ProvenanceData`). */
function toProvenance({ at, by, reason }: Assessment, cleaning: Cleaning): JsonObject {
  return { timestamp: at, author: cleaning.text(by), reason: cleaning.text(reason), metadata: {} }
}
