import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppStart, AppValues, ReadableRecord, ShownPart, ShownRecord, ShownText } from '../../app.js'
import { inWords, rowsIn, sentence, statusInWords, textIn, textsIn } from './request-words.js'

/** Returns the title and columns of a request, a member or a provider in a list. */
export function describeRow(row: JsonValue): ShownRecord {
  if (!isJsonObject(row)) return { title: '' }
  const text = (name: string) => textIn(row, name)
  if (row.auth_number !== undefined) {
    return {
      title: text('auth_number'),
      columns: {
        Patient: text('patient_name'),
        Member: text('patient_member_id'),
        Service: text('procedure_code'),
        'Service date': text('service_date'),
        Urgency: text('urgency') === 'expedited' ? 'Expedited' : '',
        Status: statusInWords(text('status')),
        'Decision due': text('decision_due_at'),
        Submitted: text('submitted_at'),
      },
    }
  }
  if (row.member_id !== undefined) {
    const period = [text('coverage_start'), text('coverage_end')].filter((day) => day !== '').join(' to ')
    return {
      title: text('name') || text('member_id'),
      columns: { Member: text('member_id'), Born: text('date_of_birth'), Plan: text('plan'), Covered: period },
    }
  }
  if (row.npi === undefined) return { title: '' }
  // The members of provider rows are not fixed.
  const others = Object.keys(row).filter((name) => !['npi', 'name'].includes(name) && typeof row[name] === 'string')
  const columns = others.slice(0, 4).map((name) => [sentence(name), text(name)] as const)
  return { title: text('name') || text('npi'), columns: { NPI: text('npi'), ...Object.fromEntries(columns) } }
}

/** Returns the line that shows an attachment, with the ids that open it; null for other values. */
export function readAttachment(value: JsonValue): ShownText | null {
  if (!isJsonObject(value)) return null
  const { attachment_id, auth_number, document_type, file_name, size, received_at } = value
  if (typeof attachment_id !== 'string' || typeof auth_number !== 'string') return null
  const bytes = typeof size === 'number' ? `${size} bytes` : undefined
  const type = typeof document_type === 'string' ? sentence(document_type) : undefined
  const parts = [type, file_name, bytes, received_at].filter((part) => typeof part === 'string')
  return { text: parts.join(' · '), names: { auth_number, attachment_id } }
}

/** Returns the readable form of a request, or of the requirements of a service; null for other records. */
export function readContent(record: JsonValue): ReadableRecord | null {
  if (!isJsonObject(record)) return null
  if (record.auth_number !== undefined && Array.isArray(record.history)) return readRequest(record)
  return record.requires_authorization === undefined ? null : readRequirements(record)
}

function readRequest(request: JsonObject): ReadableRecord {
  return {
    parts: [
      readStanding(request),
      { kind: 'table', title: 'Services', rows: rowsIn(request, 'items').map(readItem) },
      { kind: 'table', title: 'Appeals', rows: rowsIn(request, 'appeals').map(readAppeal) },
      { kind: 'table', title: 'Peer-to-peer reviews', rows: rowsIn(request, 'peer_to_peer_requests').map(readReview) },
      { kind: 'table', title: 'History', rows: rowsIn(request, 'history').map(readStep) },
    ],
    said: [
      ...['items', 'appeals', 'peer_to_peer_requests', 'history', 'determination_reason', 'missing_documents'],
      ...[
        'status',
        'document_types',
        'resubmission_count',
        'appeal_level',
        'questions',
        'decision_deadline',
        'decision_due_at',
        'appeal_deadline',
      ],
    ],
  }
}

/** Returns the note on where a request stands: the decision, what the payer waits for, and the deadlines. */
function readStanding(request: JsonObject): ShownPart {
  const status = textIn(request, 'status')
  const missing = textsIn(request, 'missing_documents').map(sentence)
  const questions = rowsIn(request, 'questions').map((one) => textIn(one, 'question'))
  // The lists name the missing documents and the questions, so the reason would repeat them.
  const isListed = status === 'more_information' && missing.length + questions.length > 0
  const by = (name: string, words: string) => (textIn(request, name) === '' ? '' : `${words} ${textIn(request, name)}.`)
  return {
    kind: 'note',
    title: headline(request),
    ...(status === 'approved' && { tone: 'good' as const }),
    ...(status === 'denied' && { tone: 'bad' as const }),
    lines: [
      isListed ? '' : textIn(request, 'determination_reason'),
      by('decision_deadline', 'A decision is due by'),
      by('decision_due_at', 'The plan expects to decide by'),
      by('appeal_deadline', 'It can be appealed until'),
    ],
    lists: { 'These documents are missing:': missing, 'The plan asks:': questions },
  }
}

function headline(request: JsonObject): string {
  const appeal = textIn(request, 'appeal_status')
  const status = textIn(request, 'status')
  if (status === 'approved' && appeal === 'approved') return 'Approved on appeal'
  if (status === 'more_information') return 'The plan needs more information'
  const more: Readonly<Record<string, string>> = {
    filed: '; appeal in review',
    more_information: '; appeal needs more information',
    denied: '; appeal denied',
  }
  return statusInWords(status) + (['denied', 'partially_approved'].includes(status) ? (more[appeal] ?? '') : '')
}

function readItem(item: JsonObject): AppValues {
  const until = textIn(item, 'valid_until')
  const approved = textIn(item, 'approved_units')
  return {
    Service: textIn(item, 'procedure_code'),
    Decision: statusInWords(textIn(item, 'status')),
    Units: approved === '' ? `${textIn(item, 'units')} requested` : `${approved} of ${textIn(item, 'units')} approved`,
    Valid: until === '' ? '' : `${textIn(item, 'valid_from')} to ${until}`,
    Reason: textIn(item, 'reason'),
  }
}

function readAppeal(appeal: JsonObject): AppValues {
  return {
    Filed: textIn(appeal, 'filed_at'),
    Status: statusInWords(textIn(appeal, 'status')),
    Reason: textIn(appeal, 'reason'),
    Decision: textIn(appeal, 'determination_reason'),
  }
}

function readReview(review: JsonObject): AppValues {
  return {
    Requested: textIn(review, 'requested_at'),
    Status: statusInWords(textIn(review, 'status')),
    Contact: [textIn(review, 'contact_name'), textIn(review, 'contact_phone')].filter(Boolean).join(', '),
    Times: textsIn(review, 'preferred_times').join(', '),
    Notes: textIn(review, 'notes'),
  }
}

function readStep(step: JsonObject): AppValues {
  const event = textIn(step, 'event')
  const note = textIn(step, 'note')
  // Notes on the requester's own acts contain names of types and fields; reasons of the payer are plain text.
  const isNames = ['attachment_added', 'corrected', 'expedited', 'resubmitted'].includes(event)
  return {
    Time: textIn(step, 'at'),
    Event: event === 'determined' ? statusInWords(textIn(step, 'status')) : sentence(event),
    Note: isNames ? inWords(note) : note,
  }
}

const headlines: Readonly<Record<string, string>> = {
  true: 'An authorization is required',
  false: 'No authorization is required',
  null: 'An authorization may be required, depending on the answers',
}

function readRequirements(requirements: JsonObject): ReadableRecord {
  const { policy, requires_authorization: isRequired } = requirements
  const about = isJsonObject(policy)
    ? [`${textIn(policy, 'title')} · policy ${textIn(policy, 'id')}, version ${textIn(policy, 'version')}`]
    : []
  return {
    parts: [
      {
        kind: 'note',
        title: headlines[String(isRequired)] ?? '',
        lines: about,
        lists: {
          'Documents to attach': textsIn(requirements, 'documents').map(sentence),
          'Questions to answer': rowsIn(requirements, 'questions').map((one) => textIn(one, 'question')),
        },
      },
    ],
    said: ['policy', 'requires_authorization', 'documents', 'questions'],
  }
}

/** Returns the links on the page of a member, or of the requirements of a service. */
export function linksOn(record: JsonValue, values: AppValues): readonly AppStart[] {
  if (!isJsonObject(record)) return []
  const label = 'Request an authorization'
  const { diagnosis_code: diagnosis_codes = '', ...service } = values
  if (record.requires_authorization !== undefined && record.requires_authorization !== false) {
    return [{ label, call: 'submitPriorAuth', values: { ...service, diagnosis_codes } }]
  }
  const patient_member_id = textIn(record, 'member_id')
  if (patient_member_id === '') return []
  const patient_dob = ['dob', 'birth_date', 'date_of_birth'].map((name) => textIn(record, name)).find(Boolean) ?? ''
  const patient_name = textIn(record, 'name')
  return [
    { label, call: 'submitPriorAuth', values: { patient_member_id, patient_name, patient_dob } },
    { label: 'Requests of this member', call: 'listPriorAuths', values: { patient_member_id } },
  ]
}

/** Whether to offer a call in the state of a request. The payer itself checks again. */
export function permits(request: JsonValue, call: string): boolean {
  if (!isJsonObject(request) || request.auth_number === undefined) return true
  const status = textIn(request, 'status')
  const appeal = textIn(request, 'appeal_status')
  switch (call) {
    case 'amendPriorAuth':
      return status === 'pending' || status === 'more_information'
    case 'appealDenial':
      return (
        (status === 'denied' || status === 'partially_approved') &&
        (appeal === '' || appeal === 'more_information' || isNextLevelOpen(request, appeal))
      )
    case 'requestPeerToPeer':
      return !isClosed(status) && textIn(request, 'peer_to_peer_status') === ''
    default:
      return call !== 'attachDocument' || !isClosed(status)
  }
}

function isClosed(status: string): boolean {
  return status === 'approved' || status === 'cancelled'
}

/** Whether an appeal was denied, fully or in part, and there is a further level. */
function isNextLevelOpen({ appeals_left: left }: JsonObject, appeal: string): boolean {
  return (appeal === 'denied' || appeal === 'partially_approved') && typeof left === 'number' && left > 0
}
