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
  app: Pick<PlacedApp, 'slug'>,
  call: Pick<CallDescription, 'name'>,
  values: Values = {},
) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
  return `${base}/${app.slug}/${call.name}${query === '' ? '' : `?${query}`}`
}

/**
 * Reads the parameters of a call from the query of a page: those with a field, and those of a search entered as a
 * query.
 */
export function valuesIn(query: URLSearchParams): Values {
  const searched = new URLSearchParams(query.get('~query') ?? '')
  return Object.fromEntries([...[...query].filter(([name]) => !name.startsWith('~')), ...searched])
}

/** Returns the calls that the pages of an app offer. */
export function listCalls({ calls, about }: Pick<PlacedApp, 'calls' | 'about'>): readonly CallDescription[] {
  return calls.filter(({ name }) => !Object.hasOwn(about.notForPeople ?? {}, name))
}
