import type { JsonValue } from '@carebench/protocol'
import { explainMissing } from './explain-missing.js'
import { nearestPath } from './nearest-path.js'
import { type PathStep, parseJsonPath } from './parse-json-path.js'

/** A compiled path into a JSON value. */
export interface JsonPath {
  /** The path as written. */
  readonly text: string
  /** Whether it contains `[*]` and so can select several values. */
  readonly many: boolean
  /** The value at the path, undefined if there is none; with `[*]` the first of {@link readAll}. */
  read(root: JsonValue): JsonValue | undefined
  /** All values at the path, with undefined for each branch that ends early; never empty. */
  readAll(root: JsonValue): readonly (JsonValue | undefined)[]
  /**
   * Describes the value at which the path ends early: `name[0] has given, family`. Undefined if it does not end early,
   * or has `[*]`.
   */
  explainMissing(root: JsonValue): string | undefined
  /** The path to a value that differs in one step, if this one leads nowhere; undefined if there is none. */
  nearest(root: JsonValue): string | undefined
}

const cacheLimit = 4096
const cache = new Map<string, JsonPath>()

/**
 * Compiles a path: a JSON Pointer if it starts with `/`, otherwise dotted with numeric indexes or brackets
 * (`participant.0.actor.display`, `name[0].given[1]`), with `[*]` for any element; `""` is the whole value.
 *
 * Only own properties are read, and arrays only by index. Compiled paths are cached by their text.
 *
 * @throws {PathSyntaxError} if the text is not a path
 */
export function compileJsonPath(text: string): JsonPath {
  const known = cache.get(text)
  if (known !== undefined) return known
  const path = createJsonPath(text, parseJsonPath(text))
  if (cache.size >= cacheLimit) cache.clear()
  cache.set(text, path)
  return path
}

function createJsonPath(text: string, steps: readonly PathStep[]): JsonPath {
  const many = steps.some((step) => step.any)
  const readAll = (root: JsonValue): readonly (JsonValue | undefined)[] => {
    const found: (JsonValue | undefined)[] = []
    collect(root, steps, 0, found)
    return found
  }
  const read = (root: JsonValue): JsonValue | undefined => {
    if (many) return readAll(root)[0]
    let value: JsonValue | undefined = root
    // Without an iterator, because reading values is most of what a verification does.
    for (let i = 0; i < steps.length; i++) {
      value = readStep(value, steps[i] as PathStep)
      if (value === undefined) return undefined
    }
    return value
  }
  const explain = (root: JsonValue): string | undefined => (many ? undefined : explainMissing(root, steps))
  const nearest = (root: JsonValue): string | undefined => nearestPath(root, { text, steps })
  return { text, many, read, readAll, explainMissing: explain, nearest }
}

function readStep(value: JsonValue | undefined, step: PathStep): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return step.index >= 0 ? (value[step.index] as JsonValue | undefined) : undefined
  // Most keys are not the names of inherited properties, so a plain read finds own properties only.
  if (step.inherited && !Object.hasOwn(value, step.key)) return undefined
  return (value as { readonly [key: string]: JsonValue })[step.key]
}

function collect(root: JsonValue, steps: readonly PathStep[], from: number, found: (JsonValue | undefined)[]): void {
  let value: JsonValue | undefined = root
  for (let i = from; i < steps.length; i++) {
    const step = steps[i] as PathStep
    if (step.any) {
      if (!Array.isArray(value) || value.length === 0) {
        found.push(undefined)
        return
      }
      for (const element of value as readonly JsonValue[]) collect(element, steps, i + 1, found)
      return
    }
    value = readStep(value, step)
    if (value === undefined) break
  }
  found.push(value)
}
