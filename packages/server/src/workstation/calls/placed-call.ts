import { type CallDescription, queryValueSchema } from '@carebench/protocol'
import type { PlacedApp } from '../world.js'

/** The parameters of a call: those of its path, and those of its query. */
export type Values = Readonly<Record<string, string>>

/** Number of rows on a page, if the call has a limit parameter. */
export const rowsOfPage = 20

/** Returns the names of path parameters: `/refills/{refill_id}` has `refill_id`. */
export function pathParameters({ path }: Pick<CallDescription, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Returns the path parameters and required query parameters that have no value yet. */
export function missingParameters(call: CallDescription, values: Values): readonly string[] {
  const required = Object.entries(call.query ?? {}).flatMap(([name, parameter]) =>
    typeof parameter === 'object' && parameter.required === true ? [name] : [],
  )
  return [...pathParameters(call), ...required].filter((name) => (values[name] ?? '') === '')
}

/** Returns the path and the query of a call. Undeclared parameters are left out, unless the call takes any. */
export function writeTarget({ endpoint }: Pick<PlacedApp, 'endpoint'>, call: CallDescription, values: Values): string {
  const named = pathParameters(call)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    const isRest = call.takesRest === true && name === named.at(-1)
    return isRest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const name of Object.keys(call.query ?? {})) {
    if (isCount(name)) query.set(name, values[name] || String(rowsOfPage))
  }
  for (const [name, value] of Object.entries(values)) {
    if (named.includes(name) || value === '') continue
    if (call.openQuery === true || Object.hasOwn(call.query ?? {}, name)) query.set(name, value)
  }
  const text = query.toString()
  return `${endpoint}${path}${text === '' ? '' : `?${text}`}`
}

function isCount(name: string): boolean {
  return queryValueSchema(name, '').type === 'integer'
}

/** Returns the address of a call's page. Page parameters begin with `~`, which no call parameter does. */
export function writePageAddress(
  base: string,
  { slug, site, calls }: Pick<PlacedApp, 'slug' | 'site' | 'calls'>,
  { name }: Pick<CallDescription, 'name'>,
  values: Values = {},
) {
  const call = calls.find((one) => one.name === name)
  return site === undefined || call === undefined
    ? fillAddress(`${base}/${slug}/${name}`, values)
    : fillAddress(base + findPagePath(site, call), values)
}

/** Returns the address that a form of a call is sent to: that of its page, or of the call on a site of its own. */
export function writeAction(base: string, app: PlacedApp, call: CallDescription, values: Values = {}): string {
  const isOwn = app.site !== undefined && call.method === 'POST'
  return isOwn ? fillAddress(base + call.path, values) : writePageAddress(base, app, call, values)
}

/** Returns the path of a call's page on a site. */
export function findPagePath({ paths }: NonNullable<PlacedApp['site']>, { name, path }: CallDescription): string {
  return paths[name] ?? path
}

/** Fills the parameters of a path in; the others become its query. */
function fillAddress(path: string, values: Values): string {
  const named = pathParameters({ path })
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const others = Object.entries(values).filter(([name, value]) => value !== '' && !named.includes(name))
  const query = new URLSearchParams(others).toString()
  return `${filled}${query === '' ? '' : `?${query}`}`
}

/** Shortens an address of an app: all its pages are siblings, so relative ones suffice, which agents read faster. */
export function shorten(base: string, { slug, site }: PlacedApp, href: string): string {
  return site === undefined ? href.slice(`${base}/${slug}/`.length) : href
}

/**
 * Reads the parameters of a call from the query of a page: those with a field, and those of a search entered as a
 * query.
 */
export function valuesIn(query: URLSearchParams): Values {
  const searched = new URLSearchParams(query.get('~query') ?? '')
  return Object.fromEntries([...[...query].filter(([name]) => !name.startsWith('~')), ...searched])
}

/** Returns the values that are parameters of a call; others fill its form in. */
export function valuesOfCall(call: CallDescription, values: Values): Values {
  const isOwn = (name: string) => pathParameters(call).includes(name) || Object.hasOwn(call.query ?? {}, name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => call.openQuery === true || isOwn(name)))
}

/** Returns the calls that the pages of an app offer. */
export function listCalls({ calls, about }: Pick<PlacedApp, 'calls' | 'about'>): readonly CallDescription[] {
  return calls.filter(({ name }) => !Object.hasOwn(about.notForPeople ?? {}, name))
}
