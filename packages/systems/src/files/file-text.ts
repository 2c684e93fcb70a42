import type { FileRecord } from '@carebench/protocol'
import { bytesFromBase64 } from './file-content.js'

/** The content of a file as text, with bytes decoded as UTF-8; undefined if it has none or is not valid base64. */
export function readFileText({
  content,
  content_base64,
}: Pick<FileRecord, 'content' | 'content_base64'>): string | undefined {
  if (content !== undefined) return content
  const bytes = content_base64 === undefined ? undefined : bytesFromBase64(content_base64)
  return bytes && new TextDecoder().decode(bytes)
}
