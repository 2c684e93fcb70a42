import { APICallError } from '@ai-sdk/provider'
import { isJsonObject } from '@carebench/protocol'

/** The longest part of a response that a message quotes. */
const quoted = 300

/**
 * What a failed request says, with its status. The packages of the providers know the format of their provider alone;
 * servers that are compatible with one have others, and what went wrong would be lost with them.
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
  // Some servers answer 404 to an unknown model, and all of them to an address that they do not have.
  return status === 404 && !/model/i.test(text)
    ? `${text} (status 404 of ${url.replace(/\?.*/s, '')})`
    : `${text} (status ${status})`
}

/** The text of an error in one of the formats of compatible servers; undefined for none. */
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

/** `{"message": …}`, `{"error": …}`, `{"detail": …}`, each of which may hold another, or a list. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value)) return readText(value[0])
  if (!isJsonObject(value)) return undefined
  return readText(value.message) ?? readText(value.error) ?? readText(value.detail) ?? readText(value.msg)
}
