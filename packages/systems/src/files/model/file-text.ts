import type { JsonObject } from '@carebench/protocol'
import { readBase64 } from './file-content.js'

/** Returns the content of a file as text, with base64 decoded as UTF-8; undefined if there is no valid content. */
export function readFileText({
  content,
  content_base64,
}: {
  readonly content?: unknown
  readonly content_base64?: unknown
}): string | undefined {
  if (content !== undefined) return typeof content === 'string' ? content : undefined
  const bytes = typeof content_base64 === 'string' ? readBase64(content_base64) : undefined
  return bytes && new TextDecoder().decode(bytes)
}

/** Does the same as {@link readFileText} for a file as JSON, in which the unused member is null. */
export function textOfFile({ content, content_base64 }: JsonObject): string | undefined {
  return readFileText({
    ...(typeof content === 'string' && { content }),
    ...(typeof content_base64 === 'string' && { content_base64 }),
  })
}
