import type { JsonObject } from '@carebench/protocol'
import type { PortalAnswer, PortalPlace, PortalVisit } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import { questionsOf } from '../form/answer-fields.js'
import { crumb, layOut } from '../layout.js'
import { rowsOf, textOf, textsOf } from '../reply-row.js'
import { statusChip } from '../request-table.js'
import { dateText, inWords, sentence, sizeText, statusWord, valueText } from '../wording.js'
import { withRequest } from './one-request.js'
import { type RequestAction, requestActions } from './request-actions.js'
import { requestPath } from './request-path.js'

/** Confirmations, by the query parameter `done`. */
const doneWords: Readonly<Record<string, string>> = {
  submitted: 'The request has been submitted.',
  resubmitted: 'The request has been resubmitted.',
  attached: 'The document has been attached.',
  'peer-to-peer': 'The peer-to-peer review has been requested.',
  appealed: 'The appeal has been filed.',
}

/** One request: its status, possible actions, and history. */
export function showRequest(visit: PortalVisit): Promise<PortalAnswer> {
  const { place, query } = visit
  const done = query.get('done') ?? ''
  return withRequest(visit, (request) => {
    const number = textOf(request, 'auth_number')
    const status = textOf(request, 'status')
    return {
      status: 200,
      html: layOut(
        place,
        { title: `Request ${number}`, section: 'prior-auths' },
        markup`${crumb(`${place.base}/prior-auths`, 'Prior authorizations')}
${Object.hasOwn(doneWords, done) && markup`<p class="done" role="status">${doneWords[done]}</p>`}
<div class="head"><div><h1>Request <span class="number">${number}</span></h1><p class="lead">${textOf(request, 'patient_name') || 'Member'} · ${textOf(request, 'patient_member_id')} · ${textOf(request, 'procedure_code')}</p></div><div>${statusChip(status)}</div></div>
${standing(place, request)}
<div class="split"><div>
${requestCard(request)}
${servicesCard(request)}
${documentsCard(place, request)}
${appealsCard(request)}
${talksCard(request)}
</div><div>${historyCard(request)}</div></div>`,
      ),
    }
  })
}

/** The status of a request in words, with the possible actions. */
function standing(place: PortalPlace, request: JsonObject): Markup {
  const status = textOf(request, 'status')
  const expected = textOf(request, 'decision_due_at')
  const term = textOf(request, 'decision_deadline')
  const deadline = textOf(request, 'appeal_deadline')
  const missing = textsOf(request, 'missing_documents')
  const questions = questionsOf(request)
  // The lists name the missing documents and the questions, so the reason would repeat them.
  const isListed = status === 'more_information' && (missing.length > 0 || questions.length > 0)
  const reason = isListed ? '' : textOf(request, 'determination_reason')
  const path = requestPath(place, textOf(request, 'auth_number'))
  return markup`<section class="note ${status}" aria-labelledby="standing"><h2 id="standing">${headline(request)}</h2>
${reason !== '' && markup`<p>${reason}</p>`}
${missing.length > 0 && markup`<p>These documents are missing:</p><ul>${missing.map((type) => markup`<li>${sentence(type)}</li>`)}</ul>`}
${questions.length > 0 && markup`<p>The plan asks:</p><ul>${questions.map(questionLine)}</ul>`}
${term !== '' && markup`<p>A decision is due by ${dateText(term)}.</p>`}
${expected !== '' && markup`<p>The plan expects to decide by ${dateText(expected)}.</p>`}
${deadline !== '' && markup`<p>It can be appealed until ${dateText(deadline)}.</p>`}
${actionLinks(path, requestActions(request))}</section>`
}

function questionLine(question: JsonObject): Markup {
  return markup`<li>${textOf(question, 'question')}</li>`
}

function headline(request: JsonObject): string {
  const appeal = textOf(request, 'appeal_status')
  switch (textOf(request, 'status')) {
    case 'approved':
      return appeal === 'approved' ? 'Approved on appeal' : 'Approved'
    case 'partially_approved':
      return appeal === 'filed' ? 'Partially approved; appeal in review' : 'Partially approved'
    case 'denied':
      if (appeal === 'filed') return 'Denied; appeal in review'
      if (appeal === 'more_information') return 'Denied; appeal needs more information'
      return appeal === 'denied' ? 'Denied; appeal denied' : 'Denied'
    case 'more_information':
      return 'The plan needs more information'
    case 'cancelled':
      return 'Cancelled'
    default:
      return 'In review'
  }
}

function actionLinks(path: string, actions: readonly RequestAction[]): Markup | null {
  if (actions.length === 0) return null
  return markup`<p class="actions">${actions.map(
    ({ path: below, label }, index) =>
      markup`<a class="button${index > 0 && ' quiet'}" href="${path}/${below}">${label}</a>`,
  )}</p>`
}

function requestCard(request: JsonObject): Markup {
  const fact = (label: string, name: string, wide = false) => {
    const value = valueText(request[name])
    return value !== '' && markup`<div ${wide && markup`class="wide"`}><dt>${label}</dt><dd>${value}</dd></div>`
  }
  return markup`<section class="card" aria-labelledby="asked"><h2 id="asked">Request details</h2><dl class="facts">
${fact('Patient', 'patient_name')}${fact('Member ID', 'patient_member_id')}${fact('Date of birth', 'patient_dob')}
${fact('Procedure', 'procedure_code')}${fact('Diagnoses', 'diagnosis_codes')}${fact('Service date', 'service_date')}
<div><dt>Urgency</dt><dd>${sentence(textOf(request, 'urgency'))}</dd></div>${fact('Provider NPI', 'provider_npi')}${fact('Submitted', 'submitted_at')}
${fact('Place of service', 'place_of_service')}${fact('Clinical notes', 'clinical_notes', true)}${fact('Answers', 'answers', true)}</dl></section>`
}

/** Shows the decisions on the services, if they say more than the status of the request. */
function servicesCard(request: JsonObject): Markup | null {
  const items = rowsOf(request, 'items')
  const isPlain = items.every((item) => textOf(item, 'valid_until') === '' && item.units === 1)
  if (items.length < 2 && isPlain) return null
  return markup`<section class="card" aria-labelledby="services"><h2 id="services">Services</h2><ul class="plain" role="list">${items.map(
    (
      item,
    ) => markup`<li><div class="spread"><h3>${textOf(item, 'procedure_code')}</h3>${statusChip(textOf(item, 'status'))}</div>
<p class="soft">${[unitsText(item), periodText(item)].filter(Boolean).join(' · ')}</p>${textOf(item, 'reason') !== '' && markup`<p>${textOf(item, 'reason')}</p>`}</li>`,
  )}</ul></section>`
}

function unitsText({ units, approved_units: approved }: JsonObject): string {
  return typeof approved === 'number' ? `${approved} of ${units} units approved` : `${units} units requested`
}

function periodText(item: JsonObject): string {
  const until = textOf(item, 'valid_until')
  return until === '' ? '' : `Valid from ${dateText(textOf(item, 'valid_from'))} to ${dateText(until)}`
}

function documentsCard(place: PortalPlace, request: JsonObject): Markup {
  const documents = rowsOf(request, 'attachments')
  const path = requestPath(place, textOf(request, 'auth_number'))
  return markup`<section class="card" aria-labelledby="documents"><h2 id="documents">Documents</h2>${
    documents.length === 0
      ? markup`<p class="soft">No documents have been attached.</p>`
      : markup`<ul class="plain" role="list">${documents.map((row) => {
          const size = row.size
          const href = `${path}/attachments/${encodeURIComponent(textOf(row, 'attachment_id'))}`
          return markup`<li><div class="spread"><h3><a href="${href}">${sentence(textOf(row, 'document_type'))}</a></h3>
<span class="soft">${typeof size === 'number' && sizeText(size)}</span></div>
<p class="soft">${[textOf(row, 'file_name'), dateText(textOf(row, 'received_at'))].filter(Boolean).join(' · ')}</p></li>`
        })}</ul>`
  }</section>`
}

function appealsCard(request: JsonObject): Markup | null {
  const appeals = rowsOf(request, 'appeals')
  if (appeals.length === 0) return null
  return markup`<section class="card" aria-labelledby="appeals"><h2 id="appeals">Appeals</h2><ul class="plain" role="list">${appeals.map(
    (row) =>
      markup`<li><div class="spread"><span class="soft">Filed ${dateText(textOf(row, 'filed_at'))}</span>${statusChip(textOf(row, 'status'))}</div><p>${textOf(row, 'reason')}</p>
${textOf(row, 'determination_reason') !== '' && markup`<p class="soft">${textOf(row, 'determination_reason')}</p>`}</li>`,
  )}</ul></section>`
}

function talksCard(request: JsonObject): Markup | null {
  const talks = rowsOf(request, 'peer_to_peer_requests')
  if (talks.length === 0) return null
  return markup`<section class="card" aria-labelledby="talks"><h2 id="talks">Peer-to-peer</h2><ul class="plain" role="list">${talks.map(
    (row) =>
      markup`<li><div class="spread"><span>${textOf(row, 'contact_name')}, ${textOf(row, 'contact_phone')}</span>${statusChip(textOf(row, 'status'))}</div>
<p class="soft">${[textsOf(row, 'preferred_times').join(', '), dateText(textOf(row, 'requested_at'))].filter(Boolean).join(' · ')}</p>${textOf(row, 'notes') !== '' && markup`<p>${textOf(row, 'notes')}</p>`}</li>`,
  )}</ul></section>`
}

const eventWords: Readonly<Record<string, string>> = {
  submitted: 'Submitted to the plan',
  corrected: 'Corrected',
  resubmitted: 'Resubmitted',
  attachment_added: 'Document attached',
  peer_to_peer_requested: 'Peer-to-peer requested',
  peer_to_peer_determined: 'Peer-to-peer review decided',
  appealed: 'Appeal filed',
}

function historyCard(request: JsonObject): Markup {
  const entries = rowsOf(request, 'history')
  return markup`<section class="card" aria-labelledby="history"><h2 id="history">History</h2>${
    entries.length === 0
      ? markup`<p class="soft">Nothing has happened yet.</p>`
      : markup`<ol class="history" role="list">${entries.map((entry) => {
          const event = textOf(entry, 'event')
          const note = textOf(entry, 'note')
          return markup`<li><strong>${eventWord(event, textOf(entry, 'status'))}</strong><time datetime="${textOf(entry, 'at')}">${dateText(textOf(entry, 'at'))}</time>${
            note !== '' && markup`<span>${noteText(event, note)}</span>`
          }</li>`
        })}</ol>`
  }</section>`
}

/**
 * Formats a note. The payer's notes on the requester's actions contain names of document types and fields; its reasons
 * are plain text.
 */
function noteText(event: string, note: string): string {
  if (event === 'attachment_added') return sentence(note)
  return event === 'corrected' || event === 'resubmitted' ? inWords(note) : note
}

function eventWord(event: string, status: string): string {
  if (event === 'determined') return statusWord(status)
  if (event === 'appeal_determined') return status === 'approved' ? 'Approved on appeal' : 'Appeal decided'
  return Object.hasOwn(eventWords, event) ? (eventWords[event] ?? '') : sentence(event)
}
