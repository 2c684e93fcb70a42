import { type CallDescription, isJsonObject, type JsonValue } from '@carebench/protocol'
import type { PlacedApp } from '../world.js'
import { callsOf, pathParameters, type Values } from './placed-call.js'

/** A call, with the parameters that are known. */
export interface FilledCall {
  readonly call: CallDescription
  readonly values: Values
}

/** The call that reads one record of a list by itself; null if there is none. */
export function readingOf(app: PlacedApp, list: FilledCall, record: JsonValue): FilledCall | null {
  if (!isJsonObject(record)) return null
  const names = app.about.describe?.(record).names
  const segments = segmentsOf(list.call.path)
  for (const call of callsOf(app)) {
    const template = segmentsOf(call.path)
    if (call.method !== 'GET' || template.length !== segments.length + 1) continue
    if (!segments.every((segment, index) => segment === template[index] || isName(segment))) continue
    const last = template.at(-1) ?? ''
    if (!isName(last)) continue
    const name = last.slice(1, -1)
    const value = call.takesRest === true ? restOf(record.path, list.call.path) : idIn(record, name)
    if (names !== undefined) return { call, values: names }
    if (value !== undefined) return { call, values: { ...pathValues(list), [name]: value } }
  }
  return null
}

/** The calls that act on what a call has read, or read more of it: those of its path, and of paths below it. */
export function callsBelow(app: PlacedApp, { call, values }: FilledCall): readonly FilledCall[] {
  const segments = segmentsOf(call.path)
  const own = pathValues({ call, values })
  if (Object.keys(own).length === 0) return []
  return callsOf(app).flatMap((other) => {
    const template = segmentsOf(other.path)
    const isBelow = other !== call && segments.every((segment, index) => segment === template[index])
    const isReachable = pathParameters(other).every((name) => Object.hasOwn(own, name))
    return isBelow && isReachable && template.length <= segments.length + 1 ? [{ call: other, values: own }] : []
  })
}

function pathValues({ call, values }: FilledCall): Values {
  return Object.fromEntries(pathParameters(call).map((name) => [name, values[name] ?? '']))
}

/** `fax_id` is the `id` of a fax. */
function idIn(record: Readonly<Record<string, JsonValue | undefined>>, name: string): string | undefined {
  const value = record[name] ?? record[name.replace(/^.*_/, '')]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What a path has after the folder that was listed. */
function restOf(path: JsonValue | undefined, folder: string): string | undefined {
  const start = `${folder.replace(/^\//, '')}/`
  return typeof path === 'string' && path.startsWith(start) ? path.slice(start.length) : undefined
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function isName(segment: string): boolean {
  return segment.startsWith('{')
}
