import type { SimulatorCall } from '@carebench/protocol'
import { addressForm, channels, normalizeAddress, readAnyAddress } from '../addresses/channel-address.js'
import { show } from '../json-shape.js'
import { findPeople, speakToPatient } from '../patient/interview.js'
import { firstThere } from '../persona/reach.js'
import { directions } from '../rest/described-list.js'
import { jsonAnswer, refuse, refuseMethod, unchanged } from '../rest/json-answer.js'
import { answerFilteredList, asWritten } from '../rest/list-filters.js'
import { readBody } from '../rest/read-json.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { inOrderOfTime, secondsAfter } from '../timeline.js'
import { happen } from './delivery.js'
import { sentEvent } from './events.js'
import { messageExample, messageForm } from './message-form.js'
import { drawMessageId, type MessageRow, messageStatuses, settleMessage } from './message-row.js'
import { addressKey, type MessageEffect, type MessageState, type Outlook } from './state.js'

/** Reads an address from a query, where an unencoded plus decodes to a space. */
function asAddress(value: string): string {
  const text = value.startsWith(' ') ? `+${value.trim()}` : value
  return readAnyAddress(text)[0]?.[1] ?? value
}

const filters = {
  direction: directions,
  channel: channels,
  status: messageStatuses,
  in_reply_to: asWritten,
  to: asAddress,
  from: asAddress,
}

/** A recipient's reply. */
interface Reply {
  readonly say: string
  /** Returns when the reply arrives if the message is delivered at an instant; undefined if it never arrives. */
  readonly after: (delivered: string) => string | undefined
  readonly rule: string | null
}

/**
 * Responds to a call under `messages`:
 *
 * - `POST` of `{channel, to, body}`: 201 with the message, already delivered or `sent`
 * - `GET`: a page of messages, sent and received; `GET {id}`: one of them
 *
 * Errors are `{"error":{"code","message"}}`: 400 a malformed body or query, or an address that is not valid for the
 * channel, 404 no such message, 405 with `allow`, 415 a body that is not JSON. Accepts any call and never throws.
 */
export function handleMessageCall(
  state: MessageState,
  call: SimulatorCall,
  context: SimulatorContext,
): SimulatorOutcome<MessageEffect> {
  const { method, path } = call
  if (path === '') {
    if (method === 'POST') return sendMessage(state, call, context)
    if (method !== 'GET') return refuseMethod(method, 'messages', ['GET', 'POST'])
    const newestFirst = [...state.messages.values()].map((item, index) => ({ rank: index + 1, item })).reverse()
    return answerFilteredList(call.query, 'messages', filters, newestFirst, (message) => message)
  }
  if (method !== 'GET') return refuseMethod(method, 'messages/{id}', ['GET'])
  const message = state.messages.get(path)
  if (message === undefined) return refuse('RESOURCE_NOT_FOUND', `There is no message ${show(path)}.`)
  return unchanged(jsonAnswer(200, message))
}

function sendMessage(
  state: MessageState,
  call: SimulatorCall,
  context: SimulatorContext,
): SimulatorOutcome<MessageEffect> {
  const form = readBody(messageForm, call.body, messageExample)
  if ('refusal' in form) return form.refusal
  const { channel, body } = form.value
  const to = normalizeAddress(channel, form.value.to)
  if (to === undefined) {
    return refuse('INVALID_REQUEST', `to must be ${addressForm[channel]}, got ${show(form.value.to)}.`)
  }
  const { at, random } = context
  const message: MessageRow = {
    id: drawMessageId(random),
    direction: 'outbound',
    channel,
    to,
    from: state.from[channel],
    body,
    status: 'sent',
    in_reply_to: null,
    created_at: at,
    completed_at: null,
  }
  const { delivered = true, delay_seconds = 0 } = state.recipients.get(addressKey(channel, to)) ?? state.otherRecipient
  const deliveredAt = secondsAfter(at, delay_seconds)
  // An undelivered message gets no reply.
  const reply = delivered ? replyTo(state, message, context) : undefined
  const answeredAt = reply?.after(deliveredAt)
  const answer: MessageRow | null =
    reply === undefined || answeredAt === undefined
      ? null
      : {
          id: drawMessageId(random),
          direction: 'inbound',
          channel,
          to: message.from,
          from: to,
          body: reply.say,
          status: 'received',
          in_reply_to: message.id,
          created_at: answeredAt,
          completed_at: answeredAt,
        }
  const outlook: Outlook = {
    id: message.id,
    delivery: { at: deliveredAt, status: delivered ? 'delivered' : 'failed' },
    answer,
  }
  const soon = inOrderOfTime(happen(message, outlook, at))
  const settled = soon.effects.find((effect) => effect.op === 'settle')
  const present = settled === undefined ? message : settleMessage(message, settled.status, settled.at)
  return {
    response: jsonAnswer(201, present, { location: message.id }),
    effects: [{ op: 'send', message, outlook, rule: reply?.rule ?? null }, ...soon.effects],
    events: [sentEvent(message), ...soon.events],
  }
}

/**
 * Returns the recipient's reply, by the rules of a persona or by the environment's patient; undefined if there is none.
 */
function replyTo(state: MessageState, message: MessageRow, { ask }: SimulatorContext): Reply | undefined {
  const { channel, to, body } = message
  const key = addressKey(channel, to)
  const rules = state.personas.get(key)
  if (rules !== undefined) {
    const usesOf = (index: number) => state.ruleUses.get(`${key} ${index}`) ?? 0
    const index = rules.findIndex((rule, number) => usesOf(number) < rule.times && rule.listens(body))
    const rule = rules[index]
    if (rule === undefined) return undefined
    return { say: rule.say, after: (at) => secondsAfter(at, rule.delaySeconds), rule: `${key} ${index}` }
  }
  const person = ask && findPeople(ask).find(({ addresses }) => addresses[channel].includes(to))
  if (ask === undefined || person === undefined) return undefined
  const { person: name, reach, replyDelaySeconds } = person
  const spoken = speakToPatient(ask, {
    ...(name !== undefined && { person: name }),
    conversation: key,
    channel,
    text: body,
  })
  return spoken && { say: spoken.say, after: (at) => firstThere(reach, at, replyDelaySeconds), rule: null }
}
