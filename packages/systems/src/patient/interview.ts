import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { readJson } from '../noise.js'
import type { Reach } from '../persona/reach.js'
import type { Ask } from '../simulator.js'
import { patientType } from './group.js'

/** The channels on which a patient can be addressed. */
export type PatientChannel = 'voice' | 'sms' | 'email' | 'chat'

/** The contact data of a person of the environment. */
export interface PatientContact {
  /** The name of the person; undefined if the configuration has no `people`. */
  readonly person: string | undefined
  /** The name in transcripts. */
  readonly speaker: string
  /** When they can be called, and what happens at other times. */
  readonly reach: Reach
  /** The normalized addresses by channel. */
  readonly addresses: Readonly<Record<PatientChannel, readonly string[]>>
  /** What the patient says when answering the telephone. */
  readonly greeting: string
  /** Time from receiving a message to the reply. */
  readonly replyDelaySeconds: number
}

/** What the patient says. */
export interface PatientAnswer {
  readonly say: string
  /** Whether this ends the conversation. */
  readonly ends: boolean
  /** The person who then takes the telephone; undefined if none does. */
  readonly handsTo: string | undefined
}

/** A turn of the caller. */
export interface PatientTurn extends JsonObject {
  /** The name of the person; absent if the configuration has no `people`. */
  readonly person?: string
  /** Whether it was left on voice mail, in which case there is no reply. */
  readonly recorded?: boolean
  /** Turns with the same value belong to one conversation. */
  readonly conversation: string
  readonly channel: PatientChannel
  readonly text: string
  /** The preceding turns, for a model. */
  readonly transcript?: readonly { readonly speaker: string; readonly text: string }[]
}

/** The group under which other systems of the environment reach the patient; agents do not. */
export const interviewGroup = 'patient'

/** Returns the contact data of the environment's people; empty if there are none. */
export function findPeople(ask: Ask): readonly PatientContact[] {
  const people = read(ask, 'GET', 'contact', null)?.people
  return (Array.isArray(people) ? people : []).flatMap((json: JsonValue) => {
    if (!isJsonObject(json) || !isJsonObject(json.addresses)) return []
    const { voice, sms, email, chat } = json.addresses
    return [
      {
        person: typeof json.person === 'string' ? json.person : undefined,
        speaker: typeof json.speaker === 'string' ? json.speaker : 'patient',
        addresses: { voice: texts(voice), sms: texts(sms), email: texts(email), chat: texts(chat) },
        greeting: typeof json.greeting === 'string' ? json.greeting : '',
        replyDelaySeconds: typeof json.reply_delay_seconds === 'number' ? json.reply_delay_seconds : 0,
        // These members come from the validated configuration.
        reach: isJsonObject(json.reach) ? (json.reach as Reach) : {},
      },
    ]
  })
}

/** Says something to a person, and returns the reply; undefined if there is none. */
export function speakToPatient(ask: Ask, turn: PatientTurn): PatientAnswer | undefined {
  const json = read(ask, 'POST', 'turns', turn)
  if (json === undefined || typeof json.say !== 'string') return undefined
  return {
    say: json.say,
    ends: json.ends === true,
    handsTo: typeof json.hands_to === 'string' ? json.hands_to : undefined,
  }
}

function read(ask: Ask, method: string, path: string, json: JsonObject | null): JsonObject | undefined {
  const body = json === null ? null : { json }
  const answer = ask(patientType, interviewGroup, { method, path, query: '', headers: {}, body })
  const found = answer !== undefined && answer.status < 300 ? readJson(answer) : undefined
  return isJsonObject(found) ? found : undefined
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === 'string') : []
}
