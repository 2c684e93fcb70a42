import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isObject } from '../json-shape.js'
import { jsonOf } from '../noise.js'
import type { Ask } from '../simulator.js'
import { patientType } from './group.js'

/** The channels on which a patient can be addressed. */
export type PatientChannel = 'voice' | 'sms' | 'email' | 'chat'

/** The contact data of the environment's patient. */
export interface PatientContact {
  /** In normalized form. */
  readonly addresses: Readonly<Record<PatientChannel, readonly string[]>>
  /** What the patient says when answering the telephone. */
  readonly greeting: string
  /** Time from receiving a message to the reply. */
  readonly replyDelaySeconds: number
}

/** What the patient says. */
export interface PatientAnswer {
  readonly say: string
  /** True if this ends the conversation. */
  readonly ends: boolean
}

/** What the patient hears. */
export interface PatientTurn extends JsonObject {
  /** Turns with the same value belong to one conversation. */
  readonly conversation: string
  readonly channel: PatientChannel
  readonly text: string
  /** The preceding turns, for a model. */
  readonly transcript?: readonly { readonly speaker: string; readonly text: string }[]
}

/** The group under which other systems of the environment reach the patient; agents do not. */
export const interviewGroup = 'patient'

/** Requests the contact data of the environment's patient; undefined if there is none. */
export function findPatient(ask: Ask): PatientContact | undefined {
  const json = read(ask, 'GET', 'contact', null)
  if (json === undefined || !isObject(json.addresses)) return undefined
  const { voice, sms, email, chat } = json.addresses
  return {
    addresses: { voice: texts(voice), sms: texts(sms), email: texts(email), chat: texts(chat) },
    greeting: typeof json.greeting === 'string' ? json.greeting : '',
    replyDelaySeconds: typeof json.reply_delay_seconds === 'number' ? json.reply_delay_seconds : 0,
  }
}

/** Says something to the patient; undefined if there is no answer. */
export function speakToPatient(ask: Ask, turn: PatientTurn): PatientAnswer | undefined {
  const json = read(ask, 'POST', 'turns', turn)
  return json !== undefined && typeof json.say === 'string' ? { say: json.say, ends: json.ends === true } : undefined
}

function read(ask: Ask, method: string, path: string, json: JsonObject | null): JsonObject | undefined {
  const body = json === null ? null : { json }
  const answer = ask(patientType, interviewGroup, { method, path, query: '', headers: {}, body })
  const found = answer !== undefined && answer.status < 300 ? jsonOf(answer) : undefined
  return isObject(found) ? found : undefined
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === 'string') : []
}
