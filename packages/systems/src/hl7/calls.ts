import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { onlyPage, pageParameters } from '../rest/described-list.js'
import { messageForm } from './model/message-form.js'

const er7 = 'MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|||ORU^R01|MSG0001|P|2.5.1\r'

/** The HL7 v2 interface. */
export const hl7Calls = [
  {
    method: 'GET',
    path: '/inbox',
    name: 'listInbox',
    summary: 'List the received messages, newest first',
    query: pageParameters,
    status: 200,
    answer: json({
      data: [
        {
          id: 'msg_1',
          message_type: 'ORU^R01',
          control_id: 'MSG0001',
          payload: er7,
          received_at: '2026-01-05T09:00:00.000Z',
        },
      ],
      _meta: onlyPage,
    }),
  },
  {
    method: 'POST',
    path: '/outbound',
    name: 'sendMessage',
    summary: 'Send a message in ER7; the response contains the acknowledgment',
    body: { ...json({ payload: er7 }, messageForm), 'x-application/hl7-v2+er7': { example: er7 } },
    outward: true,
    status: 201,
    answer: json({ id: 'msg_2', ack: 'MSH|^~\\&|…\rMSA|AA|MSG0001\r', ack_code: 'AA' }),
  },
] as const satisfies readonly CallDescription[]
