import type { JsonOperationId, OperationAnswer, OperationInput, Operations } from '@carebench/protocol'
import type { CamelKeys } from './camel-keys.js'
import type { NamedAnswer } from './named-answer.js'

/** Ids of the operations that take an organization API key or the operator key, or no token at all. */
export type InternalOperationId = {
  [K in JsonOperationId]: Operations[K]['auth'] extends 'organization' | 'operator' | 'none' ? K : never
}[JsonOperationId]

/** Ids of the operations that return pages. */
export type ListOperationId = {
  [K in InternalOperationId]: Operations[K]['list'] extends true ? K : never
}[InternalOperationId]

/** The member `Part` of a call: required only if it has required members, absent if the operation has none. */
type Given<Input, Part extends keyof Input> = undefined extends Input[Part]
  ? { readonly [Key in Part]?: undefined }
  : Record<never, never> extends Input[Part]
    ? { readonly [Key in Part]?: CamelKeys<Input[Part]> }
    : { readonly [Key in Part]: CamelKeys<Input[Part]> }

/** The input of an operation, in camelCase; parts without a required member are optional. */
export type CallInput<K extends JsonOperationId> = Given<OperationInput<K>, 'params'> &
  Given<OperationInput<K>, 'query'> &
  Given<OperationInput<K>, 'body'>

/** The arguments after the id of an operation: the input is optional if nothing in it is required. */
export type CallArguments<K extends JsonOperationId, Options> =
  Record<never, never> extends CallInput<K>
    ? [input?: CallInput<K>, options?: Options]
    : [input: CallInput<K>, options?: Options]

/** The result of an operation, in camelCase; undefined if the response has no body. */
export type CallAnswer<K extends JsonOperationId> = NamedAnswer<OperationAnswer<K>>

/** The type of a list's items. */
export type ItemOf<K extends ListOperationId> =
  CallAnswer<K> extends { readonly data: readonly (infer Item)[] } ? Item : never
