import { isJsonObject, severities } from '@carebench/protocol'
import { endReasons } from '../ended.js'
import {
  type Check,
  checkChoice,
  each,
  eachMember,
  flag,
  nullOr,
  type Report,
  ranged,
  shaped,
  text,
  typed,
} from '../json-shape.js'
import { surfaces } from '../surface.js'

/** The answers to the questions of a review. */
export const reviewAnswers = {
  instruction: ['clear', 'unclear'],
  expected: ['right', 'wrong', 'unsure'],
} as const
/** The opinions that a reader can have on the severity of a criterion. */
export const severityOpinions = ['right', 'too_high', 'too_low'] as const

/** The decisions that people can make about all trials of a task. */
export const taskDecisions = ['left_out', 'counted'] as const
/** Maximum lengths of the name of a person and of a reason, in characters. */
export const maxAssessment = { name: 200, reason: 5000 } as const

/** Maximum number of trials of each agent on each task. */
export const maxTrials = 1000
/** Maximum number of trials of a run; reading its folder takes proportional time and memory. */
export const maxPlannedTrials = 100_000
/** Maximum length of the name of an agent or a task. */
const maxNameLength = 10_000

const name = typed(
  `a string of 1 to ${maxNameLength} characters`,
  (value) => typeof value === 'string' && value !== '' && value.length <= maxNameLength,
)
/** No measured number reaches 10^15, and no smaller number is written with an exponent. */
const amount = ranged('a number from 0 to below 10^15', (value) => value >= 0 && value < 1e15)
const share = ranged('a number from 0 to 1', (value) => value >= 0 && value <= 1)
const count = ranged('a whole number from 0 to below 2^53', (value) => Number.isSafeInteger(value) && value >= 0)
const trialNumber = ranged(`a whole number from 1 to ${maxTrials}`, (value) => isBetween(value, 1, maxTrials))
const attemptNumber = ranged('a whole number from 1 to 1000000', (value) => isBetween(value, 1, 1_000_000))
const verdicts = ['pass', 'partial', 'fail'] as const
const verdict = nullOr(checkChoice(...verdicts))
const instant = typed(
  'a time such as 2026-03-02T09:00:00.000Z',
  (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,18}Z$/.test(value) && !Number.isNaN(Date.parse(value)),
)
const names: Check = (value, path, report) => {
  each(name)(value, path, report)
  if (Array.isArray(value) && new Set(value).size < value.length) report(path, 'must have no value twice')
}

const planMembers = shaped({
  required: { benchmark: name, agents: names, tasks: names, trials: trialNumber },
  optional: {
    config: eachMember(plainValue),
    tags: eachMember(each(text)),
    item_families: eachMember(eachMember(text)),
    audit_ok: flag,
  },
})

/** `run.json`. */
export const planShape: Check = (value, path, report) => {
  planMembers(value, path, report)
  if (!isJsonObject(value) || !Array.isArray(value.agents) || !Array.isArray(value.tasks)) return
  const planned = value.agents.length * value.tasks.length * Number(value.trials)
  if (planned > maxPlannedTrials) report(path, `must plan at most ${maxPlannedTrials} trials, got ${planned}`)
}

/** `lock.json`. */
export const lockShape = shaped({
  required: {
    benchmark_digest: text,
    agents: eachMember(
      shaped({
        required: {},
        optional: { digest: text, kind: text, isolation: text, limits: eachMember(plainValue) },
      }),
    ),
  },
  optional: { benchmark: text, scored: flag, seed: count },
})

const ended: Check = (value, path, report) => {
  shaped({ required: { kind: text, reason: text }, optional: { message: text } })(value, path, report)
  if (!isJsonObject(value) || typeof value.kind !== 'string') return
  if (!Object.hasOwn(endReasons, value.kind))
    checkChoice(...Object.keys(endReasons))(value.kind, `${path}/kind`, report)
}

const resultTimes = shaped({
  required: { wall_ms: amount, working_ms: amount, throttled_ms: amount, model_ms: amount, tool_ms: amount },
  optional: { active_ms: amount, idle_ms: amount },
})

const bySeverity = shaped({ required: Object.fromEntries(severities.map((one) => [one, count])), optional: {} })

const resultMembers = shaped({
  required: {
    key: shaped({ required: { agent: name, task: name, trial: trialNumber }, optional: { benchmark: text } }),
    attempt: attemptNumber,
    ended,
    verdict,
    score: nullOr(share),
    axes: eachMember(shaped({ required: { score: share, weight: amount }, optional: {} })),
    broken: nullOr(bySeverity),
    agent_kind: text,
    isolation: text,
    model: nullOr(
      shaped({
        required: { requested: text, responded: each(text), provider: text },
        optional: { base_url_host: text },
      }),
    ),
    usage: nullOr(
      shaped({
        required: { input: nullOr(amount), output: nullOr(amount) },
        optional: { cached: amount, cache_write: amount, reasoning: amount },
      }),
    ),
    cost: shaped({ required: { usd: nullOr(amount) }, optional: { source: text } }),
    counts: shaped({
      required: { steps: count, llm_calls: count, tool_calls: count, tool_errors: count, invalid_tool_calls: count },
      optional: {},
    }),
    time: resultTimes,
    started_at: instant,
    ended_at: instant,
  },
  optional: {
    items: eachMember(
      shaped({
        required: { verdict: checkChoice(...verdicts), score: share, due: flag },
        optional: { broken: bySeverity, left_undone: bySeverity },
      }),
    ),
    left_undone: bySeverity,
    surface: checkChoice(...surfaces),
    undecided: shaped({ required: { criteria: count, alone: flag }, optional: {} }),
    ids: shaped({ required: {}, optional: { run: text, task_run: text, responses: each(text) } }),
    world_seed: count,
    seal_digest: text,
    record_sha256: text,
    trajectory_sha256: text,
    trajectory_error: text,
  },
})

/** `result.json`. */
export const resultShape: Check = (value, path, report) => {
  resultMembers(value, path, report)
  if (!isJsonObject(value)) return
  if ((value.verdict === null) !== (value.score === null))
    report(`${path}/score`, 'must be null with a verdict of null')
}

/** A line of `index.jsonl`. */
export const indexShape = shaped({
  required: {
    agent: name,
    task: name,
    trial: trialNumber,
    attempt: attemptNumber,
    ended: text,
    verdict,
    score: nullOr(share),
    cost_usd: nullOr(amount),
    wall_ms: amount,
  },
  optional: { cost_source: text, seal_digest: text, ended_at: text },
})

const firstVersion = ranged('1, the version that this carebench reads', (value) => value === 1)

const taskAssessmentShape = shaped({
  required: {
    version: firstVersion,
    at: instant,
    by: name,
    task: name,
    kind: checkChoice(...taskDecisions),
    reason: name,
  },
  optional: {},
})

/** A line of `assessments.jsonl`. */
export const assessmentShape: Check = (value, path, report) => {
  const isOfTask = isJsonObject(value) && taskDecisions.some((one) => one === value.kind)
  const shape = isOfTask ? taskAssessmentShape : trialAssessmentShape
  shape(value, path, report)
}

const trialAssessmentShape = shaped({
  required: {
    version: firstVersion,
    at: instant,
    by: name,
    agent: name,
    task: name,
    trial: trialNumber,
    attempt: attemptNumber,
    kind: checkChoice('note', 'invalid', 'valid', 'opinion'),
    reason: name,
    verdict,
  },
  optional: {},
})

const opinion = shaped({
  required: { criterion: name, severity: checkChoice(...severities), opinion: checkChoice(...severityOpinions) },
  optional: {},
})

/** A line of `reviews.jsonl`. */
export const reviewShape = shaped({
  required: {
    version: firstVersion,
    at: instant,
    reader: name,
    scripted: flag,
    task: name,
    done: nullOr(shaped({ required: { agent: name, trial: trialNumber, attempt: attemptNumber }, optional: {} })),
    instruction: checkChoice(...reviewAnswers.instruction),
    expected: checkChoice(...reviewAnswers.expected),
    severities: nullOr(each(opinion)),
    realism: ranged('a whole number from 1 to 5', (value) => isBetween(value, 1, 5)),
    remarks: text,
  },
  optional: {},
})

/** `end.json`: how the agent ended; only the parts that nothing else checks. */
export const endShape = shaped({ required: { ended, times: resultTimes, has_output: flag }, optional: {} })

/** `attempt.json`: the intent of an attempt. */
export const intentShape = shaped({
  required: { attempt: attemptNumber, idempotency_key: text, started_at: instant },
  optional: { world_seed: count, group: text, run_id: text, task_run_id: text },
})

/** Checks that all numbers in a value are amounts. */
function plainValue(value: unknown, path: string, report: Report): void {
  if (typeof value === 'number') amount(value, path, report)
  if (Array.isArray(value)) each(plainValue)(value, path, report)
  else if (isJsonObject(value)) eachMember(plainValue)(value, path, report)
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
