/** The descriptions of AAA03 codes. */
export const refusalReasons: Readonly<Record<string, string>> = {
  '33': 'Input errors.',
  '42': 'The payer cannot respond at the moment.',
  '43': 'The provider identification is missing or invalid.',
  '51': 'The provider is not on file.',
  '57': 'The date of service is missing or invalid.',
  '58': 'The date of birth is missing or invalid.',
  '67': 'The patient was not found.',
  '71': 'The date of birth is not that of the member.',
  '72': 'The member id is missing or invalid.',
  '73': 'The name is not that of the member.',
  '75': 'The subscriber was not found.',
  '79': 'The payer is not served here.',
  '95': 'The patient is not eligible.',
  AA: 'The authorization number was not found.',
  AF: 'The diagnosis codes are missing or invalid.',
  AG: 'The procedure code is missing or invalid.',
}

/** Returns a reject reason code as an error of a JSON response. */
export function refusalJson(code: string): { readonly code: string; readonly message: string } {
  return { code, message: refusalReasons[code] ?? 'The request was refused.' }
}
