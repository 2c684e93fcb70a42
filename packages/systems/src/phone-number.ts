/** How a telephone number is written in configurations: digits with an optional plus; spaces, dots, dashes and parentheses are skipped. */
export const phoneNumberPattern = '^\\+?[0-9(][0-9 ().-]{2,30}$'

/**
 * A telephone number in the form in which it is kept and compared: `+15550100142`. A number of ten digits, and one of
 * eleven that begins with 1, is North American; shorter ones keep their digits alone. Undefined of what is no number.
 */
export function normalizePhoneNumber(text: string): string | undefined {
  const bare = text.trim().replaceAll(/[\s().-]/g, '')
  const [, plus = '', digits = ''] = /^(\+?)([0-9]{3,15})$/.exec(bare) ?? []
  if (digits === '') return undefined
  if (plus === '+') return `+${digits}`
  if (digits.length === 10) return `+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : digits
}

/** A number of a configuration. Throws an Error that names the place of one that cannot be dialled. */
export function configuredPhoneNumber(text: string, place: string): string {
  const number = normalizePhoneNumber(text)
  if (number === undefined)
    throw new Error(`${place}: expected a telephone number, for example +15550100142, got ${text}.`)
  return number
}

/** A number as it comes in a query, where a plus that is not encoded reads as a space. */
export function queriedPhoneNumber(value: string): string {
  return normalizePhoneNumber(value.startsWith(' ') ? `+${value.trim()}` : value) ?? value
}
