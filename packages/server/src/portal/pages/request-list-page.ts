import type { PortalAnswer, PortalVisit } from '@carebench/service'
import { markup } from '../../site/markup.js'
import { choiceField, inputField } from '../fields.js'
import { problemSummary, problemsOf } from '../findings.js'
import { layOut } from '../layout.js'
import { rowOf, rowsOf } from '../reply-row.js'
import { requestTable } from '../request-table.js'
import { statusWord } from '../wording.js'
import { pageLinks, pagingOf, queryFrom } from './paging.js'

const labels: Readonly<Record<string, string>> = {
  status: 'Status',
  patient_member_id: 'Member ID',
  patient_name: 'Patient name',
  procedure_code: 'Procedure code',
  auth_number: 'Request number',
  cursor: 'Page',
}

const statuses = ['pending', 'more_information', 'approved', 'partially_approved', 'denied', 'cancelled'] as const

/** The prior authorizations, newest first, with filters and pages. */
export async function showRequests({ place, query, call }: PortalVisit): Promise<PortalAnswer> {
  const { base } = place
  const asked = queryFrom(query, Object.keys(labels))
  const reply = await call('GET', `prior-auths?${asked}`)
  const label = (field: string) => (Object.hasOwn(labels, field) ? labels[field] : undefined)
  const findings = problemsOf(reply, (field) => {
    const text = label(field)
    return text === undefined || field === 'cursor' ? undefined : { name: field, label: text }
  })
  const filling = { value: (name: string) => asked.get(name) ?? '', findings }
  const rows = rowsOf(rowOf(reply), 'data')
  const filtered = [...asked.keys()].some((name) => name !== 'cursor')
  const failed = findings.length > 0
  return {
    status: reply.status,
    html: layOut(
      place,
      { title: 'Prior authorizations', section: 'prior-auths', failed },
      markup`${problemSummary(findings)}<div class="head"><div><h1>Prior authorizations</h1><p class="lead">All requests to the plan, newest first.</p></div>
<div class="actions"><a class="button" href="${base}/new-prior-auth">New prior authorization</a></div></div>
<form class="card" method="get" action="${base}/prior-auths" role="search" aria-label="Filter the requests"><div class="filters">
${choiceField({ name: 'status', label: 'Status' }, [['', 'Any'], ...statuses.map((status) => [status, statusWord(status)] as const)], filling)}
${['patient_member_id', 'patient_name', 'procedure_code', 'auth_number'].map((name) => inputField({ name, label: label(name) ?? '' }, filling))}
<div class="actions"><button class="button">Filter</button>${filtered && markup`<a class="button quiet" href="${base}/prior-auths">Clear</a>`}</div></div></form>
${
  !failed &&
  markup`<section class="card flush" aria-label="Requests">${
    rows.length > 0
      ? requestTable(base, 'Prior authorizations, newest first', rows)
      : markup`<div class="empty"><p>${filtered ? 'No request matches these filters.' : 'No prior authorization has been requested yet.'}</p></div>`
  }</section>`
}
${pageLinks(`${base}/prior-auths`, asked, pagingOf(rowOf(reply)))}`,
    ),
  }
}
