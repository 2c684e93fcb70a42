import { documentTypePattern } from '../../../records/document-type.js'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import type { PayerState } from '../../state.js'

const controlNumber = new RegExp(`^(.+)-${documentTypePattern.slice(1)}`)

/**
 * Returns the attachment control number under which a payer asks for a document of a type, or for its questionnaire.
 */
export function writeControlNumber(authNumber: string, what: string): string {
  return `${authNumber}-${what}`
}

/** Returns the request with an authorization number or an attachment control number. */
export function readControlNumber({ requests }: PayerState, number: string): PriorAuth | undefined {
  return requests.get(number) ?? requests.get(controlNumber.exec(number)?.[1] ?? '')
}
