import type { PortalAnswer, PortalVisit } from '@carebench/service'
import { markup } from '../../site/markup.js'
import { layOut } from '../layout.js'
import { textOf } from '../reply-row.js'
import { directoryPages, facts, searchDirectory } from './directory-search.js'

/** Searches providers by NPI or part of the name. */
export async function showProviders(visit: PortalVisit): Promise<PortalAnswer> {
  const fields = [
    { name: 'npi', label: 'NPI', hint: 'Ten digits', numeric: true },
    { name: 'name', label: 'Name', hint: 'The full name or part of it' },
  ]
  const { form, rows, paging } = await searchDirectory(visit, 'providers', fields, '/providers')
  return {
    status: 200,
    html: layOut(
      visit.place,
      { title: 'Providers', section: 'providers' },
      markup`<div class="head"><div><h1>Providers</h1><p class="lead">The provider directory of the plan: look up the NPI for a request.</p></div></div>
${form}
${
  rows !== null &&
  (rows.length === 0
    ? markup`<div class="card" role="status"><p>No provider was found. Try another spelling, or only the NPI.</p></div>`
    : markup`<ul class="plain" role="list">${rows.map(
        (row) =>
          markup`<li><article class="card"><div class="spread"><h2>${textOf(row, 'name') || textOf(row, 'npi')}</h2><span class="number">NPI ${textOf(row, 'npi')}</span></div>${facts(row, ['npi', 'name'])}</article></li>`,
      )}</ul>`)
}
${directoryPages(visit, '/providers', paging)}`,
    ),
  }
}
