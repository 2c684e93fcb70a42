export const procedureCodePattern = '^(\\d{5}|\\d{4}[FMTU]|[A-V]\\d{4})$'
export const diagnosisCodePattern = '^[A-Z]\\d[0-9A-Z](\\.[0-9A-Z]{1,4})?$'
const procedureCodeForm = /* @__PURE__ */ new RegExp(procedureCodePattern)
const diagnosisCodeForm = /* @__PURE__ */ new RegExp(diagnosisCodePattern)

/**
 * Whether a text has the format of a CPT code (five digits, or four digits and F, T, U or M) or an HCPCS level II code
 * (a letter A to V and four digits).
 */
export function isProcedureCode(text: string): boolean {
  return procedureCodeForm.test(text)
}

/**
 * Whether a text has the format of an ICD-10-CM code with its dot, such as `M54.16`. Does not check that the code
 * exists.
 */
export function isDiagnosisCode(text: string): boolean {
  return diagnosisCodeForm.test(text)
}

/**
 * Whether a text is a valid National Provider Identifier: ten digits, the first 1 or 2 (or 9, never issued, in
 * synthetic records), the last a Luhn check digit computed with the prefix 80840.
 */
export function isNpi(text: string): boolean {
  if (!/^[129]\d{9}$/.test(text)) return false
  // The digits of the prefix 80840 contribute 24 to the Luhn sum of every NPI.
  let sum = 24
  for (let index = 0; index < 10; index++) {
    const digit = Number(text[index])
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
