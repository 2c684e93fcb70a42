import type { FetchedPage, IterateOptions } from '@carebench/pagination'
import { type CallOptions, type ClientOptions, Transport } from './http/transport.js'
import { type VersionParams, waitForAudit } from './operations/audit-wait.js'
import type {
  CallAnswer,
  CallArguments,
  InternalOperationId,
  ItemOf,
  ListOperationId,
} from './operations/call-types.js'
import { createList, type List } from './operations/list.js'
import { callOperation, type OperationParts } from './operations/operation-caller.js'
import type { AuditedVersion } from './operations/resources.js'
import type { SystemCalls } from './systems/described-system.js'
import { SandboxSystems } from './systems/sandbox-systems.js'

/** Options of a {@link Carebench} client. */
export interface CarebenchOptions<Systems extends readonly SystemCalls[] = readonly []> extends ClientOptions {
  /** An organization API key, `vk_…`; for the operations on organizations, the operator key, `vop_…`. */
  readonly apiKey: string
  /**
   * Systems whose calls you want to make by name: `carebench.sandbox(id).system('pharmacy').call('fillRefill', …)`.
   * Default: none; every group can be called with `request`.
   */
  readonly systems?: Systems
}

/** Options of iterating over a list: its direction and start, and the options of each call. */
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

  /** Throws a TypeError or RangeError for invalid options. */
  constructor(options: CarebenchOptions<Systems>) {
    // Without systems, no calls are known by name; the default of the type parameter says the same.
    this.#systems = options.systems ?? ([] as readonly SystemCalls[] as Systems)
    this.#transport = Transport.create(options, 'apiKey', options.apiKey)
  }

  /**
   * Calls one operation, with `params`, `query` and `body` in camelCase; open JSON in them is sent unchanged. Throws an
   * ApiError if the service rejects the call, a ClientError if there is no usable response, and a TypeError or
   * RangeError for an unknown operation, a missing or invalid path parameter, and invalid options.
   */
  call<K extends InternalOperationId>(
    operation: K,
    ...[input, options]: CallArguments<K, CallOptions>
  ): Promise<CallAnswer<K>> {
    return callOperation(this.#transport, operation, input ?? {}, options)
  }

  /**
   * Iterates over all items of a list, newest first (with `direction: 'prev'` from the cursor to newer ones), with one
   * request per page; each iteration starts again. `query.limit` is the page size; `page()` and `pages()` return pages.
   * Throws as `call` does, and a PageError for a page whose cursor cannot be followed. Specification 4.4.
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
        // A list returns a page of its items; the iterator rejects anything else.
        const page = (await callOperation(this.#transport, operation, parts, callOptions)) as unknown as Page<ItemOf<K>>
        return page.nextCursor === undefined ? page : { ...page, next_cursor: page.nextCursor }
      },
      { direction, cursor: cursor ?? first },
    )
  }

  /**
   * Waits until the audit of a published version is done, reading it at intervals of at most two seconds, and returns
   * the version: `audit` is then the report, or `'failed'`, and `runnable` says whether it can be run. `timeout` is for
   * the whole wait in milliseconds, by default ten minutes. Throws as `call` does.
   *
   * ```ts
   * const { version } = await carebench.call('publishBenchmarkVersion', { params: { id } })
   * const { runnable, audit } = await carebench.waitForAudit({ id, version })
   * ```
   */
  waitForAudit(version: VersionParams, options?: CallOptions): Promise<AuditedVersion> {
    return waitForAudit(this.#transport, version, options)
  }

  /**
   * Returns the simulated system of a sandbox, by the sandbox's id (`listSandboxes`). Throws a TypeError for an id that
   * is not valid in a path.
   *
   * ```ts
   * const patients = await carebench.sandbox(id).fhir.search('Patient', { name: 'Rivera' })
   * ```
   */
  sandbox(id: string): SandboxSystems<Systems> {
    return new SandboxSystems(this.#transport, this.#systems, id)
  }
}

/** A page with its declared keys in camelCase, including the `next_cursor` of some lists. */
interface Page<Item> extends FetchedPage<Item> {
  readonly nextCursor?: string | null
}
