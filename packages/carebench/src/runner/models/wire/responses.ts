import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { amendParts, type Dialect, statusOfError } from './dialect.js'
import { objectIn, objectsIn, textIn } from './json.js'

/** The responses API of OpenAI. */
export const responses: Dialect = {
  name: 'responses',
  path: /\/responses$/,
  stream: ({ url, body }) => ({ url, body: { ...body, stream: true } }),
  errorStatus(event) {
    const { type, error, code } = event
    if (type !== 'error' && !(type === undefined && isJsonObject(error))) return undefined
    const own = objectIn(error)
    return statusOfError(code, own.code, own.type)
  },
  assemble(events) {
    const end = events.findLast(({ type }) => /^response\.(completed|incomplete|failed)$/.test(String(type)))
    if (end === undefined || !isJsonObject(end.response)) return undefined
    const done = events.flatMap(({ type, item }) =>
      type === 'response.output_item.done' && isJsonObject(item) ? [item] : [],
    )
    const { output } = end.response
    // Some servers leave the output out at the end.
    return Array.isArray(output) && output.length > 0 ? end.response : { ...end.response, output: done }
  },
  readAnswer({ output, status, incomplete_details: details }) {
    if (!Array.isArray(output)) return undefined
    const items = objectsIn(output)
    const reason = status === 'incomplete' ? (textIn(objectIn(details).reason) ?? 'incomplete') : textIn(status)
    return {
      message: { dialect: 'responses', member: 'input', items },
      hasRefusal: items.some((item) => objectsIn(item.content).some(({ type }) => type === 'refusal')),
      ...(reason !== undefined && reason !== 'completed' && { reason }),
    }
  },
  amend(own, changes) {
    const amended = amendParts(own.items, changes, isCall, (item, { id, name, replacement }) => ({
      ...item,
      call_id: id,
      name,
      ...(replacement !== undefined && { arguments: JSON.stringify(replacement) }),
    }))
    return amended && { ...own, items: amended }
  },
}

function isCall({ type }: JsonObject): boolean {
  return type === 'function_call'
}
