/**
 * Returns a National Provider Identifier with a valid check digit (Luhn over `80840` and the number), from the block
 * beginning with 9, which is never issued: NPIs begin with 1 or 2.
 */
export function testNpi(sequence: number): string {
  const digits = `99${String(sequence).padStart(7, '0')}`
  return digits + luhnCheckDigit(`80840${digits}`)
}

function luhnCheckDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index))
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}
