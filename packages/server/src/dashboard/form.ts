import { BodyIncompleteError, BodyTooLargeError, type ServiceRequest } from '@carebench/service'

/** The fields of a submitted form. */
export interface Form {
  /** The trimmed value of a field; empty if it was not sent. */
  text(name: string): string
  /** The fields as sent, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Maximum size of a form; the forms of the dashboard are all smaller. */
const maxFormBytes: number = 64 * 1024

/** Reads the form in a request; null if there is no readable one. */
export async function readSentForm(request: ServiceRequest): Promise<Form | null> {
  try {
    return readForm(request.headers['content-type'], await request.readBody(maxFormBytes))
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof BodyIncompleteError) return null
    throw error
  }
}

/** Reads a form as browsers send it; null if it is not one. */
function readForm(contentType: string | undefined, bytes: Uint8Array): Form | null {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase()
  return mediaType === 'application/x-www-form-urlencoded' ? formOfText(new TextDecoder().decode(bytes)) : null
}

/** Parses a form in the URL-encoded format that browsers send. */
export function formOfText(text: string): Form {
  const fields = new URLSearchParams(text)
  return {
    // Browsers send line breaks as CRLF.
    text: (name) => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim(),
    fields: [...fields],
  }
}

/** A form without fields. */
export const emptyForm: Form = formOfText('')
