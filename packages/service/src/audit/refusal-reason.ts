import { isJsonObject, type JsonValue, type RecordedBody } from '@carebench/protocol'

/** Maximum length of a reason; longer ones are cut. */
const maxReasonLength = 300

/**
 * Returns a system's reason for a refusal in its own words: the issues of an OperationOutcome, the errors of a portal's
 * fields, the message of an error, or the text of the response. Undefined if the response gives no reason.
 */
export function refusalReason(body: RecordedBody | null): string | undefined {
  if (body === null || 'base64' in body) return undefined
  const reason = 'json' in body ? reasonIn(body.json) : body.text.trim()
  if (reason === undefined || reason === '') return undefined
  return reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason
}

function reasonIn(json: JsonValue): string | undefined {
  if (!isJsonObject(json)) return typeof json === 'string' ? json : undefined
  const { issue, errors, error } = json
  if (Array.isArray(issue)) return joined(issue.map((one) => textIn(one, 'diagnostics')))
  if (Array.isArray(errors)) {
    return joined(errors.map((one) => joined([textIn(one, 'field'), textIn(one, 'message')], ' ')))
  }
  return textIn(error ?? null, 'message') ?? textIn(json, 'message')
}

function textIn(value: JsonValue, key: string): string | undefined {
  const text = isJsonObject(value) ? value[key] : undefined
  return typeof text === 'string' && text !== '' ? text : undefined
}

function joined(texts: readonly (string | undefined)[], separator = '; '): string | undefined {
  const known = texts.filter((text) => text !== undefined)
  return known.length === 0 ? undefined : known.join(separator)
}
