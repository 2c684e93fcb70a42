/**
 * The format of telephone numbers in configurations: digits with an optional plus; spaces, dots, dashes and
 * parentheses are ignored.
 */
export const phoneNumberPattern = '^\\+?[0-9(][0-9 ().-]{2,30}$'

/**
 * The documented form of telephone numbers in calls; other forms that {@link normalizePhoneNumber} reads are accepted
 * too.
 */
export const sentPhoneNumber = { pattern: '^\\+?[0-9]{3,15}$' } as const

/**
 * Normalizes a telephone number to the form in which it is stored and compared: `+15550100142`. Without `+`, ten
 * digits, or eleven beginning with 1, are a North American number; all others keep just their digits. Undefined if the
 * text is not a telephone number.
 */
export function normalizePhoneNumber(text: string): string | undefined {
  const bare = text.trim().replaceAll(/[\s().-]/g, '')
  const [, plus = '', digits = ''] = /^(\+?)([0-9]{3,15})$/.exec(bare) ?? []
  if (digits === '') return undefined
  if (plus === '+') return `+${digits}`
  if (digits.length === 10) return `+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : digits
}

/** Reads a number from a configuration. Throws an Error that names its location if it cannot be dialled. */
export function configuredPhoneNumber(text: string, place: string): string {
  const number = normalizePhoneNumber(text)
  if (number === undefined)
    throw new Error(`${place}: expected a telephone number, for example +15550100142, got ${text}.`)
  return number
}

/** Reads a number from a query, where an unencoded plus decodes to a space. */
export function queriedPhoneNumber(value: string): string {
  return normalizePhoneNumber(value.startsWith(' ') ? `+${value.trim()}` : value) ?? value
}
