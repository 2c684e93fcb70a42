import { type JsonObject, operationsOf, type ProxyOperation } from '@carebench/protocol'
import type { System } from '@carebench/systems'

/** The arguments of the action `call` of the tool `sandboxes`, beside `id`. */
export function sandboxCallProperties(systems: readonly System[]): Readonly<Record<string, JsonObject>> {
  return {
    group: {
      type: 'string',
      enum: sandboxProxies(systems).map(({ group }) => group),
      description: 'The group of calls that the system answers; `endpoints` of the sandbox names them.',
    },
    method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    path: { type: 'string', description: 'Below the group, with its query: `Patient?family=sample`.' },
    headers: { type: 'object', additionalProperties: { type: 'string' }, description: 'Header names in lower case.' },
    body: {
      description:
        'JSON, or a text: a message, a file. Without a content-type among headers that of the body is taken.',
    },
  }
}

/** The proxies of sandboxes. */
export function sandboxProxies(systems: readonly System[]): readonly ProxyOperation[] {
  return [...operationsOf(systems).values()].flatMap((row) =>
    row.kind === 'proxy' && row.resource === 'sandboxes' ? [row] : [],
  )
}
