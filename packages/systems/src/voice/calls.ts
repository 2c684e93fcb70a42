import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { directions, onlyPage, pageParameters } from '../rest/described-list.js'
import { callExample, callForm, turnExample, turnForm } from './model/call-forms.js'
import { callStatuses } from './model/call-row.js'

const at = '2026-01-05T09:00:00.000Z'
const call = {
  id: 'call_1',
  direction: 'outbound',
  to: '+15550100142',
  from: '+15550100100',
  status: 'active',
  with: 'ivr',
  started_at: at,
  ended_at: null,
  ended_by: null,
}
const prompt = { speaker: 'ivr', text: 'For appointments, press 1.', at }
const hold = { speaker: 'ivr', text: 'Please hold.', at }

const call_id = 'The id of the call.'

/** The telephone. */
export const voiceCalls = [
  {
    method: 'POST',
    path: '/calls',
    name: 'startCall',
    summary: 'Call a number; `heard` has what is said when somebody answers',
    body: json(callExample, callForm),
    status: 201,
    answer: json({ ...call, heard: [prompt] }),
  },
  {
    method: 'GET',
    path: '/calls',
    name: 'listCalls',
    summary: 'List the calls, newest first',
    tool: { name: 'listCalls', summary: 'List the calls, newest first; or read one with all its turns' },
    query: {
      ...pageParameters,
      to: 'Those to this number.',
      from: 'Those from this number.',
      direction: { description: 'Made by you, or by others.', enum: directions },
      status: { description: 'The status.', enum: callStatuses },
    },
    status: 200,
    answer: json({ data: [call], _meta: onlyPage }),
  },
  {
    method: 'GET',
    path: '/calls/{call_id}',
    name: 'readCall',
    summary: 'Read a call with all its turns',
    tool: { name: 'listCalls' },
    params: { call_id },
    status: 200,
    answer: json({ ...call, turns: [prompt, { speaker: 'agent', text: '1', at, dtmf: true }, hold] }),
  },
  {
    method: 'POST',
    path: '/calls/{call_id}/answer',
    name: 'answerCall',
    summary: 'Take a call that rings; `heard` has what the caller says',
    rare: true,
    params: { call_id },
    status: 200,
    answer: json({
      ...call,
      direction: 'inbound',
      to: '+15550100100',
      from: '+15550100142',
      with: 'nurse',
      heard: [{ speaker: 'nurse', text: 'Hello, you left a message.', at }],
    }),
  },
  {
    method: 'POST',
    path: '/calls/{call_id}/turns',
    name: 'takeTurn',
    summary: 'Say something (text), press keys (dtmf), or listen (silence); `heard` has what is said in reply',
    params: { call_id },
    body: json(turnExample, turnForm),
    outward: true,
    status: 200,
    answer: json({ ...call, status: 'on_hold', with: null, heard: [hold] }),
  },
  {
    method: 'POST',
    path: '/calls/{call_id}/hangup',
    name: 'hangUp',
    summary: 'End a call',
    params: { call_id },
    status: 200,
    answer: json({ ...call, status: 'ended', with: null, ended_at: at, ended_by: 'agent', heard: [] }),
  },
] as const satisfies readonly CallDescription[]
