import type { Leaf } from '../../../evidence/mutation/leaf.js'

/** Members that name the recipient of a record. */
const recipients = /^(to|to_number|to_address|recipient)$/

/** Whether a value names the recipient of a record. */
export function isRecipient({ key, value }: Leaf): boolean {
  return recipients.test(key) && typeof value === 'string'
}
