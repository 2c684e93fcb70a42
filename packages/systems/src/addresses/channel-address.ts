import { normalizePhoneNumber } from './phone-number.js'

/** The channels on which a message can be sent. */
export const channels = ['sms', 'email', 'chat'] as const

export type Channel = (typeof channels)[number]

/** A description of each channel's address format. */
export const addressForm: Readonly<Record<Channel, string>> = {
  sms: 'a telephone number, for example +15550100142',
  email: 'an e-mail address, for example ada@example.org',
  chat: 'a name without white space, for example front-desk',
}

const emailForm =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,62})?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,62})?$/
const chatForm = /^[\p{L}\p{N}][\p{L}\p{N}._@:/-]{0,127}$/u

/**
 * Normalizes an address to the form in which it is stored and compared: numbers as `+15550100142`, e-mail addresses in
 * lower case. Undefined if the address is not valid for the channel.
 */
export function normalizeAddress(channel: Channel, text: string): string | undefined {
  const trimmed = text.trim()
  if (channel === 'sms') return normalizePhoneNumber(trimmed)
  if (channel === 'email') return trimmed.length <= 254 && emailForm.test(trimmed) ? trimmed.toLowerCase() : undefined
  return chatForm.test(trimmed) ? trimmed : undefined
}

/** Returns the channel with a name; undefined for any other value. */
export function readChannel(name: unknown): Channel | undefined {
  return channels.find((channel) => channel === name)
}

/** Returns each channel for which an address is valid, with the normalized address. */
export function readAnyAddress(text: string): readonly (readonly [Channel, string])[] {
  return channels.flatMap((channel) => {
    const address = normalizeAddress(channel, text)
    return address === undefined ? [] : [[channel, address] as const]
  })
}
