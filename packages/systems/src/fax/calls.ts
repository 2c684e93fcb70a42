import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { onlyPage, pageParameters } from '../rest/described-list.js'

const fax = {
  id: 'fax_1',
  direction: 'outbound',
  to_number: '+15550100142',
  from_number: '+15550100100',
  document_type: 'referral',
  media_type: 'text/plain',
  pages: 1,
  status: 'delivered',
  error: null,
  attempts: [{ at: '2026-01-05T09:00:00.000Z', result: 'delivered' }],
  created_at: '2026-01-05T09:00:00.000Z',
  completed_at: '2026-01-05T09:00:00.000Z',
}

const fax_id = 'The id of the fax.'

/** The fax machine. */
export const faxCalls = [
  {
    method: 'POST',
    path: '',
    name: 'sendFax',
    summary: 'Send a fax: text, or a document as content_base64 with its media_type',
    body: json({ to_number: '+15550100142', document_type: 'referral', text: 'Referral of Ada Okafor to cardiology.' }),
    outward: true,
    status: 201,
    answer: json(fax),
  },
  {
    method: 'GET',
    path: '',
    name: 'listFaxes',
    summary: 'List sent and received faxes, newest first, without their text',
    query: {
      ...pageParameters,
      direction: '`outbound` or `inbound`.',
      status: '`sending`, `delivered`, `failed` or `received`.',
      document_type: 'Those of this type.',
      to_number: 'Those to this number.',
      from_number: 'Those from this number.',
    },
    status: 200,
    answer: json({ data: [fax], _meta: onlyPage }),
  },
  {
    method: 'GET',
    path: '/{fax_id}',
    name: 'readFax',
    summary: 'Read a fax with its text',
    params: { fax_id },
    status: 200,
    answer: json({ ...fax, text: 'Referral of Ada Okafor to cardiology.' }),
  },
  {
    method: 'GET',
    path: '/{fax_id}/content',
    name: 'readFaxPages',
    summary: 'Read the pages of a received fax as a PDF',
    params: { fax_id },
    status: 200,
    answer: { 'application/pdf': { example: '%PDF-1.7 …' } },
  },
] as const satisfies readonly CallDescription[]
