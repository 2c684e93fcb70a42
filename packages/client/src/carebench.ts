import type { FetchedPage, IterateOptions } from '@carebench/pagination'
import type { CallAnswer, CallArguments, InternalOperationId, ItemOf, ListOperationId } from './call-types.js'
import type { SystemCalls } from './described-system.js'
import { createList, type List } from './list.js'
import { callOperation, type OperationParts } from './operation-caller.js'
import { SandboxSystems } from './sandbox-systems.js'
import { type CallOptions, type ClientOptions, Transport } from './transport.js'

export interface CarebenchOptions<Systems extends readonly SystemCalls[] = readonly []> extends ClientOptions {
  /** An organization API key, `vk_…`; for the operations on organizations, the operator key, `vop_…`. */
  readonly apiKey: string
  /**
   * Systems of your own, or others that are to be called by name: `carebench.sandbox(id).system('pharmacy').call('fillRefill', …)`. Default
   * none: any group can be called by `request`.
   */
  readonly systems?: Systems
}

/** Options of a walk over a list: its direction and beginning, and those of each call that it makes. */
export interface ListOptions extends IterateOptions, CallOptions {}

/**
 * A client of the internal API. Specification 4.1.
 *
 * ```ts
 * const carebench = new Carebench({ baseUrl: 'https://127.0.0.1:8443', apiKey })
 * const { id } = await carebench.call('createBenchmark', { body: { name: 'first' } })
 * for await (const benchmark of carebench.list('listBenchmarks')) console.log(benchmark.name)
 * ```
 */
export class Carebench<const Systems extends readonly SystemCalls[] = readonly []> {
  readonly #transport: Transport
  readonly #systems: Systems

  /** Throws a TypeError or RangeError for options that cannot be used. */
  constructor(options: CarebenchOptions<Systems>) {
    // Who gives none calls none by name, which is what the type says then.
    this.#systems = options.systems ?? ([] as readonly SystemCalls[] as Systems)
    this.#transport = Transport.create(options, 'apiKey', options.apiKey)
  }

  /**
   * Calls one operation: `params`, `query` and `body` in camelCase, open JSON in them as it is. Throws an ApiError for what
   * the service refuses, a ClientError where no usable answer came.
   */
  call<K extends InternalOperationId>(
    operation: K,
    ...[input, options]: CallArguments<K, CallOptions>
  ): Promise<CallAnswer<K>> {
    return callOperation(this.#transport, operation, input ?? {}, options)
  }

  /**
   * The items of a list over all its pages, newest first; each walk starts anew, one request a page. `query.limit` is the
   * size of a page; `page()` and `pages()` give pages. Throws as `call` does, and a PageError for a page that cannot be followed. Specification 4.4.
   */
  list<K extends ListOperationId>(
    operation: K,
    ...[input, options = {}]: CallArguments<K, ListOptions>
  ): List<ItemOf<K>> {
    const { direction, cursor, ...callOptions } = options
    const { params, query }: OperationParts = input ?? {}
    const { cursor: first, ...others }: { readonly cursor?: string } = query ?? {}
    return createList<ItemOf<K>>(
      async (next) => {
        const parts = { params, query: { ...others, cursor: next } }
        // A list answers a page of its items; what is none, the walk refuses.
        const page = (await callOperation(this.#transport, operation, parts, callOptions)) as unknown as Page<ItemOf<K>>
        return page.nextCursor === undefined ? page : { ...page, next_cursor: page.nextCursor }
      },
      { direction, cursor: cursor ?? first },
    )
  }

  /**
   * The simulated system of a sandbox, by the sandbox's id (`listSandboxes`). Throws a TypeError for an id that no path can
   * hold.
   *
   * ```ts
   * const patients = await carebench.sandbox(id).fhir.search('Patient', { name: 'Rivera' })
   * ```
   */
  sandbox(id: string): SandboxSystems<Systems> {
    return new SandboxSystems(this.#transport, this.#systems, id)
  }
}

/** A page with its declared keys in camelCase, among them the `next_cursor` that some lists answer. */
interface Page<Item> extends FetchedPage<Item> {
  readonly nextCursor?: string | null
}
