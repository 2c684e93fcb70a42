import { type Channel, channels, normalizeAddress, readAnyAddress } from '../addresses/channel-address.js'
import { type Listener, ListenerGroup } from '../listening.js'
import { defaultAddresses, type MessageConfig, type MessagePersona, type MessageRecipient } from './config.js'
import { type MessageRow, settleMessage } from './message-row.js'

/** A compiled reply rule of a persona. */
export interface ReplyRule {
  readonly listens: Listener
  readonly say: string
  readonly delaySeconds: number
  /** How often it can be used; Infinity if unlimited. */
  readonly times: number
}

/** The state of the message simulator: the personas and recipients, and all messages. */
export interface MessageState {
  readonly from: Readonly<Record<Channel, string>>
  /** The rules of personas by channel and address, as {@link addressKey} joins them. */
  readonly personas: ReadonlyMap<string, readonly ReplyRule[]>
  readonly recipients: ReadonlyMap<string, MessageRecipient>
  readonly otherRecipient: MessageRecipient
  /** By id, in the order in which they were sent or received. */
  readonly messages: Map<string, MessageRow>
  /** The pending delivery and reply of each sent message, by its id. */
  readonly waiting: Map<string, Outlook>
  /** How often each rule was used, by {@link addressKey} and rule number. */
  readonly ruleUses: Map<string, number>
}

/** The pending delivery and reply of a sent message. */
export type Outlook = {
  readonly id: string
  /** When and how its delivery ends; null once it has ended. */
  readonly delivery: { readonly at: string; readonly status: 'delivered' | 'failed' } | null
  /** The reply, which arrives at its `created_at`; null if there is none or it has arrived. */
  readonly answer: MessageRow | null
}

/** A message is sent or received, its delivery ends, or its reply arrives. Nothing is ever undone. */
export type MessageEffect =
  | { readonly op: 'send'; readonly message: MessageRow; readonly outlook: Outlook; readonly rule: string | null }
  | { readonly op: 'settle'; readonly id: string; readonly status: 'delivered' | 'failed'; readonly at: string }
  | { readonly op: 'answer'; readonly id: string }
  | { readonly op: 'receive'; readonly message: MessageRow }

/**
 * Builds the initial state of a published version: no messages. Throws an Error that locates an error in the
 * configuration.
 */
export function seedMessageState(config: MessageConfig): MessageState {
  const { from = {}, personas = [], recipients = {}, default_recipient = {} } = config
  return {
    from: {
      sms: ownAddress('sms', from.sms),
      email: ownAddress('email', from.email),
      chat: ownAddress('chat', from.chat),
    },
    personas: indexPersonas(personas),
    recipients: indexRecipients(recipients),
    otherRecipient: default_recipient,
    messages: new Map(),
    waiting: new Map(),
    ruleUses: new Map(),
  }
}

/** Copies a state. Costs time proportional to the number of messages. */
export function forkMessageState(state: MessageState): MessageState {
  return {
    ...state,
    messages: new Map(state.messages),
    waiting: new Map(state.waiting),
    ruleUses: new Map(state.ruleUses),
  }
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyMessageEffect(state: MessageState, effect: MessageEffect): void {
  const { messages, waiting, ruleUses } = state
  if (effect.op === 'send') {
    messages.set(effect.message.id, effect.message)
    waiting.set(effect.message.id, effect.outlook)
    if (effect.rule !== null) ruleUses.set(effect.rule, (ruleUses.get(effect.rule) ?? 0) + 1)
  } else if (effect.op === 'receive') messages.set(effect.message.id, effect.message)
  else if (effect.op === 'settle') {
    const message = messages.get(effect.id)
    if (message !== undefined) messages.set(effect.id, settleMessage(message, effect.status, effect.at))
    const outlook = waiting.get(effect.id)
    if (outlook !== undefined && outlook.answer !== null) waiting.set(effect.id, { ...outlook, delivery: null })
    else waiting.delete(effect.id)
  } else {
    const answer = waiting.get(effect.id)?.answer ?? null
    if (answer !== null) messages.set(answer.id, answer)
    waiting.delete(effect.id)
  }
}

/** Returns a channel and an address as one key. */
export function addressKey(channel: Channel, address: string): string {
  return `${channel} ${address}`
}

function indexPersonas(personas: readonly MessagePersona[]): Map<string, readonly ReplyRule[]> {
  const index = new Map<string, readonly ReplyRule[]>()
  const spent = { patternWork: 0 }
  for (const [number, { addresses, replies = [] }] of personas.entries()) {
    const listeners = new ListenerGroup(spent)
    const rules = replies.map((reply, at): ReplyRule => {
      const { when, say, delay_seconds = 0, times = Number.POSITIVE_INFINITY } = reply
      const place = `personas[${number}].replies[${at}].when`
      const listens = when === undefined ? () => true : listeners.compile(when, place)
      return { listens, say, delaySeconds: delay_seconds, times }
    })
    for (const text of addresses) {
      for (const key of listKeys(text, `personas[${number}].addresses`)) {
        if (index.has(key))
          throw new Error(`personas[${number}].addresses: ${text} already belongs to another persona.`)
        index.set(key, rules)
      }
    }
  }
  return index
}

function indexRecipients(recipients: Readonly<Record<string, MessageRecipient>>): Map<string, MessageRecipient> {
  const index = new Map<string, MessageRecipient>()
  for (const [text, recipient] of Object.entries(recipients)) {
    for (const key of listKeys(text, 'recipients')) index.set(key, recipient)
  }
  return index
}

function listKeys(text: string, place: string): string[] {
  const keys = readAnyAddress(text).map(([channel, address]) => addressKey(channel, address))
  if (keys.length > 0) return keys
  throw new Error(`${place}: expected a telephone number, an e-mail address or a chat name, got ${text}.`)
}

function ownAddress(channel: Channel, text: string = defaultAddresses[channel]): string {
  const address = normalizeAddress(channel, text)
  if (address === undefined) throw new Error(`from.${channel}: expected an address of the channel, got ${text}.`)
  return address
}

/** The names of all channels, for error messages. */
export const channelNames: string = channels.join(', ')
