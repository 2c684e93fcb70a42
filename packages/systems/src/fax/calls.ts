import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { directions, onlyPage, pageParameters } from '../rest/described-list.js'
import { faxExample, faxForm } from './fax-form.js'
import { faxStatuses } from './fax-row.js'

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
    summary: 'Send a fax',
    body: json(faxExample, faxForm),
    outward: true,
    status: 201,
    answer: json(fax),
  },
  {
    method: 'GET',
    path: '',
    name: 'listFaxes',
    summary: 'List sent and received faxes, newest first, without their text',
    tool: { name: 'listFaxes', summary: 'List sent and received faxes, newest first; or read one with its text' },
    query: {
      ...pageParameters,
      direction: { description: 'Sent or received.', enum: directions },
      status: { description: 'The status.', enum: faxStatuses },
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
    tool: { name: 'listFaxes' },
    params: { fax_id },
    status: 200,
    answer: json({ ...fax, text: faxExample.text }),
  },
  {
    method: 'GET',
    path: '/{fax_id}/content',
    name: 'readFaxPages',
    summary: 'Read the pages of a received fax as a PDF',
    rare: true,
    params: { fax_id },
    status: 200,
    answer: { 'application/pdf': { example: '%PDF-1.7 …' } },
  },
] as const satisfies readonly CallDescription[]
