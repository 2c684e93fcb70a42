import type { JsonOperationId, OperationAnswer, OperationInput, Operations } from '@carebench/protocol'
import type { CamelKeys } from './camel-keys.js'
import type { NamedAnswer } from './named-answer.js'

/** Ids of the operations that take an organization API key or the operator key, or no token at all. */
export type InternalOperationId = {
  [K in JsonOperationId]: Operations[K]['auth'] extends 'organization' | 'operator' | 'none' ? K : never
}[JsonOperationId]

/** Ids of those of them that answer pages. */
export type ListOperationId = {
  [K in InternalOperationId]: Operations[K]['list'] extends true ? K : never
}[InternalOperationId]

/** The member `Part` of a call: required only if it has required members, absent if the operation takes none. */
type Given<Input, Part extends keyof Input> = undefined extends Input[Part]
  ? { readonly [Key in Part]?: undefined }
  : Record<never, never> extends Input[Part]
    ? { readonly [Key in Part]?: CamelKeys<Input[Part]> }
    : { readonly [Key in Part]: CamelKeys<Input[Part]> }

/** What a call of an operation takes, in camelCase; parts without a required member may be left out. */
export type CallInput<K extends JsonOperationId> = Given<OperationInput<K>, 'params'> &
  Given<OperationInput<K>, 'query'> &
  Given<OperationInput<K>, 'body'>

/** The arguments behind the id of an operation: the input may be left out if nothing in it is required. */
export type CallArguments<K extends JsonOperationId, Options> =
  Record<never, never> extends CallInput<K>
    ? [input?: CallInput<K>, options?: Options]
    : [input: CallInput<K>, options?: Options]

/** What an operation answers, in camelCase; undefined if it answers without a body. */
export type CallAnswer<K extends JsonOperationId> = NamedAnswer<OperationAnswer<K>>

/** What a list consists of. */
export type ItemOf<K extends ListOperationId> =
  CallAnswer<K> extends { readonly data: readonly (infer Item)[] } ? Item : never
