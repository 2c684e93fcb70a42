import { randomUUID } from 'node:crypto'
import { ApiError, formatInstant, type Wire } from '@carebench/protocol'
import { allDocuments, type WiredSandbox, type WiredSandboxDoc, wiredSandboxes, wireNodes } from '@carebench/service'
import { insert, remove, type Store, update } from '@carebench/store'
import { Holding, nobody } from './holding.js'
import { computeShare, type PortRange } from './port-range.js'

/** Where agents listen for HL7 messages: on this host, one port for each sandbox. */
export interface Listeners {
  readonly host: string
  readonly ports: PortRange
}

/**
 * Lease of a process in milliseconds: without a heartbeat for this long, other processes may take its sandboxes. Clocks
 * may differ by half of it.
 */
export const channelLeaseMs = 15_000

/** How long to wait for channels that another process is opening, in milliseconds. */
const openingMs = 5_000

/**
 * Ensures that among all processes with one storage, exactly one holds the channels of a sandbox. Each process writes
 * heartbeats to the storage; when one ends, another takes its sandboxes and continues after the last delivery.
 */
export class ChannelHolder {
  readonly #store: () => Store
  readonly #now: () => number
  readonly #id = randomUUID()
  #until = 0
  #looksAgainAt = 0

  constructor(store: () => Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /**
   * Whether the lease is still valid, so that no other process may have taken the sandboxes. Always true if the storage
   * is not shared.
   */
  isAlive(): boolean {
    return this.#now() < this.#until || this.#store().latest === undefined
  }

  /**
   * Takes the channels of a sandbox for this process to open, or returns those that another process has. Throws an
   * ApiError `UNAVAILABLE` if no listener is left, or another process does not finish opening them.
   *
   * @param listeners - the listeners for the sandbox's type; undefined if nothing is delivered
   */
  async take(
    { id, organizationId }: WiredSandbox,
    listeners: Listeners | undefined,
  ): Promise<Holding | readonly Wire[]> {
    const store = this.#store()
    await this.#sayAlive()
    for (let waited = 0; waited < openingMs; ) {
      const stored = await store.get(wiredSandboxes, id)
      if (stored !== undefined && stored.doc.holder !== this.#id && (await this.#lives(stored.doc.holder))) {
        if (stored.doc.wires !== null) return stored.doc.wires
        waited += 50
        await new Promise((resolve) => setTimeout(resolve, 50))
        continue
      }
      const listener = listeners === undefined ? null : await this.#listenerOf(stored?.doc, organizationId, listeners)
      const fresh = { id, created_at: formatInstant(this.#now()), delivered: null }
      const place = { organization_id: organizationId, holder: this.#id, wires: null, listener }
      const doc: WiredSandboxDoc = { ...(stored?.doc ?? fresh), ...place }
      const write = stored ? update(wiredSandboxes, doc, stored.revision) : insert(wiredSandboxes, doc)
      const written = await store.commit([write])
      if (written.ok) {
        const before = stored && (stored.doc.wires ?? [])
        return new Holding(store, this, { doc, revision: written.revision }, before)
      }
    }
    throw new ApiError('UNAVAILABLE', 'Another process is opening the wires of the sandbox. Try again shortly.', {
      headers: { 'retry-after': '1' },
    })
  }

  /** Returns the channels of all sandboxes that other processes hold or held, by sandbox id. */
  async ofOthers(): Promise<ReadonlyMap<string, readonly Wire[]>> {
    const others = (await allDocuments(this.#store(), wiredSandboxes)).filter(({ holder }) => holder !== this.#id)
    return new Map(others.map(({ id, wires }) => [id, wires ?? []]))
  }

  /** Returns which of these sandboxes this process no longer holds. */
  async lostOf(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return []
    const stored = await this.#store().getMany(wiredSandboxes, ids)
    return ids.filter((_, index) => stored[index]?.doc.holder !== this.#id)
  }

  /** Renews the lease on all held sandboxes. Call {@link lostOf} first. */
  async renew(): Promise<void> {
    if (this.#until > 0) await this.#sayAlive()
  }

  /**
   * Returns the sandboxes that no process holds, or whose process has ended. Reads the storage only once in a third of
   * the lease, and returns none in between.
   */
  async abandoned(): Promise<readonly string[]> {
    const now = this.#now()
    if (now < this.#looksAgainAt) return []
    const store = this.#store()
    const nodes =
      store.latest === undefined
        ? (await allDocuments(store, wireNodes)).filter(({ id }) => id !== this.#id)
        : (await store.due(wireNodes, now, 10)).map(({ doc }) => doc).filter(({ id }) => id !== this.#id)
    const found: string[] = []
    for (const id of [nobody, ...nodes.map((node) => node.id)]) {
      const held = await allDocuments(store, wiredSandboxes, { name: 'holder', value: id })
      const node = held.length === 0 ? await store.get(wireNodes, id) : undefined
      if (node !== undefined) await store.commit([remove(wireNodes, id, node.revision)])
      found.push(...held.map((doc) => doc.id))
    }
    this.#looksAgainAt = now + channelLeaseMs / 3
    return found
  }

  /** Forgets a sandbox that has ended, unless another live process holds it. */
  async forget(id: string): Promise<void> {
    const stored = await this.#store().get(wiredSandboxes, id)
    if (stored === undefined) return
    if (stored.doc.holder === this.#id || !(await this.#lives(stored.doc.holder))) {
      await this.#store().commit([remove(wiredSandboxes, id, stored.revision)])
    }
  }

  /** Releases all held sandboxes to other processes. */
  async end(): Promise<void> {
    if (this.#until > 0) await this.#write(0)
  }

  /** Whether another process that the storage names as a holder is alive. Never true if the storage is not shared. */
  async #lives(holder: string): Promise<boolean> {
    const store = this.#store()
    if (store.latest === undefined || holder === nobody) return false
    return this.#now() < ((await store.get(wireNodes, holder))?.doc.until ?? 0)
  }

  async #sayAlive(): Promise<void> {
    const now = this.#now()
    if (this.#until - now < (channelLeaseMs * 2) / 3) await this.#write(now + channelLeaseMs)
  }

  async #write(until: number): Promise<void> {
    const store = this.#store()
    for (;;) {
      const stored = await store.get(wireNodes, this.#id)
      const doc = { id: this.#id, created_at: stored?.doc.created_at ?? formatInstant(this.#now()), until }
      const write = stored ? update(wireNodes, doc, stored.revision) : insert(wireNodes, doc)
      if (!(await store.commit([write])).ok) continue
      this.#until = until
      return
    }
  }

  /** Returns the listener that a sandbox already has, if it is among these, or else a free one. */
  async #listenerOf(
    held: WiredSandboxDoc | undefined,
    organizationId: string,
    { host, ports }: Listeners,
  ): Promise<WiredSandboxDoc['listener']> {
    const had = held?.listener ?? undefined
    if (had?.host === host && had.port >= ports.from && had.port <= ports.to) return had
    const taken = new Set<number>()
    let own = 0
    for (const { listener, organization_id } of await allDocuments(this.#store(), wiredSandboxes)) {
      if (listener?.host !== host) continue
      taken.add(listener.port)
      if (organization_id === organizationId) own++
    }
    const free = Array.from({ length: ports.to - ports.from + 1 }, (_, index) => ports.from + index).find(
      (port) => !taken.has(port),
    )
    if (free !== undefined && own < computeShare(ports)) return { host, port: free }
    const reason =
      free === undefined
        ? 'All listeners of agents belong to other sandboxes.'
        : `The organization has ${own} listeners of agents, its share.`
    throw new ApiError(
      'UNAVAILABLE',
      `${reason} Complete task runs or tear down playgrounds that are not needed any more, and try again.`,
      { headers: { 'retry-after': '5' } },
    )
  }
}
