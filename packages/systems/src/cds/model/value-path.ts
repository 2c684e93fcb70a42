import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../json-shape.js'

/** The data that conditions and card texts refer to. */
export type HookValues = {
  readonly context: JsonObject
  readonly prefetch: JsonObject
}

/** Returns the values at a path, in document order. */
export type ValuePath = (values: HookValues) => readonly JsonValue[]

/** The format of a path: `prefetch.meds.entry[*].resource.status`, `context.patientId`. */
export const valuePathPattern = '^(?:context|prefetch)(?:\\.[A-Za-z0-9_-]+|\\[(?:\\d{1,6}|\\*)\\])+$'

const form = new RegExp(valuePathPattern)

/** Parses a path. Throws an Error that names the location of an invalid one. */
export function parseValuePath(text: string, place: string): ValuePath {
  if (!form.test(text)) {
    throw new Error(
      `${place}: expected a path such as prefetch.meds.entry[*].resource.status or context.patientId, got ` +
        `${show(text)}.`,
    )
  }
  const steps = [...text.matchAll(/[A-Za-z0-9_-]+|\*/g)].map(([step]) => step)
  const inBrackets = [...text.matchAll(/\.|\[/g)].map(([mark]) => mark === '[')
  return (values) => {
    let found: readonly JsonValue[] = [{ ...values }]
    for (const [index, step] of steps.entries()) {
      const isIndex = inBrackets[index - 1] === true
      found = found.flatMap((value) => (isIndex ? selectElements(value, step) : selectMember(value, step)))
    }
    return found
  }
}

function selectElements(value: JsonValue, step: string): readonly JsonValue[] {
  if (!isArray(value)) return []
  return step === '*' ? value : value.slice(Number(step), Number(step) + 1)
}

function selectMember(value: JsonValue, name: string): readonly JsonValue[] {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return []
  const member = value[name]
  return member === undefined ? [] : [member]
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
