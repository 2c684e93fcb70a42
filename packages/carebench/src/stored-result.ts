import { isJsonObject, severities } from '@carebench/protocol'
import { endReasons } from '@carebench/runner'
import { WrongUse } from './exit-reason.js'
import { shortenJson } from './text-layout.js'

/** Throws a {@link WrongUse} unless a `result.json` in a folder has what is read of it: a folder may come from somebody else. */
export function assertResult(folder: string, result: unknown): void {
  if (isResult(result)) return
  throw new WrongUse(`${folder}: a result.json is not as carebench run writes it: ${shortenJson(result, 100)}`)
}

/** Whether a value has what is read of a result. */
export function isResult(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const {
    key,
    ended,
    attempt,
    verdict,
    score,
    broken,
    left_undone: undone,
    isolation,
    model,
    usage,
    cost,
    counts,
    time,
  } = value
  const isUnscored = verdict === null && score === null
  const isScored =
    (verdict === 'pass' || verdict === 'partial' || verdict === 'fail') && isAmount(score) && Number(score) <= 1
  return (
    isJsonObject(key) &&
    [key.agent, key.task, isolation].every(isText) &&
    isCount(key.trial) &&
    isCount(attempt) &&
    isEnd(ended) &&
    (isUnscored || isScored) &&
    (broken === null || hasAll(broken, severities, isCount)) &&
    (undone === undefined || undone === null || hasAll(undone, severities, isCount)) &&
    (model === null || isModel(model)) &&
    (usage === null || hasAll(usage, ['input', 'output'], isKnownOrNull)) &&
    hasAll(cost, ['usd'], isKnownOrNull) &&
    hasAll(counts, ['llm_calls', 'tool_calls', 'tool_errors', 'invalid_tool_calls'], isCount) &&
    hasAll(time, ['wall_ms', 'throttled_ms'], isAmount)
  )
}

function isEnd(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { kind, reason, message } = value
  return isText(kind) && Object.hasOwn(endReasons, kind) && isText(reason) && (message === undefined || isText(message))
}

function isModel(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isText(value.requested) &&
    Array.isArray(value.responded) &&
    value.responded.every((name) => isText(name))
  )
}

function hasAll(value: unknown, names: readonly string[], is: (member: unknown) => boolean): boolean {
  return isJsonObject(value) && names.every((name) => is(value[name]))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Nothing that is measured is as large as 10^15, and no number below is written with an exponent. */
function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < 1e15
}

function isKnownOrNull(value: unknown): boolean {
  return value === null || isAmount(value)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
