import type { JsonOperationId, OperationAnswer, OperationInput } from '@carebench/protocol'
import { keysFromWire, keysToWire, wireTable } from '@carebench/protocol/wire'
import type { CamelKeys } from './camel-keys.js'
import { type CallOptions, errorOfAnswer, type Transport } from './transport.js'

type Given<Input, Part extends keyof Input> = undefined extends Input[Part]
  ? { readonly [Key in Part]?: undefined }
  : Record<never, never> extends Input[Part]
    ? { readonly [Key in Part]?: CamelKeys<Input[Part]> }
    : { readonly [Key in Part]: CamelKeys<Input[Part]> }

/** What a call of an operation takes, in camelCase; parts without a required member may be left out. */
export type CallInput<K extends JsonOperationId> = Given<OperationInput<K>, 'params'> &
  Given<OperationInput<K>, 'query'> &
  Given<OperationInput<K>, 'body'>

/** What it answers, in camelCase. */
export type CallAnswer<K extends JsonOperationId> = CamelKeys<OperationAnswer<K>>

/** Calls an operation of the table. Throws an ApiError for what the service refuses, else a ClientError. */
export async function callOperation<K extends JsonOperationId>(
  transport: Transport,
  id: K,
  input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
  options?: CallOptions,
): Promise<CallAnswer<K>> {
  const operation = wireTable[id]
  const query = queryString(keysToWire(operation.query, input.query ?? {}))
  const request = {
    method: operation.method,
    path: `${fillPath(operation.path, input.params)}${query}`,
    headers: input.body === undefined ? {} : { 'content-type': 'application/json' },
    body: input.body === undefined ? undefined : JSON.stringify(keysToWire(operation.body, input.body)),
  }
  const response = await transport.send(request, options)
  if (response.status >= 400) throw errorOfAnswer(request, response)
  // The service promises the documented shape; what it answers is read as that.
  return keysFromWire(operation.response, response.body) as CallAnswer<K>
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries((params ?? {}) as Record<string, unknown>))
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value =
      values.get(name) ?? values.get(name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()))
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`The path ${path} needs ${name}.`)
    return encodeURIComponent(value)
  })
}

function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  return search.size === 0 ? '' : `?${search}`
}
