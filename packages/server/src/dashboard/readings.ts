import { type CallDescription, describeQueryParameter } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { memberAt } from './task/facts/unknown-value.js'

/** The declarations of a system; undefined for an unknown system. */
export type DeclaredSystem = Pick<System, 'calls'> | undefined

/** A readable path that a system declares. */
export interface Reading {
  /** The path below the system: `/inbox`; empty for the system itself. */
  readonly path: string
  readonly summary: string
}

/** Returns the paths of a system that can be read without parameters. */
export function listReadings(system: DeclaredSystem): readonly Reading[] {
  return listReads(system)
    .filter(({ path }) => !path.includes('{'))
    .map(({ path, summary }) => ({ path, summary }))
}

/** Returns the readable paths below the path of an item: the pages of a fax, the history of a resource. */
export function readingsBelow(system: DeclaredSystem, path: string): readonly Reading[] {
  const segments = splitPath(path)
  if (segments.length === 0) return []
  return listReads(system).flatMap((read) => {
    const template = splitPath(read.path)
    const last = template.at(-1) ?? ''
    if (template.length !== segments.length + 1 || isName(last) || !begins(template, segments)) return []
    return [{ path: `/${[...segments, last].join('/')}`, summary: read.summary }]
  })
}

/** Returns the path of one record of a list; null if it cannot be read on its own. */
export function pathOfRecord(system: DeclaredSystem, list: string, record: unknown): string | null {
  const resourceType = memberAt(record, 'resourceType')
  const id = memberAt(record, 'id')
  if (typeof resourceType === 'string') return typeof id === 'string' ? pathTo([resourceType], id) : null
  const segments = splitPath(list)
  for (const { path } of listReads(system)) {
    const template = splitPath(path)
    const last = template.at(-1) ?? ''
    if (template.length !== segments.length + 1 || !isName(last) || !begins(template, segments)) continue
    const name = last.slice(1, -1)
    // `fax_id` is the `id` of a fax.
    const value = memberAt(record, name) ?? memberAt(record, name.replace(/^.*_/, ''))
    if (typeof value === 'string') return pathTo(segments, value)
  }
  return null
}

function pathTo(segments: readonly string[], name: string): string {
  return `/${[...segments, encodeURIComponent(name)].join('/')}`
}

/** Returns the parameters of the reading at a path, with their descriptions. */
export function listParameters(
  system: DeclaredSystem,
  path: string,
): readonly (readonly [name: string, meaning: string])[] {
  const segments = splitPath(path)
  const fits = (template: readonly string[]) => template.length === segments.length && begins(template, segments)
  const found = listReads(system).filter((read) => fits(splitPath(read.path)))
  const exact = found.find((read) => !read.path.includes('{')) ?? found[0]
  return Object.entries(exact?.query ?? {}).map(
    ([name, parameter]) => [name, describeQueryParameter(parameter)] as const,
  )
}

function listReads(system: DeclaredSystem): readonly CallDescription[] {
  const calls: readonly CallDescription[] = system?.calls ?? []
  return calls.filter(({ method }) => method === 'GET')
}

function splitPath(path: string): readonly string[] {
  const [pathname = ''] = path.split('?', 1)
  return pathname.split('/').filter((segment) => segment !== '')
}

function isName(segment: string): boolean {
  return segment.startsWith('{')
}

function begins(template: readonly string[], segments: readonly string[]): boolean {
  return segments.every((segment, index) => {
    const wanted = template[index] ?? ''
    return isName(wanted) || wanted === segment
  })
}
