import { APICallError } from '@ai-sdk/provider'
import { isJsonObject } from '@carebench/protocol'

/** Maximum length of a quoted part of a response in characters. */
const quoted = 300

/**
 * Describes a failed request by its message and status. Also reads the error formats of compatible servers, because
 * provider packages read only their own provider's format.
 */
export function describeFault(error: unknown): string {
  if (!APICallError.isInstance(error)) {
    const text = error instanceof Error ? error.message : String(error)
    return error instanceof Error && error.cause instanceof Error ? `${text}: ${error.cause.message}` : text
  }
  const { statusCode: status, data, responseBody = '', url } = error
  const isUnread = data === undefined && status !== undefined && status >= 400
  const said = (isUnread ? readBody(responseBody) : undefined) ?? error.message
  const text = said.length > quoted ? `${said.slice(0, quoted)}…` : said
  if (status === undefined) return text
  // Some servers return 404 for an unknown model, and all return it for an unknown address.
  return status === 404 && !/model/i.test(text)
    ? `${text} (status 404 of ${url.replace(/\?.*/s, '')})`
    : `${text} (status ${status})`
}

/** Reads the text of an error in one of the formats of compatible servers; undefined for any other body. */
function readBody(body: string): string | undefined {
  const text = body.trim()
  if (text === '' || text.startsWith('<')) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  return readText(value) ?? text
}

/** Reads the text in `{"message": …}`, `{"error": …}` or `{"detail": …}`, which may be nested or lists. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value)) return readText(value[0])
  if (!isJsonObject(value)) return undefined
  return readText(value.message) ?? readText(value.error) ?? readText(value.detail) ?? readText(value.msg)
}
