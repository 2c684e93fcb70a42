import type { JsonObject, SimulatorCall } from '@carebench/protocol'
import { Type } from 'typebox'
import { normalizeAddress } from '../addresses/channel-address.js'
import { show } from '../json-shape.js'
import { jsonAnswer, refuse, refuseMethod, unchanged } from '../rest/json-answer.js'
import { readBody } from '../rest/read-json.js'
import type { Ask, SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { converse } from './conversation.js'
import { turnEvent } from './events.js'
import { openFacts, recordedTelecoms } from './facts.js'
import type { PatientChannel } from './interview.js'
import { conversationKey, newConversation, type PatientEffect, type PatientState, type Person } from './state.js'

const turnForm = Type.Object(
  {
    person: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    recorded: Type.Optional(Type.Boolean()),
    conversation: Type.String({ minLength: 1, maxLength: 300 }),
    channel: Type.Enum(['voice', 'sms', 'email', 'chat']),
    text: Type.String({ maxLength: 100_000 }),
    transcript: Type.Optional(Type.Array(Type.Object({ speaker: Type.String(), text: Type.String() }))),
  },
  { additionalProperties: false },
)

/**
 * Responds to calls of other simulators, through which agents reach the patient.
 *
 * - `GET contact`: `{people: [{person?, speaker, addresses:{voice,sms,email,chat}, greeting, reply_delay_seconds,
 *   reach}]}`
 * - `POST turns` of `{person?, conversation, channel, text, recorded?, transcript?}`: `{say, ends, hands_to?}`
 *
 * Errors are `{"error":{"code","message"}}`: 400 a malformed body, 404 no such path or person, 405 with `allow`, 415 a
 * body that is not JSON. Accepts any call and never throws.
 */
export function handlePatientCall(
  state: PatientState,
  { method, path, body }: SimulatorCall,
  { ask, consult }: SimulatorContext,
): SimulatorOutcome<PatientEffect> {
  if (path === 'contact') {
    if (method !== 'GET') return refuseMethod(method, path, ['GET'])
    return unchanged(jsonAnswer(200, { people: state.people.map((person) => makeContact(person, ask)) }))
  }
  if (path !== 'turns')
    return refuse('RESOURCE_NOT_FOUND', `There is no path ${show(path)}; the patient has contact and turns.`)
  if (method !== 'POST') return refuseMethod(method, path, ['POST'])
  const form = readBody(turnForm, body, { conversation: '…', channel: 'voice', text: '…' })
  if ('refusal' in form) return form.refusal
  const turn = form.value
  const person = state.people.find(({ name }) => name === turn.person)
  if (person === undefined) return refuse('RESOURCE_NOT_FOUND', `There is no person ${show(turn.person)}.`)
  const facts = openFacts(person.config.facts ?? {}, person.config.patient, ask)
  const conversation = conversationKey(person, turn.conversation)
  const before = state.conversations.get(conversation)
  const { say, ends, handsTo, memory } = converse(person, turn, facts, before ?? newConversation, consult)
  return {
    response: jsonAnswer(200, { say, ends, ...(handsTo !== undefined && { hands_to: handsTo }) }),
    effects: [{ op: 'remember', conversation, memory }],
    events: turnEvent(turn, before, memory),
  }
}

function makeContact(person: Person, ask: Ask | undefined): JsonObject {
  const { name, config } = person
  const { greeting = 'Hello?', reply_delay_seconds = 0, available, voice_mail, calls_back } = config
  return {
    ...(name !== undefined && { person: name }),
    speaker: name ?? 'patient',
    addresses: listAddresses(person, ask),
    greeting,
    reply_delay_seconds,
    reach: { ...(available && { available }), ...(voice_mail && { voice_mail }), ...(calls_back && { calls_back }) },
  }
}

/** Returns the addresses of the patient: those of the configuration, else the telecoms of the record. */
function listAddresses({ config, addresses }: Person, ask: Ask | undefined) {
  const { patient } = config
  const recorded = (channel: PatientChannel, system: string): readonly string[] => {
    if (config.addresses?.[channel] !== undefined || patient === undefined || ask === undefined)
      return addresses[channel]
    return recordedTelecoms(patient, ask, system).flatMap((value) => {
      return normalizeAddress(system === 'email' ? 'email' : 'sms', value) ?? []
    })
  }
  const phones = recorded('voice', 'phone')
  const texts = recorded('sms', 'sms')
  // A telephone number is also used for messages, unless the record has a separate number for them.
  const isOwn = config.addresses?.sms !== undefined || texts.length > 0
  return {
    voice: phones,
    sms: isOwn ? texts : phones,
    email: recorded('email', 'email'),
    chat: addresses.chat.length > 0 || patient === undefined ? addresses.chat : [patient],
  }
}
