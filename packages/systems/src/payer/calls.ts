import { type CallDescription, type JsonObject, type JsonValue, jsonContent } from '@carebench/protocol'
import { Type } from 'typebox'
import { onlyPage, pageParameters } from '../rest/described-list.js'
import { appealSchema, peerToPeerSchema } from './model/action-forms.js'
import { attachmentSchema } from './model/attachment-form.js'
import { correctionSchema, submissionSchema, urgencies } from './model/prior-auth-form.js'
import { priorAuthStatuses } from './model/prior-auth-status.js'

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

function json(example: JsonValue, schema?: JsonObject) {
  return schema === undefined ? jsonContent(example) : jsonContent(example, Type.Unsafe<JsonObject>(schema))
}

const auth_number = 'The auth number.'

/** The payer's portal. */
export const portalCalls = [
  {
    method: 'GET',
    path: '/prior-auths',
    name: 'listPriorAuths',
    summary: 'List prior authorizations, newest first',
    tool: {
      name: 'listPriorAuths',
      summary:
        'List prior authorizations, newest first; or read one with its attachments, appeals and history; ' +
        'or open an attachment',
    },
    query: {
      status: { description: 'The status.', enum: priorAuthStatuses },
      patient_member_id: 'The member.',
      patient_name: 'Part of the name.',
      auth_number: 'Its number.',
      procedure_code: 'The procedure.',
      provider_npi: 'The provider.',
      urgency: { description: 'The urgency.', enum: urgencies },
      ...pageParameters,
    },
    reads: true,
    status: 200,
    answer: json({ data: [row], _meta: onlyPage }),
  },
  {
    method: 'POST',
    path: '/prior-auths',
    name: 'submitPriorAuth',
    summary: 'Submit a prior authorization',
    body: json(form, submissionSchema),
    outward: true,
    status: 201,
    answer: json(row),
  },
  {
    method: 'GET',
    path: '/prior-auths/{auth_number}',
    name: 'readPriorAuth',
    summary: 'Read a prior authorization with its attachments, appeals and history',
    tool: { name: 'listPriorAuths' },
    params: { auth_number },
    reads: true,
    status: 200,
    answer: json(row),
  },
  {
    method: 'PATCH',
    path: '/prior-auths/{auth_number}',
    name: 'amendPriorAuth',
    summary: 'Correct a pending prior authorization, or resubmit one that needs more information',
    params: { auth_number },
    body: json({ diagnosis_codes: ['M54.16'], units: 2 }, correctionSchema),
    bodyOptional: true,
    outward: true,
    status: 200,
    answer: json(row),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/attachments',
    name: 'attachDocument',
    summary: 'Attach a document to a prior authorization',
    params: { auth_number },
    body: json(attachment, attachmentSchema),
    outward: true,
    status: 201,
    answer: json({ attachment_id: 'PA30517742-D1', auth_number: 'PA30517742', document_type: 'clinical_note' }),
  },
  {
    method: 'GET',
    path: '/prior-auths/{auth_number}/attachments/{attachment_id}',
    name: 'openAttachment',
    summary: 'Open an attachment of a prior authorization',
    tool: { name: 'listPriorAuths' },
    params: { auth_number, attachment_id: 'The id of the attachment.' },
    status: 200,
    answer: { 'application/octet-stream': { example: 'Visit of 2 January: eight weeks of radicular pain.' } },
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/peer-to-peer',
    name: 'requestPeerToPeer',
    summary: 'Request a peer-to-peer review',
    params: { auth_number },
    body: json({ contact_name: 'Dr. Sample', contact_phone: '617-555-0142' }, peerToPeerSchema),
    outward: true,
    status: 201,
    answer: json({ peer_to_peer_id: 'PA30517742-P1', auth_number: 'PA30517742', status: 'requested' }),
  },
  {
    method: 'POST',
    path: '/prior-auths/{auth_number}/appeals',
    name: 'appealDenial',
    summary: 'Appeal a denial',
    params: { auth_number },
    body: json({ reason: 'The imaging report was attached.' }, appealSchema),
    outward: true,
    status: 201,
    answer: json({ appeal_id: 'PA30517742-A1', auth_number: 'PA30517742', status: 'filed' }),
  },
  {
    method: 'GET',
    path: '/requirements',
    name: 'checkRequirements',
    summary: 'Look up whether a service needs an authorization, and what the payer asks about it',
    rare: true,
    query: {
      procedure_code: 'CPT or HCPCS; required.',
      patient_member_id: 'The member.',
      patient_id: 'Instead of the member.',
      diagnosis_code: 'Separated by commas.',
      provider_npi: 'The NPI of the provider.',
      service_date: 'Default: today.',
      units: 'Default: 1.',
    },
    status: 200,
    answer: json({
      procedure_code: '27447',
      policy: { id: 'knee-replacement', title: 'Total knee replacement', version: '2026-01' },
      requires_authorization: true,
      documents: ['imaging_report'],
      questions: [{ name: 'bmi', question: 'What is the body mass index?', answer_type: 'number', unit: 'kg/m2' }],
    }),
  },
  {
    method: 'GET',
    path: '/patients',
    name: 'findMembers',
    summary: 'Look up members',
    query: { member_id: 'The number of the member.', name: 'Part of the name.', ...pageParameters },
    reads: true,
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
    summary: 'Log in; other calls work without',
    tool: null,
    status: 201,
    answer: json({ logged_in_at: '2026-01-05T09:00:00.000Z' }),
  },
] as const satisfies readonly CallDescription[]
