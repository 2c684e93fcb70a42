import { type CallDescription, queryValueSchema } from '@carebench/protocol'
import type { PlacedApp } from '../world.js'

/** The parameters of a call: those of its path, and those of its query. */
export type Values = Readonly<Record<string, string>>

/** Rows of a list that a page shows, if the call lets it say so. */
export const rowsOfPage = 20

/** The names of the parameters of a path: `/refills/{refill_id}` has `refill_id`. */
export function pathParameters({ path }: Pick<CallDescription, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The names of the parameters of a path, and the required ones of a query, that have no value yet. */
export function missingParameters(call: CallDescription, values: Values): readonly string[] {
  const required = Object.entries(call.query ?? {}).flatMap(([name, parameter]) =>
    typeof parameter === 'object' && parameter.required === true ? [name] : [],
  )
  return [...pathParameters(call), ...required].filter((name) => (values[name] ?? '') === '')
}

/**
 * The path and the query of a call at its system. Parameters that it does not declare are left out, unless it takes
 * any.
 */
export function targetOf({ endpoint }: Pick<PlacedApp, 'endpoint'>, call: CallDescription, values: Values): string {
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

/** The address of the page of a call. Parameters of pages begin with `~`, which none of a call does. */
export function pageOf(
  base: string,
  app: Pick<PlacedApp, 'slug'>,
  call: Pick<CallDescription, 'name'>,
  values: Values = {},
) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
  return `${base}/${app.slug}/${call.name}${query === '' ? '' : `?${query}`}`
}

/**
 * The parameters of a call in the query of a page: those that have a field, and those of a search that is written as a
 * query.
 */
export function valuesIn(query: URLSearchParams): Values {
  const searched = new URLSearchParams(query.get('~query') ?? '')
  return Object.fromEntries([...[...query].filter(([name]) => !name.startsWith('~')), ...searched])
}

/** The calls that the pages of an app offer. */
export function callsOf({ calls, about }: Pick<PlacedApp, 'calls' | 'about'>): readonly CallDescription[] {
  return calls.filter(({ name }) => !Object.hasOwn(about.notForPeople ?? {}, name))
}
