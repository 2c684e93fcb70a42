import { type Random, randomString } from '@carebench/protocol'

/** The format of a UUID. */
export const uuidPattern = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'

/** Generates a version 4 UUID. */
export function drawUuid(random: Random): string {
  const digits = (length: number) => randomString(random, length, '0123456789abcdef')
  const variant = randomString(random, 1, '89ab')
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${variant}${digits(3)}-${digits(12)}`
}
