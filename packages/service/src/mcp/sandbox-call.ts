import { type JsonObject, listSystemOperations, type ProxyOperation } from '@carebench/protocol'
import type { System } from '@carebench/systems'

/** Returns the arguments of the action `call` of the tool `sandboxes`, in addition to `id`. */
export function sandboxCallProperties(systems: readonly System[]): Readonly<Record<string, JsonObject>> {
  return {
    group: {
      type: 'string',
      enum: sandboxProxies(systems).map(({ group }) => group),
      description:
        'The group of the system, as in `endpoints` of the sandbox; a key after `@` may be left out, because the ' +
        'id says which system is meant.',
    },
    method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    path: { type: 'string', description: 'The path below the group, with the query: `Patient?family=sample`.' },
    headers: { type: 'object', additionalProperties: { type: 'string' }, description: 'Header names in lower case.' },
    body: {
      description:
        'JSON, or a string such as a message or file content. Default content-type: text/plain for a string, else ' +
        'application/json.',
    },
  }
}

/** Returns the proxies of sandboxes. */
export function sandboxProxies(systems: readonly System[]): readonly ProxyOperation[] {
  return [...listSystemOperations(systems).values()].flatMap((row) =>
    row.kind === 'proxy' && row.resource === 'sandboxes' ? [row] : [],
  )
}
