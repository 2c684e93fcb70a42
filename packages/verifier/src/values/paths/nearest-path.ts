import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../json/is-json-object.js'
import { pointerOfNames } from '../json/json-pointer.js'
import { nearestMember } from '../text/nearest-text.js'
import type { PathStep } from './parse-json-path.js'

/** A path as written, and its steps. */
interface WrittenPath {
  readonly text: string
  readonly steps: readonly PathStep[]
}

/**
 * Returns the path that leads to a value and differs in one step from one that leads nowhere: `subject.reference` for
 * `subjct.reference`, `name[*].family` for `name.family`. Undefined if there is none, or if the path leads to a value.
 */
export function nearestPath(root: JsonValue, { text, steps }: WrittenPath): string | undefined {
  let values: readonly JsonValue[] = [root]
  for (const [at, step] of steps.entries()) {
    const next = values.flatMap((value) => valuesAt(value, step))
    if (next.length === 0) {
      const [before, rest] = [steps.slice(0, at), steps.slice(at + 1)]
      const lists = values.filter((value) => Array.isArray(value))
      const corrected =
        lists.length > 0 ? [...before, anyElement, step, ...rest] : renamed(before, step, listNames(values), rest)
      if (corrected === undefined || !leadsSomewhere(root, corrected)) return undefined
      return text.startsWith('/') ? toPointer(corrected) : writeDotted(corrected)
    }
    values = next
  }
  return undefined
}

const anyElement: PathStep = { key: '*', index: -1, inherited: false, any: true }

function renamed(
  before: readonly PathStep[],
  step: PathStep,
  names: readonly string[],
  rest: readonly PathStep[],
): readonly PathStep[] | undefined {
  const name = findNearest(step.key, names)
  return name === undefined ? undefined : [...before, { key: name, index: -1, inherited: false, any: false }, ...rest]
}

/** Cached, because many records have the same members. */
const nearestNames = new Map<string, string | undefined>()
const keptNames = 1000
/** Objects with more members are not cached: they are rare, and the keys of the cache would be long. */
const manyNames = 100

function findNearest(wanted: string, names: readonly string[]): string | undefined {
  if (names.length > manyNames) return nearestMember(wanted, names)
  const key = `${wanted}\n${names.join('\n')}`
  if (nearestNames.has(key)) return nearestNames.get(key)
  if (nearestNames.size >= keptNames) nearestNames.clear()
  const name = nearestMember(wanted, names)
  nearestNames.set(key, name)
  return name
}

function leadsSomewhere(root: JsonValue, steps: readonly PathStep[]): boolean {
  return (
    steps.reduce<readonly JsonValue[]>((values, step) => values.flatMap((value) => valuesAt(value, step)), [root])
      .length > 0
  )
}

function valuesAt(value: JsonValue, { any, index, key }: PathStep): readonly JsonValue[] {
  if (Array.isArray(value)) {
    const elements: readonly JsonValue[] = value
    return any ? elements : index < 0 ? [] : elements.slice(index, index + 1)
  }
  if (any || !isJsonObject(value) || !Object.hasOwn(value, key)) return []
  return [value[key] ?? null]
}

function listNames(values: readonly JsonValue[]): readonly string[] {
  const [only] = values
  if (values.length === 1) return isJsonObject(only) ? Object.keys(only) : []
  return [...new Set(values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])))]
}

/**
 * Writes steps as a JSON Pointer where that is possible, else as a dotted path: a JSON Pointer has no `[*]`, and cannot
 * have every name.
 */
function toPointer(steps: readonly PathStep[]): string {
  const pointer = steps.some(({ any }) => any) ? undefined : pointerOfNames(steps.map(({ key }) => key))
  return pointer ?? writeDotted(steps)
}

function writeDotted(steps: readonly PathStep[]): string {
  return steps
    .map(({ any, index, key }, place) => (any || index >= 0 ? `[${key}]` : `${place === 0 ? '' : '.'}${key}`))
    .join('')
}
