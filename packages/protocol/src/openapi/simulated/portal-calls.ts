import { json, type SimulatedCall } from './simulated-call.js'

const attachment = { document_type: 'clinical_note', text: 'Visit of 2 January: eight weeks of radicular pain.' }
const form = {
  patient_member_id: 'MBR-1001',
  patient_name: 'Jordan Sample',
  patient_dob: '1961-04-30',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-02-14',
  urgency: 'standard',
}
const row = { auth_number: 'PA30517742', status: 'pending', ...form }

/** The portal of the payer. */
export const portalCalls: readonly SimulatedCall[] = [
  {
    method: 'GET',
    path: '/prior-auths',
    name: 'listPriorAuths',
    summary: 'List prior authorizations in the order in which they were submitted',
    query: {
      status: 'Only those with this status.',
      patient_member_id: 'Only those of this member.',
      auth_number: 'Only the one with this number.',
    },
    status: 200,
    answer: json({ data: [row] }),
  },
  {
    method: 'POST',
    path: '/prior-auths',
    name: 'submitPriorAuth',
    summary: 'Submit a prior authorization, with or without documents',
    body: json({ ...form, attachments: [attachment] }),
    status: 201,
    answer: json(row),
  },
  {
    method: 'GET',
    path: '/prior-auths/{auth_number}',
    name: 'readPriorAuth',
    summary: 'Read a prior authorization with its attachments, appeals and history',
    status: 200,
    answer: json(row),
  },
  {
    method: 'PATCH',
    path: '/prior-auths/{auth_number}',
    name: 'amendPriorAuth',
    summary: 'Correct a pending prior authorization, or resubmit one that needs more information',
    body: json({ diagnosis_codes: ['M54.16'] }),
    bodyOptional: true,
    status: 200,
    answer: json(row),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/attachments',
    name: 'attachDocument',
    summary: 'Attach a document to a prior authorization',
    body: json(attachment),
    status: 201,
    answer: json({ id: 'ATT1', document_type: 'clinical_note' }),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/peer-to-peer',
    name: 'requestPeerToPeer',
    summary: 'Ask for a talk between physicians',
    body: json({ reason: 'Conservative therapy has failed.', callback_number: '555-0100' }),
    status: 201,
    answer: json({ auth_number: 'PA30517742', status: 'requested' }),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/appeals',
    name: 'appealDenial',
    summary: 'Appeal against a denial',
    body: json({ reason: 'The imaging report was attached.' }),
    status: 201,
    answer: json({ auth_number: 'PA30517742', status: 'submitted' }),
  },
  {
    method: 'GET',
    path: '/patients',
    name: 'findMembers',
    summary: 'Look up members',
    query: { member_id: 'The number of the member.', name: 'A part of the name.' },
    status: 200,
    answer: json({ data: [{ member_id: 'MBR-1001', name: 'Jordan Sample' }] }),
  },
  {
    method: 'GET',
    path: '/providers',
    name: 'findProviders',
    summary: 'Look up providers',
    query: { npi: 'The NPI of the provider.', name: 'A part of the name.' },
    status: 200,
    answer: json({ data: [{ npi: '1234567893', name: 'Avery Example, MD' }] }),
  },
]
