import { type Clock, createSeededRandom, type KnownAudit, type Random } from '@carebench/protocol'
import { workstationPages } from '@carebench/server'
import {
  createIdSource,
  createMemoryStore,
  createRequest,
  createService,
  defaultSystems,
  type IdSource,
  type RecordSigner,
  type SandboxWires,
  type Service,
  type System,
} from '@carebench/service'
import type { Store } from '@carebench/store'
import type { Verifier } from '@carebench/verifier'

export interface InMemoryServiceOptions {
  /** Default: an empty store. */
  readonly store?: Store
  /** Default: 1. */
  readonly seed?: number
  /** Shared by several services that draw and number in turn. Default: new ones with the seed. */
  readonly random?: Random
  readonly ids?: IdSource
  /** Default: none, so that every published version is audited. */
  readonly knownAudits?: readonly KnownAudit[]
  /** Default: the systems included in carebench. */
  readonly systems?: readonly System[]
  /** Default: records are not signed. */
  readonly recordSigner?: RecordSigner
  /** Whether the service has the pages of the server; a mock has none. Default: true. */
  readonly pages?: boolean
  /** Default: HTTP is the only way to sandboxes. */
  readonly wires?: SandboxWires
}

/** The operator key of every service in memory. */
export const operatorKey = `vop_${'0'.repeat(43)}`

/** Creates a service in memory with deterministic random draws. */
export function createInMemoryService(
  clock: Clock,
  verifier?: Verifier,
  {
    store = createMemoryStore(),
    seed = 1,
    random = createSeededRandom(seed),
    ids = createIdSource(clock, random, { latestCommit: store.latest && (() => store.latest?.().commit ?? 0) }),
    knownAudits = [],
    systems = defaultSystems,
    recordSigner,
    pages = true,
    wires,
  }: InMemoryServiceOptions = {},
): Service {
  const secret = new Uint8Array(32).fill(7)
  return createService({
    store,
    clock,
    random,
    ids,
    systems,
    operatorKey,
    secret,
    cursorKeys: [{ id: '1', secret }],
    knownAudits,
    ...(pages && { workstation: workstationPages }),
    ...(recordSigner && { recordSigner }),
    ...(wires && { wires }),
    ...(verifier && { verifier }),
  })
}

/** Returns a `fetch` that calls a service in the same process. */
export function fetchFrom(service: Service): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { host, pathname, search } = new URL(request.url)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const headers = { ...Object.fromEntries(request.headers), host }
    const response = await service.handle(
      createRequest(request.method, pathname + search, headers, bytes.byteLength === 0 ? undefined : bytes),
    )
    const body =
      typeof response.body === 'string' || response.body === null ? response.body : new Uint8Array(response.body)
    return new Response(body, { status: response.status, headers: response.headers })
  }
}
