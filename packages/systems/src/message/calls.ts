import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { channels } from '../addresses/channel-address.js'
import { directions, onlyPage, pageParameters } from '../rest/described-list.js'
import { messageExample, messageForm } from './message-form.js'
import { messageStatuses } from './message-row.js'

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
    body: json(messageExample, messageForm),
    outward: true,
    status: 201,
    answer: json(message),
  },
  {
    method: 'GET',
    path: '',
    name: 'listMessages',
    summary: 'List sent and received messages, newest first',
    tool: { name: 'listMessages', summary: 'List sent and received messages, newest first; or read one' },
    query: {
      ...pageParameters,
      direction: { description: 'Sent or received.', enum: directions },
      channel: { description: 'The channel.', enum: channels },
      status: { description: 'The status.', enum: messageStatuses },
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
    tool: { name: 'listMessages' },
    params: { message_id },
    status: 200,
    answer: json(message),
  },
] as const satisfies readonly CallDescription[]
