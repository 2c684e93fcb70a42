import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, ShownRecord, ShownText } from '../../app.js'
import { electronicCalls } from '../electronic/electronic-calls.js'

const forPrograms = 'Programs send it; people have the same in the portal.'

/** A request, a member or a provider in a row: its name, and the values that people compare. */
function describeRow(row: JsonValue): ShownRecord {
  if (!isJsonObject(row)) return { title: '' }
  const text = (name: string) => (row[name] === undefined || row[name] === null ? '' : String(row[name]))
  if (row.auth_number !== undefined) {
    return {
      title: text('auth_number'),
      columns: {
        Patient: text('patient_name'),
        Member: text('patient_member_id'),
        Service: text('procedure_code'),
        'Service date': text('service_date'),
        Status: text('status').replaceAll('_', ' '),
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
  // The rows of providers have members of their own.
  const others = Object.keys(row).filter((name) => !['npi', 'name'].includes(name) && typeof row[name] === 'string')
  const columns = others.slice(0, 4).map((name) => [labelled(name), text(name)] as const)
  return { title: text('name') || text('npi'), columns: { NPI: text('npi'), ...Object.fromEntries(columns) } }
}

function labelled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}

/** The types of the documents that the payer asks for. */
function missingDocuments(request: JsonValue): Readonly<Record<string, readonly string[]>> {
  const types = isJsonObject(request) && Array.isArray(request.missing_documents) ? request.missing_documents : []
  return { '/document_type': types.map(String) }
}

/** A document of a request, which opens by its ids. */
function readAttachment(value: JsonValue): ShownText | null {
  if (!isJsonObject(value)) return null
  const { attachment_id, auth_number, document_type, file_name, size, received_at } = value
  if (typeof attachment_id !== 'string' || typeof auth_number !== 'string') return null
  const bytes = typeof size === 'number' ? `${size} bytes` : undefined
  const parts = [document_type, file_name, bytes, received_at].filter((part) => typeof part === 'string')
  return { text: parts.join(' · '), names: { auth_number, attachment_id } }
}

/** What a payer is asked about a service; only the procedure is needed. */
const requirementFields = {
  procedure_code: { label: 'Procedure code', hint: 'CPT or HCPCS; the only one that is needed.' },
  patient_member_id: 'Member number',
  diagnosis_code: { label: 'Diagnosis codes', hint: 'Separated by commas.' },
  provider_npi: 'Provider NPI',
  service_date: { label: 'Service date', hint: 'Today, unless you say otherwise.' },
  units: { label: 'Units', hint: 'One, unless you say otherwise.' },
} as const

/** The payer's portal app. */
export const payerApps = [
  {
    title: 'Payer',
    position: 80,
    describe: describeRow,
    labels: {
      readPriorAuth: 'Authorization',
      submitPriorAuth: 'New request',
      amendPriorAuth: 'Correct or resubmit',
      attachDocument: 'Attach a document',
      requestPeerToPeer: 'Request a peer-to-peer review',
      appealDenial: 'Appeal',
      checkRequirements: 'Requirements of a service',
    },
    notes: {
      submitPriorAuth: 'Submit a prior authorization. It is for one unit, and standard, unless you say otherwise.',
      amendPriorAuth:
        'Correct a pending request, or resubmit one that needs more information. What you leave empty stays as it is.',
    },
    onPage: { readPriorAuth: ['attachDocument'] },
    suggestions: missingDocuments,
    readLine: readAttachment,
    starts: [
      { label: 'Authorizations', call: 'listPriorAuths', empty: 'No authorizations yet.' },
      { label: 'New request', call: 'submitPriorAuth' },
      { label: 'Requirements', call: 'checkRequirements', fields: requirementFields },
      // As portals have it: no office sees the list of all members.
      {
        label: 'Members',
        call: 'findMembers',
        fields: { member_id: 'Member number', name: { label: 'Name', hint: 'The whole name or a part of it.' } },
        empty: 'No such member.',
      },
      { label: 'Providers', call: 'findProviders', empty: 'No providers.' },
    ],
    notForPeople: {
      logIn: 'The workstation is signed in already.',
      ...Object.fromEntries(electronicCalls.map(({ name }) => [name, forPrograms])),
    },
  },
] as const satisfies readonly AppDescription[]
