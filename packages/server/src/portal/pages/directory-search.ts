import type { JsonObject } from '@carebench/protocol'
import type { PortalVisit } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import { emptyFilling, type FieldSpec, inputField } from '../fields.js'
import { rowOf, rowsOf } from '../reply-row.js'
import { sentence, valueText } from '../wording.js'
import { type Paging, pageLinks, pagingOf, queryFrom } from './paging.js'

/** The query of a search, and its results; `rows` is null before a search. */
interface DirectorySearch {
  readonly form: Markup
  readonly rows: readonly JsonObject[] | null
  readonly paging: Paging | null
}

/** A form with two fields that searches a directory of the portal, and the results. */
export async function searchDirectory(
  { place, query, call }: PortalVisit,
  list: string,
  fields: readonly FieldSpec[],
  action: string,
): Promise<DirectorySearch> {
  const asked = queryFrom(query, [...fields.map(({ name }) => name), 'cursor'])
  const filling = { ...emptyFilling, value: (name: string) => asked.get(name) ?? '' }
  const form = markup`<form class="card" method="get" action="${place.base}${action}" role="search"><div class="filters">
${fields.map((field) => inputField(field, filling))}<div class="actions"><button class="button">Look up</button></div></div></form>`
  if (fields.every(({ name }) => !asked.has(name))) return { form, rows: null, paging: null }
  const found = rowOf(await call('GET', `${list}?${asked}`))
  return { form, rows: rowsOf(found, 'data'), paging: pagingOf(found) }
}

/** The members of a row in words, except those that are shown elsewhere. */
export function facts(row: JsonObject, without: readonly string[]): Markup {
  const shown = Object.entries(row).filter(([name, value]) => !without.includes(name) && valueText(value) !== '')
  return markup`<dl class="facts">${shown.map(
    ([name, value]) => markup`<div><dt>${sentence(name)}</dt><dd>${valueText(value)}</dd></div>`,
  )}</dl>`
}

/** Links to the other pages of the results. */
export function directoryPages(visit: PortalVisit, action: string, paging: Paging | null): Markup | null {
  return paging === null ? null : pageLinks(`${visit.place.base}${action}`, visit.query, paging)
}
