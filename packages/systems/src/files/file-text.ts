import type { FileRecord } from '@carebench/protocol'

/** The content of a file as text, bytes read as UTF-8; undefined if it has none or is no base64. */
export function readFileText({
  content,
  content_base64,
}: Pick<FileRecord, 'content' | 'content_base64'>): string | undefined {
  if (content !== undefined) return content
  if (content_base64 === undefined) return undefined
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(content_base64), (char) => char.charCodeAt(0)))
  } catch (error) {
    // atob throws a DOMException on what is no base64; anything else is our own mistake.
    if (error instanceof DOMException) return undefined
    throw error
  }
}
