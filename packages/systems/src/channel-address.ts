import { normalizePhoneNumber } from './phone-number.js'

/** The ways that a message can go. */
export const channels = ['sms', 'email', 'chat'] as const

export type Channel = (typeof channels)[number]

/** What an address of a channel is, in words. */
export const addressForm: Readonly<Record<Channel, string>> = {
  sms: 'a telephone number, for example +15550100142',
  email: 'an e-mail address, for example ada@example.org',
  chat: 'a name without white space, for example front-desk',
}

const emailForm =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,62})?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,62})?$/
const chatForm = /^[\p{L}\p{N}][\p{L}\p{N}._@:/-]{0,127}$/u

/**
 * An address in the form in which it is kept and compared: numbers as `+15550100142`, e-mail addresses in lower case.
 * Undefined of what is no address of the channel.
 */
export function normalizeAddress(channel: Channel, text: string): string | undefined {
  const trimmed = text.trim()
  if (channel === 'sms') return normalizePhoneNumber(trimmed)
  if (channel === 'email') return trimmed.length <= 254 && emailForm.test(trimmed) ? trimmed.toLowerCase() : undefined
  return chatForm.test(trimmed) ? trimmed : undefined
}

/** A channel by its name; undefined if there is none. */
export function channelOf(name: unknown): Channel | undefined {
  return channels.find((channel) => channel === name)
}

/** The channels that an address can belong to, with its form in each. */
export function readAnyAddress(text: string): readonly (readonly [Channel, string])[] {
  return channels.flatMap((channel) => {
    const address = normalizeAddress(channel, text)
    return address === undefined ? [] : [[channel, address] as const]
  })
}
