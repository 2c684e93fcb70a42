/** The fields of a form that was sent. */
export interface Form {
  /** Trimmed; empty if it was not sent. */
  text(name: string): string
}

/** No form of ours is longer. */
export const longestForm: number = 64 * 1024

/** Reads a form as browsers send it; null if it is not one. */
export function readForm(contentType: string | undefined, bytes: Uint8Array): Form | null {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/x-www-form-urlencoded') return null
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  // Browsers send line breaks as CRLF.
  return { text: (name) => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim() }
}

/** A form without fields. */
export const emptyForm: Form = { text: () => '' }
