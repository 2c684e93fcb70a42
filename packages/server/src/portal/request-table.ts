import type { JsonObject } from '@carebench/protocol'
import { type Markup, markup } from '../site/markup.js'
import { textOf } from './reply-row.js'
import { dateText, statusWord } from './wording.js'

/** The mark of a status. Its color repeats what its text says. */
export function statusChip(status: string): Markup {
  return markup`<span class="chip ${status}">${statusWord(status)}</span>`
}

/** A table of prior authorizations; on a phone, each is a separate block. */
export function requestTable(base: string, caption: string, rows: readonly JsonObject[]): Markup {
  return markup`<table role="table"><caption class="off-screen">${caption}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Request</th><th role="columnheader" scope="col">Patient</th><th role="columnheader" scope="col">Service</th><th role="columnheader" scope="col">Service date</th><th role="columnheader" scope="col">Status</th></tr></thead>
<tbody role="rowgroup">${rows.map((row) => requestRow(base, row))}</tbody></table>`
}

function requestRow(base: string, row: JsonObject): Markup {
  const number = textOf(row, 'auth_number')
  const sent = textOf(row, 'submitted_at')
  return markup`<tr role="row">
<td role="cell" data-label="Request"><div><a href="${base}/prior-auths/${encodeURIComponent(number)}">${number}</a>${sent !== '' && markup`<small>Sent ${dateText(sent)}</small>`}</div></td>
<td role="cell" data-label="Patient"><div>${textOf(row, 'patient_name') || 'Name not given'}<small>Member ${textOf(row, 'patient_member_id')}</small></div></td>
<td role="cell" data-label="Service"><div>${textOf(row, 'procedure_code')}${textOf(row, 'urgency') === 'expedited' && markup`<small>Expedited</small>`}</div></td>
<td role="cell" data-label="Service date"><div>${dateText(textOf(row, 'service_date')) || '–'}</div></td>
<td role="cell" data-label="Status"><div>${statusChip(textOf(row, 'status'))}</div></td>
</tr>
`
}
