import type { JsonValue } from '@carebench/protocol'

/** The valid quantities of a service, for messages. */
export const quantityRange = 'an integer from 1 to 9999'

/** Whether a value is a valid quantity of a service. */
export function isQuantity(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 10_000
}
