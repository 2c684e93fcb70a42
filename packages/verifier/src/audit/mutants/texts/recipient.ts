import type { Leaf } from '../../../evidence/mutation/leaf.js'

/** Members that say to whom a record was sent. */
const recipients = /^(to|to_number|to_address|recipient)$/

/** Whether a value says to whom a record was sent. */
export function isRecipient({ key, value }: Leaf): boolean {
  return recipients.test(key) && typeof value === 'string'
}
