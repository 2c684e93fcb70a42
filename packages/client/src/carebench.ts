import { type IterateOptions, iterateItems, type Walk } from '@carebench/pagination'
import type { JsonOperationId, Operations } from '@carebench/protocol'
import { type CallAnswer, type CallInput, callOperation } from './operation-caller.js'
import { type CallOptions, type ClientOptions, Transport } from './transport.js'

/** Ids of the operations that take an organization API key. */
export type InternalOperationId = {
  [K in JsonOperationId]: Operations[K]['auth'] extends 'organization' ? K : never
}[JsonOperationId]

/** Ids of the ones of them that answer pages. */
export type ListOperationId = {
  [K in InternalOperationId]: Operations[K]['list'] extends true ? K : never
}[InternalOperationId]

type ItemOf<K extends ListOperationId> = CallAnswer<K> extends { data: (infer Item)[] } ? Item : never

export interface CarebenchOptions extends ClientOptions {
  /** An organization API key, `vk_…`. */
  readonly apiKey: string
}

/**
 * A client of the internal API. Specification 4.1.
 *
 * ```ts
 * const carebench = new Carebench({ baseUrl: 'https://127.0.0.1:8443', apiKey })
 * for await (const benchmark of carebench.list('listBenchmarks', {})) console.log(benchmark.name)
 * ```
 */
export class Carebench {
  readonly #transport: Transport

  constructor(options: CarebenchOptions) {
    this.#transport = new Transport(options, options.apiKey)
  }

  /** Calls one operation. Throws an ApiError for what the service refuses, else a ClientError. */
  call<K extends InternalOperationId>(
    operation: K,
    input: CallInput<K>,
    options?: CallOptions,
  ): Promise<CallAnswer<K>> {
    return callOperation(this.#transport, operation, input, options)
  }

  /** The items of a list, over all its pages, newest first; each walk starts anew. Specification 4.4. */
  list<K extends ListOperationId>(operation: K, input: CallInput<K>, options: IterateOptions = {}): Walk<ItemOf<K>> {
    return iterateItems<ItemOf<K>>(async (cursor) => {
      const query = { ...(input.query ?? {}), ...(cursor === undefined ? {} : { cursor }) }
      return (await callOperation(this.#transport, operation, { ...input, query })) as { data: ItemOf<K>[] }
    }, options)
  }
}
