import { normalizeAddress } from '../channel-address.js'
import { compileWhen, type Listener } from '../listening.js'
import { type Topic, topicsOf } from '../persona/topics.js'
import type { PatientConfig } from './config.js'
import type { PatientChannel } from './interview.js'

/** A reply, prepared for use. */
export interface Reply {
  readonly listens: Listener
  readonly say: string
  readonly times: number
  readonly ends: boolean
}

/** A misunderstanding, prepared for use. */
export interface Misunderstanding {
  readonly listens: Listener
  readonly times: number
  readonly say: string
}

/** What the patient remembers of a conversation. */
export type Conversation = {
  readonly verified: boolean
  /** Wrong dates of birth so far. */
  readonly wrong: number
  /** True once the patient no longer talks. */
  readonly refused: boolean
  /** How often each reply was given, by its number. */
  readonly replies: Readonly<Record<string, number>>
  /** How often each misunderstanding happened, by its number. */
  readonly misunderstood: Readonly<Record<string, number>>
}

export const newConversation: Conversation = {
  verified: false,
  wrong: 0,
  refused: false,
  replies: {},
  misunderstood: {},
}

/** The state of the patient: their configuration, and their memory. */
export interface PatientState {
  readonly config: PatientConfig
  readonly addresses: Readonly<Record<PatientChannel, readonly string[]>>
  readonly replies: readonly Reply[]
  readonly misunderstandings: readonly Misunderstanding[]
  readonly topics: readonly Topic[]
  readonly conversations: Map<string, Conversation>
}

/** The patient remembers something. */
export type PatientEffect = {
  readonly op: 'remember'
  readonly conversation: string
  readonly memory: Conversation
}

/**
 * Builds the initial state of a published version. Throws an Error that names the invalid phrase, pattern or address.
 */
export function seedPatientState(config: PatientConfig): PatientState {
  const { facts = {}, addresses = {}, replies = [], misunderstands = [] } = config
  const ofChannel = (channel: PatientChannel) =>
    (addresses[channel] ?? []).map((text) => {
      const address = normalizeAddress(channel === 'voice' ? 'sms' : channel, text)
      if (address === undefined)
        throw new Error(`addresses.${channel}: expected an address of the channel, got ${text}.`)
      return address
    })
  return {
    config,
    addresses: {
      voice: ofChannel('voice'),
      sms: ofChannel('sms'),
      email: ofChannel('email'),
      chat: ofChannel('chat'),
    },
    replies: replies.map(({ when, say, times = Number.POSITIVE_INFINITY, ends = false }, index) => {
      return { listens: compileWhen(when, `replies[${index}].when`), say, times, ends }
    }),
    misunderstandings: misunderstands.map(
      ({ when, times = 1, say = 'I am sorry, could you say that again?' }, index) => {
        const listens = when === undefined ? () => true : compileWhen(when, `misunderstands[${index}].when`)
        return { listens, times, say }
      },
    ),
    topics: topicsOf(facts),
    conversations: new Map(),
  }
}

/** Copies a state. Costs time proportional to the number of conversations. */
export function forkPatientState(state: PatientState): PatientState {
  return { ...state, conversations: new Map(state.conversations) }
}

/** Carries out one effect. */
export function applyPatientEffect(state: PatientState, { conversation, memory }: PatientEffect): void {
  state.conversations.set(conversation, memory)
}
