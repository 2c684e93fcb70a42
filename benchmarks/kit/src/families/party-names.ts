import type { JsonObject } from '@carebench/protocol'
import { billingProvider } from '../clinic/clearinghouse.js'

/** Our name in an interchange, whole or in part, and nothing besides. */
export const ourName: JsonObject = { $words: [`${billingProvider.name}, the clinics`] }

/** The name of a payer in an interchange, whole or in part, and nothing besides. */
export function payerName({ name }: { readonly name: string }): JsonObject {
  return { $words: [name] }
}
