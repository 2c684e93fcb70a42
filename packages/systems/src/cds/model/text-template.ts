import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { type HookValues, parseValuePath, type ValuePath } from './value-path.js'

/** Renders a text for a request. */
export type TextTemplate = (values: HookValues) => string

/** Renders a value for a request. */
export type ValueTemplate = (values: HookValues) => JsonValue

/** The replacement for a missing value. */
const missing = 'unknown'

/** The maximum number of characters inserted for one placeholder. */
const maxValueLength = 200

/**
 * Compiles a text in which placeholders such as `{{prefetch.patient.name[0].family}}` are replaced by the texts,
 * numbers and booleans at that path, joined by commas; by `unknown` if there are none. Throws an Error that locates an
 * invalid path.
 */
export function compileText(text: string, place: string): TextTemplate {
  const parts = text.split(/\{\{(.*?)\}\}/s)
  if (parts.length === 1) return () => text
  const paths = parts.map((part, index) => (index % 2 === 1 ? parseValuePath(part.trim(), place) : undefined))
  return (values) => parts.map((part, index) => written(paths[index], values) ?? part).join('')
}

/** Compiles every text in a value except member names. */
export function compileValue(value: JsonValue, place: string): ValueTemplate {
  if (typeof value === 'string') return compileText(value, place)
  if (isArray(value)) {
    const items = value.map((item, index) => compileValue(item, `${place}[${index}]`))
    return (values) => items.map((item) => item(values))
  }
  return isJsonObject(value) ? compileObject(value, place) : () => value
}

/** Like {@link compileValue}, for an object. */
export function compileObject(object: JsonObject, place: string): (values: HookValues) => JsonObject {
  const members = Object.entries(object).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, compileValue(member, `${place}.${name}`)] as const],
  )
  return (values) => Object.fromEntries(members.map(([name, member]) => [name, member(values)]))
}

function written(path: ValuePath | undefined, values: HookValues): string | undefined {
  if (path === undefined) return undefined
  const words = path(values).flatMap((value) => {
    const word = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    return typeof word === 'string' && word.trim() !== '' ? [word] : []
  })
  return words.length === 0 ? missing : cut(words.join(', '), maxValueLength)
}

/** Cuts a text to a length; a cut text ends in an ellipsis. Does not split surrogate pairs. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = text.slice(0, length - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
