import { type CallDescription, isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { PlacedApp } from '../world.js'
import { listCalls, pathParameters, type Values } from './placed-call.js'

/** A call, with the parameters that are known. */
export interface FilledCall {
  readonly call: CallDescription
  readonly values: Values
}

/** Returns the call that reads one record of a list on its own; null if there is none. */
export function findReading(app: PlacedApp, list: FilledCall, record: JsonValue): FilledCall | null {
  if (!isJsonObject(record)) return null
  const names = app.about.describe?.(record).names
  if (names !== undefined) return readingNamed(app, names)
  const segments = splitPath(list.call.path)
  for (const call of listCalls(app)) {
    const template = splitPath(call.path)
    if (call.method !== 'GET' || template.length !== segments.length + 1) continue
    if (!segments.every((segment, index) => segment === template[index] || isName(segment))) continue
    const last = template.at(-1) ?? ''
    if (!isName(last)) continue
    const name = last.slice(1, -1)
    const value = call.takesRest === true ? readRest(record.path, list.call.path) : idIn(record, name)
    if (value !== undefined) return { call, values: { ...pathValues(list), [name]: value } }
  }
  return null
}

/** Returns the call that reads the record with these path parameters; null if there is none. */
export function readingNamed(app: PlacedApp, names: Values): FilledCall | null {
  const wanted = Object.keys(names).toSorted().join()
  const call = listCalls(app).find((one) => one.method === 'GET' && pathParameters(one).toSorted().join() === wanted)
  return call === undefined ? null : { call, values: names }
}

/** Returns the call whose page shows the effect of a call; null if only its response does. */
export function pageAfter(app: PlacedApp, filled: FilledCall, response: JsonValue): FilledCall | null {
  const { call, values } = filled
  if (call.method === 'DELETE') return null
  const home = Object.entries(app.about.onPage ?? {}).find(([, names]) => names.includes(call.name))?.[0]
  const same = listCalls(app).find(
    (one) => one.method === 'GET' && (home === undefined ? one.path === call.path : one.name === home),
  )
  if (same === undefined) return app.about.done?.[call.name] === undefined ? null : findRecordCall(app, filled)
  const own = { call: same, values }
  return home !== undefined || call.method !== 'POST' ? keepOwn(own) : findReading(app, own, response)
}

/** Returns the call that reads the record of a call: at its path, or at the path that it continues; null for none. */
export function findRecordCall(app: PlacedApp, { call, values }: FilledCall): FilledCall | null {
  const path = call.path.replace(/\/[^/{]+$/, '')
  const reading = listCalls(app).find((one) => one.method === 'GET' && one.path === path)
  return reading === undefined ? null : keepOwn({ call: reading, values })
}

/** Returns the call if it reads a single record rather than a list; else null. */
function keepOwn(filled: FilledCall): FilledCall | null {
  return splitPath(filled.call.path).at(-1)?.startsWith('{') === true ? { ...filled, values: pathValues(filled) } : null
}

/** Returns the calls that act on the record of a call or read more of it: those of its path, and of paths below it. */
export function callsBelow(app: PlacedApp, { call, values }: FilledCall): readonly FilledCall[] {
  const segments = splitPath(call.path)
  const own = pathValues({ call, values })
  if (Object.keys(own).length === 0) return []
  return listCalls(app).flatMap((other) => {
    const template = splitPath(other.path)
    const isBelow = other !== call && segments.every((segment, index) => segment === template[index])
    const isReachable = pathParameters(other).every((name) => Object.hasOwn(own, name))
    return isBelow && isReachable && template.length <= segments.length + 1 ? [{ call: other, values: own }] : []
  })
}

/** Returns the calls that act on one record of a list, by the member in their path. */
export function callsOfRow(app: PlacedApp, list: FilledCall, record: JsonObject): readonly FilledCall[] {
  const segments = splitPath(list.call.path)
  return listCalls(app).flatMap((call) => {
    const template = splitPath(call.path)
    const own = template[segments.length] ?? ''
    if (!isName(own) || !segments.every((segment, index) => segment === template[index])) return []
    const name = own.slice(1, -1)
    const value = idIn(record, name)
    if (value === undefined) return []
    const values = { ...pathValues(list), [name]: value }
    return pathParameters(call).every((one) => Object.hasOwn(values, one)) ? [{ call, values }] : []
  })
}

function pathValues({ call, values }: FilledCall): Values {
  return Object.fromEntries(pathParameters(call).map((name) => [name, values[name] ?? '']))
}

/** Returns a value of a record by the name of a path parameter: `fax_id` is also the `id` of a fax. */
function idIn(record: Readonly<Record<string, JsonValue | undefined>>, name: string): string | undefined {
  const value = record[name] ?? record[name.replace(/^.*_/, '')]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the part of a path after the listed folder. */
function readRest(path: JsonValue | undefined, folder: string): string | undefined {
  const start = `${folder.replace(/^\//, '')}/`
  return typeof path === 'string' && path.startsWith(start) ? path.slice(start.length) : undefined
}

function splitPath(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function isName(segment: string): boolean {
  return segment.startsWith('{')
}
