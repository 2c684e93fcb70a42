import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { onlyPage, pageParameters } from '../rest/described-list.js'

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

const auth_number = 'The number of the prior authorization.'

/** The payer's portal. */
export const portalCalls = [
  {
    method: 'GET',
    path: '/prior-auths',
    name: 'listPriorAuths',
    summary: 'List prior authorizations, newest first',
    query: {
      status: 'Only those with this status.',
      patient_member_id: 'Only those of this member.',
      patient_name: 'Only those whose patient name contains this text.',
      auth_number: 'Only the one with this number.',
      procedure_code: 'Only those for this procedure.',
      provider_npi: 'Only those of this provider.',
      urgency: 'Only those with this urgency.',
      ...pageParameters,
    },
    status: 200,
    answer: json({ data: [row], _meta: onlyPage }),
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
    params: { auth_number },
    status: 200,
    answer: json(row),
  },
  {
    method: 'PATCH',
    path: '/prior-auths/{auth_number}',
    name: 'amendPriorAuth',
    summary: 'Correct a pending prior authorization, or resubmit one that needs more information',
    params: { auth_number },
    body: json({ diagnosis_codes: ['M54.16'], attachments: [attachment] }),
    bodyOptional: true,
    status: 200,
    answer: json(row),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/attachments',
    name: 'attachDocument',
    summary: 'Attach a document to a prior authorization',
    params: { auth_number },
    body: json(attachment),
    status: 201,
    answer: json({ attachment_id: 'PA30517742-D1', auth_number: 'PA30517742', document_type: 'clinical_note' }),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/peer-to-peer',
    name: 'requestPeerToPeer',
    summary: 'Request a peer-to-peer review',
    params: { auth_number },
    body: json({ contact_name: 'Dr. Sample', contact_phone: '617-555-0142' }),
    status: 201,
    answer: json({ peer_to_peer_id: 'PA30517742-P1', auth_number: 'PA30517742', status: 'requested' }),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/appeals',
    name: 'appealDenial',
    summary: 'Appeal a denial',
    params: { auth_number },
    body: json({ reason: 'The imaging report was attached.' }),
    status: 201,
    answer: json({ appeal_id: 'PA30517742-A1', auth_number: 'PA30517742', status: 'filed' }),
  },
  {
    method: 'GET',
    path: '/patients',
    name: 'findMembers',
    summary: 'Look up members',
    query: { member_id: 'The number of the member.', name: 'Part of the name.', ...pageParameters },
    status: 200,
    answer: json({ data: [{ member_id: 'MBR-1001', name: 'Jordan Sample' }], _meta: onlyPage }),
  },
  {
    method: 'GET',
    path: '/providers',
    name: 'findProviders',
    summary: 'Look up providers',
    query: { npi: 'The NPI of the provider.', name: 'Part of the name.', ...pageParameters },
    status: 200,
    answer: json({ data: [{ npi: '1234567893', name: 'Avery Example, MD' }], _meta: onlyPage }),
  },
  {
    method: 'POST',
    path: '/login',
    name: 'logIn',
    summary: 'Log in; only needed if a criterion checks for a login',
    status: 201,
    answer: json({ logged_in_at: '2026-01-05T09:00:00.000Z' }),
  },
] as const satisfies readonly CallDescription[]
