import { argumentError } from '../syntax/argument.js'

/** Removes the hyphen, if any, from a tax id of nine digits. Throws X12Error `invalid-value` naming `field`. */
export function writeTaxId(text: string, field: string): string {
  if (typeof text === 'string' && /^\d{2}-?\d{7}$/.test(text)) return text.replace('-', '')
  throw argumentError(`${field} to be nine digits, with a hyphen after the second or without`, text, '12-3456789')
}

/** Returns a telephone number unchanged. Throws X12Error `invalid-value` naming `field` unless it has only digits. */
export function writeTelephone(text: string, field: string): string {
  if (typeof text === 'string' && /^\d+$/.test(text)) return text
  throw argumentError(`${field} to have only digits`, text, '2175550101')
}

/**
 * Removes the hyphen, if any, from a postal code of five or nine digits. Throws X12Error `invalid-value` for any other
 * text.
 */
export function writePostalCode(text: string): string {
  if (typeof text === 'string' && /^\d{5}(-?\d{4})?$/.test(text)) return text.replace('-', '')
  throw argumentError('postalCode to be five or nine digits, with a hyphen or without', text, '62701-0001')
}
