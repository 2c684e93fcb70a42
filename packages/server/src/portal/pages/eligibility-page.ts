import type { PortalAnswer, PortalVisit } from '@carebench/service'
import { markup } from '../../site/markup.js'
import { layOut } from '../layout.js'
import { textOf } from '../reply-row.js'
import { directoryPages, facts, searchDirectory } from './directory-search.js'

/** Searches members by id or part of the name, and shows their coverage. */
export async function showEligibility(visit: PortalVisit): Promise<PortalAnswer> {
  const { place } = visit
  const { base } = place
  const fields = [
    { name: 'member_id', label: 'Member ID', hint: 'As on the card, for example MBR-1001' },
    { name: 'name', label: 'Name', hint: 'The full name or part of it' },
  ]
  const { form, rows, paging } = await searchDirectory(visit, 'patients', fields, '/eligibility')
  const members = rows?.map((row) => {
    const id = textOf(row, 'member_id')
    const prefilled = new URLSearchParams({
      patient_member_id: id,
      patient_name: textOf(row, 'name'),
      patient_dob: textOf(row, 'dob') || textOf(row, 'birth_date') || textOf(row, 'date_of_birth'),
    })
    return markup`<li><article class="card"><div class="spread"><h2>${textOf(row, 'name') || id}</h2><span class="number">Member ${id}</span></div>
${facts(row, ['member_id', 'name'])}
<div class="actions"><a class="button" href="${base}/new-prior-auth?${String(prefilled)}">Request an authorization<span class="off-screen"> for member ${id}</span></a>
<a class="button quiet" href="${base}/prior-auths?${String(new URLSearchParams({ patient_member_id: id }))}">Requests of this member<span class="off-screen"> ${id}</span></a></div></article></li>`
  })
  return {
    status: 200,
    html: layOut(
      place,
      { title: 'Eligibility', section: 'eligibility' },
      markup`<div class="head"><div><h1>Eligibility</h1><p class="lead">The current coverage of a member.</p></div></div>
${form}
${
  members !== undefined &&
  (members.length === 0
    ? markup`<div class="card" role="status"><p>No member was found. Try another spelling, or only the ID.</p></div>`
    : markup`<ul class="plain" role="list">${members}</ul>`)
}
${directoryPages(visit, '/eligibility', paging)}`,
    ),
  }
}
