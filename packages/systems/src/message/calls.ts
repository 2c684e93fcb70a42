import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { onlyPage, pageParameters } from '../rest/described-list.js'

const message = {
  id: 'msg_1',
  direction: 'outbound',
  channel: 'sms',
  to: '+15550100142',
  from: '+15550100100',
  body: 'Your visit is booked.',
  status: 'delivered',
  in_reply_to: null,
  created_at: '2026-01-05T09:00:00.000Z',
  completed_at: '2026-01-05T09:00:00.000Z',
}

const message_id = 'The id of the message.'

/** SMS, e-mail and chat. */
export const messageCalls = [
  {
    method: 'POST',
    path: '',
    name: 'sendMessage',
    summary: 'Send a message by SMS, e-mail or chat',
    body: json({ channel: 'sms', to: '+15550100142', body: 'Your visit is booked.' }),
    outward: true,
    status: 201,
    answer: json(message),
  },
  {
    method: 'GET',
    path: '',
    name: 'listMessages',
    summary: 'List sent and received messages, newest first',
    query: {
      ...pageParameters,
      direction: '`outbound` or `inbound`.',
      channel: '`sms`, `email` or `chat`.',
      status: '`sent`, `delivered`, `failed` or `received`.',
      in_reply_to: 'Answers to this message.',
      to: 'Those to this address.',
      from: 'Those from this address.',
    },
    status: 200,
    answer: json({ data: [message], _meta: onlyPage }),
  },
  {
    method: 'GET',
    path: '/{message_id}',
    name: 'readMessage',
    summary: 'Read a message',
    params: { message_id },
    status: 200,
    answer: json(message),
  },
] as const satisfies readonly CallDescription[]
