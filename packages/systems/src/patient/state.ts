import { normalizeAddress } from '../addresses/channel-address.js'
import { type Listener, ListenerGroup, type PatternWork } from '../listening.js'
import type { Knowledge, PersonaMemory } from '../persona/knowledge.js'
import { type Condition, prepareCondition, prepareTalk } from '../persona/prepare.js'
import type { Speaks } from '../persona/sentences.js'
import { assertSpeaker } from '../persona/speakers.js'
import { ownTopics, type Topic } from '../persona/topics.js'
import type { PatientConfig, PersonConfig } from './config.js'
import type { PatientChannel } from './interview.js'

/** A reply of a person, with its configuration compiled. */
export interface Reply extends Condition {
  readonly say: string
  readonly times: number
  readonly ends: boolean
  readonly handsTo: string | undefined
}

/** A misunderstanding of a person, with its configuration compiled. */
export interface Misunderstanding {
  readonly listens: Listener
  readonly times: number
  readonly say: string
}

/** What the patient remembers of a conversation. */
export type Conversation = {
  readonly verified: boolean
  /** The number of wrong dates of birth so far. */
  readonly wrong: number
  /** Whether the patient has given up on the caller, and refuses to talk. */
  readonly refused: boolean
  /** How often each reply was given, by its number. */
  readonly replies: Readonly<Record<string, number>>
  /** How often each misunderstanding happened, by its number. */
  readonly misunderstood: Readonly<Record<string, number>>
  /** The stated values of wanted facts; absent if the patient wants none. */
  readonly heard?: PersonaMemory
}

export const newConversation: Conversation = {
  verified: false,
  wrong: 0,
  refused: false,
  replies: {},
  misunderstood: {},
}

/** A person of the patient system, with the configuration compiled. */
export interface Person extends Speaks {
  /** Undefined if the configuration has no `people`. */
  readonly name: string | undefined
  readonly config: PersonConfig
  readonly addresses: Readonly<Record<PatientChannel, readonly string[]>>
  readonly knowledge: Knowledge
  readonly replies: readonly Reply[]
  readonly misunderstandings: readonly Misunderstanding[]
  readonly topics: readonly Topic[]
}

/** The state of the patient simulator: the people, and their memory. */
export interface PatientState {
  readonly people: readonly Person[]
  /** By person and conversation, as {@link conversationKey} joins them. */
  readonly conversations: Map<string, Conversation>
}

/** Stores the patient's memory of a conversation. */
export type PatientEffect = {
  readonly op: 'remember'
  readonly conversation: string
  readonly memory: Conversation
}

/** Returns the key of a conversation with a person. */
export function conversationKey({ name }: Person, conversation: string): string {
  return name === undefined ? conversation : `${name}\n${conversation}`
}

/**
 * Builds the initial state of a published version. Throws an Error that locates an invalid phrase, pattern or address.
 */
export function seedPatientState({ people, ...only }: PatientConfig): PatientState {
  const spent = { patternWork: 0 }
  if (people === undefined) return { people: [toPerson(only, '', spent)], conversations: new Map() }
  const [other] = Object.keys(only)
  if (other !== undefined) throw new Error(`${other}: expected it in an element of "people", got it beside "people".`)
  const names = people.map(({ name }) => name)
  for (const [index, name] of names.entries()) {
    assertSpeaker(name, `people[${index}].name`, names.slice(0, index))
  }
  return {
    people: people.map((person, index) => toPerson(person, `people[${index}].`, spent, names)),
    conversations: new Map(),
  }
}

function toPerson(config: PersonConfig, place: string, spent: PatternWork, names: readonly string[] = []): Person {
  const { facts = {}, addresses = {}, replies = [], misunderstands = [], patient } = config
  const ofChannel = (channel: PatientChannel) =>
    (addresses[channel] ?? []).map((text) => {
      const address = normalizeAddress(channel === 'voice' ? 'sms' : channel, text)
      if (address === undefined)
        throw new Error(`${place}addresses.${channel}: expected an address of the channel, got ${text}.`)
      return address
    })
  // The facts of a record become known only in a call.
  const knowledge = prepareTalk(config, { facts }, place, patient !== undefined)
  const listeners = new ListenerGroup(spent)
  return {
    name: config.name,
    config,
    addresses: {
      voice: ofChannel('voice'),
      sms: ofChannel('sms'),
      email: ofChannel('email'),
      chat: ofChannel('chat'),
    },
    knowledge,
    languages: config.languages,
    languageSay: config.language_say,
    replies: replies.map((reply, index): Reply => {
      const { when, known = [], wanted = [], say, times = Number.POSITIVE_INFINITY, ends = false, hands_to } = reply
      const at = `${place}replies[${index}]`
      if (when === undefined && known.length === 0 && wanted.length === 0) {
        throw new Error(`${at}: expected "when", "known" or "wanted", got none.`)
      }
      if (hands_to !== undefined && !names.includes(hands_to)) {
        throw new Error(`${at}.hands_to: expected a name of "people" (${names.join(', ') || 'none'}), got ${hands_to}.`)
      }
      return {
        ...prepareCondition(reply, { knowledge, listeners }, at, 'patient'),
        say,
        times,
        ends,
        handsTo: hands_to,
      }
    }),
    misunderstandings: misunderstands.map(
      ({ when, times = 1, say = 'I am sorry, could you say that again?' }, index) => {
        const listens =
          when === undefined ? () => true : listeners.compile(when, `${place}misunderstands[${index}].when`)
        return { listens, times, say }
      },
    ),
    topics: ownTopics(
      facts,
      { wanted: new Set(knowledge.wants.map(({ fact }) => fact)), consent: config.consent },
      listeners,
    ),
  }
}

/** Copies a state. Costs time proportional to the number of conversations. */
export function forkPatientState(state: PatientState): PatientState {
  return { ...state, conversations: new Map(state.conversations) }
}

/** Applies one effect. */
export function applyPatientEffect(state: PatientState, { conversation, memory }: PatientEffect): void {
  state.conversations.set(conversation, memory)
}
