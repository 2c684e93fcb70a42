import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../json/is-json-object.js'
import { shorten, showJson } from '../json/show-json.js'
import type { PathStep } from './parse-json-path.js'

const listed = 6

/**
 * Describes the value at which a path without `[*]` ends early: `name[0] has given, family`. Undefined if it does not
 * end early.
 */
export function explainMissing(root: JsonValue, steps: readonly PathStep[]): string | undefined {
  let value = root
  for (const [index, step] of steps.entries()) {
    const next = readOwn(value, step)
    if (next === undefined) return describeStop(value, nameSteps(steps.slice(0, index)))
    value = next
  }
  return undefined
}

function readOwn(value: JsonValue, { key, index }: PathStep): JsonValue | undefined {
  if (Array.isArray(value)) return index < 0 ? undefined : (value as readonly JsonValue[])[index]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function describeStop(value: JsonValue, name: string): string {
  if (Array.isArray(value)) return `${name} is an array of ${value.length}`
  if (!isJsonObject(value)) return `${name} is ${showJson(value)}`
  const keys = Object.keys(value)
  if (keys.length === 0) return `${name} is empty`
  const more = keys.length > listed ? ` and ${keys.length - listed} more` : ''
  return `${name} has ${shorten(keys.slice(0, listed).join(', '), 120)}${more}`
}

function nameSteps(steps: readonly PathStep[]): string {
  return steps.length === 0
    ? 'the record'
    : steps.map(({ key, index }, place) => (index >= 0 ? `[${index}]` : `${place === 0 ? '' : '.'}${key}`)).join('')
}
