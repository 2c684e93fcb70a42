import { ApiError, type Wire, type WireKind, withSystemKey } from '@carebench/protocol'
import type { SandboxWires, System, WiredSandbox } from '@carebench/service'
import type { ChannelService } from './agent-calls.js'
import { Bell } from './bell.js'
import { ChannelHolder } from './channel-holder.js'
import { Holding } from './holding.js'
import type { ChannelPlace, OpenChannel } from './open-channel.js'
import type { PortRange, Ports } from './port-range.js'
import { openWebhook } from './webhook/webhook-channel.js'

/**
 * The channels to sandboxes besides the HTTP paths of the service, and webhooks from them. Pass it to `createService`
 * as `wires`.
 */
export interface Channels extends SandboxWires {
  /**
   * Closes the channels of sandboxes that have ended, and takes over those of processes that have ended. Runs
   * automatically once a second.
   */
  sweep(): Promise<void>
  /** Closes everything. */
  close(): Promise<void>
}

/** The channels of a sandbox; `isHeld` if this process holds them. */
interface Opened {
  readonly wires: readonly Wire[]
  readonly isHeld: boolean
  close(): Promise<unknown>
}

interface Entry {
  readonly openedAt: number
  readonly opening: Promise<Opened>
  isOpen: boolean
}

/** Opens a channel of a sandbox for the calls of a group. */
export type Opener = (sandbox: WiredSandbox, place: ChannelPlace) => OpenChannel | Promise<OpenChannel>

/** How often to check which sandboxes have ended or were taken by other processes, in milliseconds. */
const sweepMs = 1_000
/** Maximum number of sandboxes checked, opened or closed at a time. */
const askedAtOnce = 16
/** How long channels of a pending sandbox stay open, in milliseconds; a failed start leaves such channels. */
const pendingMs = 60_000
/** How long this process reserves the ports of sandboxes that other processes had opened, in milliseconds. */
const reserveMs = 60_000

/** Options of {@link HeldChannels}. */
export interface HeldOptions {
  readonly service: () => ChannelService
  readonly ports: Ports
  readonly host: string
  readonly now: () => number
  readonly hearsMllp: boolean
  readonly listeners: { readonly host: string; readonly ports: PortRange } | undefined
  readonly onError: (error: unknown) => void
  /** The functions that open channels, by kind. */
  readonly openers: { readonly [_ in WireKind]?: Opener | undefined }
  readonly webhooks: Parameters<typeof openWebhook>[2] | undefined
  /** Closes the ports that all sandboxes share. */
  readonly closePorts: () => Promise<void>
}

/** The channels that this process holds. */
export class HeldChannels implements Channels {
  readonly #options: HeldOptions
  readonly #holder: ChannelHolder
  readonly #entries = new Map<string, Entry>()
  /** Sandboxes that have ended and are still stored. */
  readonly #ended = new Set<string>()
  /** Taken but not opened, and not given back yet, because the storage could not be reached. */
  readonly #unopened = new Set<Holding>()
  /** The bells that ring when a system has changed, by playground and by the system's name in it. */
  readonly #bells = new Map<string, Map<string, readonly Bell[]>>()
  readonly #reportError: (error: unknown) => void
  readonly #stops: readonly (() => Promise<void>)[]
  #hasKept = false
  #isClosed = false

  constructor(options: HeldOptions) {
    this.#options = options
    this.#holder = new ChannelHolder(() => options.service().store, options.now)
    this.#reportError = seldom(options.onError, options.now)
    // Leases must be renewed however long the other work takes.
    this.#stops = [this.#repeat(() => this.#holdOn()), this.#repeat(() => this.#tidy())]
  }

  async open(sandbox: WiredSandbox): Promise<readonly Wire[]> {
    const system = this.#options.service().systems.find(({ type }) => type === sandbox.type)
    if (system === undefined || system.group === null || this.#openersOf(system).length === 0) return []
    if (this.#isClosed) throw new ApiError('UNAVAILABLE', 'The server is shutting down. Try again shortly.')
    const known = this.#entries.get(sandbox.id)
    if (known !== undefined) return (await known.opening).wires
    const opening = this.#openAll(sandbox, system, system.group.name)
    const entry: Entry = { openedAt: performance.now(), opening, isOpen: false }
    this.#entries.set(sandbox.id, entry)
    try {
      const { wires, isHeld } = await opening
      entry.isOpen = true
      if (!isHeld) this.#entries.delete(sandbox.id)
      return wires
    } catch (error) {
      this.#entries.delete(sandbox.id)
      throw error
    }
  }

  onChange(playgroundId: string, systems: ReadonlySet<string>): void {
    for (const [name, own] of this.#bells.get(playgroundId) ?? []) {
      if (systems.has(name)) for (const bell of own) bell.ring()
    }
  }

  async sweep(): Promise<void> {
    await this.#holdOn()
    await this.#tidy()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#stops.map((stop) => stop()))
    await Promise.all([...this.#entries].map(([id, entry]) => this.#closeOne(id, entry)))
    await this.#options.closePorts()
    // If the storage cannot be reached, other processes wait until the lease expires.
    await this.#holder.end().catch(() => undefined)
  }

  /** The functions that open the channels that a system declares. */
  #openersOf({ wires: own = [], arrivals }: System): readonly Opener[] {
    const { openers: known, webhooks } = this.#options
    const openers = own.flatMap((kind) => known[kind] ?? [])
    if (arrivals === undefined || webhooks === undefined) return openers
    return [...openers, (sandbox, place) => openWebhook(sandbox, { ...place, arrivals }, webhooks)]
  }

  async #openAll(sandbox: WiredSandbox, system: System, group: string): Promise<Opened> {
    await this.#keepPorts()
    const delivers = this.#options.hearsMllp && system.wires?.includes('mllp') === true
    const holding = await this.#holder.take(sandbox, delivers ? this.#options.listeners : undefined)
    if (!(holding instanceof Holding)) return { wires: holding, isHeld: false, close: async () => undefined }
    const opened: OpenChannel[] = []
    const own: Bell[] = []
    const mute = this.#hang(own, sandbox)
    const close = async () => {
      mute()
      await Promise.all(opened.map((wire) => wire.close()))
    }
    try {
      for (const open of this.#openersOf(system)) {
        const bell = new Bell()
        own.push(bell)
        opened.push(await open(sandbox, { group, holding, bell }))
      }
      const wires = opened.map(({ wire }) => wire)
      await holding.save({ wires })
      return { wires, isHeld: true, close }
    } catch (error) {
      await close()
      await holding.giveBack().catch(() => this.#unopened.add(holding))
      throw error
    }
  }

  /** Makes bells ring when a system changes, until the returned function is called. */
  #hang(own: readonly Bell[], { type, key, playgroundId }: WiredSandbox): () => void {
    const name = withSystemKey(type, key)
    const ofPlayground = this.#bells.get(playgroundId) ?? new Map<string, readonly Bell[]>()
    this.#bells.set(playgroundId, ofPlayground.set(name, own))
    return () => {
      if (ofPlayground.get(name) === own) ofPlayground.delete(name)
      if (ofPlayground.size === 0) this.#bells.delete(playgroundId)
    }
  }

  /**
   * Reserves the MLLP ports that other processes had given to sandboxes, so that the sandboxes get the same ports when
   * they are opened again here.
   */
  async #keepPorts(): Promise<void> {
    if (this.#hasKept) return
    for (const [id, wires] of await this.#holder.ofOthers()) {
      for (const { kind, host, port } of wires) {
        if (kind === 'mllp' && host === this.#options.host) this.#options.ports.reserve(port, id, reserveMs)
      }
    }
    this.#hasKept = true
  }

  async #closeOne(id: string, entry: Entry): Promise<void> {
    if (!this.#entries.delete(id)) return
    await (await entry.opening.catch(() => undefined))?.close()
  }

  async #hasEnded(id: string, openedAt: number): Promise<boolean> {
    const status = await this.#options.service().sandboxStatus(id)
    if (status === 'active') return false
    return status !== 'pending' || performance.now() - openedAt >= pendingMs
  }

  #openEntries(): readonly (readonly [string, Entry])[] {
    return [...this.#entries].filter(([, { isOpen }]) => isOpen)
  }

  /** Closes the sandboxes that other processes have taken, and only then renews the lease on the rest. */
  async #holdOn(): Promise<void> {
    const open = this.#openEntries()
    const lost = new Set(await this.#holder.lostOf(open.map(([id]) => id)))
    await this.#aboutEach(
      open.filter(([id]) => lost.has(id)),
      ([id, entry]) => this.#closeOne(id, entry),
    )
    await this.#holder.renew()
  }

  async #tidy(): Promise<void> {
    await this.#aboutEach(this.#openEntries(), async ([id, entry]) => {
      if (!(await this.#hasEnded(id, entry.openedAt))) return
      await this.#closeOne(id, entry)
      this.#ended.add(id)
    })
    await this.#aboutEach([...this.#unopened], async (holding) => {
      // If there is an entry, the sandbox has been opened in the meantime.
      if (!this.#entries.has(holding.doc.id)) await holding.giveBack()
      this.#unopened.delete(holding)
    })
    await this.#aboutEach([...this.#ended], async (id) => {
      await this.#holder.forget(id)
      this.#options.ports.forget(id)
      this.#ended.delete(id)
    })
    await this.#aboutEach(await this.#holder.abandoned(), async (id) => {
      if (await this.#hasEnded(id, 0)) this.#ended.add(id)
      const sandbox = this.#ended.has(id) ? undefined : await this.#options.service().wiredSandbox(id)
      // After a failure, the holder lists the sandbox again.
      if (sandbox !== undefined && !this.#isClosed) await this.open(sandbox)
    })
  }

  /** Acts on each item, `askedAtOnce` at a time. A failure is reported and does not stop the others. */
  async #aboutEach<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
    const left = items.values()
    const actOnLeft = async () => {
      for (const item of left) await act(item).catch(this.#reportError)
    }
    await Promise.all(Array.from({ length: Math.min(askedAtOnce, items.length) }, actOnLeft))
  }

  /**
   * Repeats an action, with a pause after each time, until the returned function is called. Errors are reported, and do
   * not end it: the store may be unreachable for some time.
   */
  #repeat(act: () => Promise<void>): () => Promise<void> {
    let acting = Promise.resolve()
    let timer: NodeJS.Timeout
    const later = () => {
      timer = setTimeout(async () => {
        acting = act().catch(this.#reportError)
        await acting
        if (!this.#isClosed) later()
      }, sweepMs)
      timer.unref()
    }
    later()
    return async () => {
      clearTimeout(timer)
      await acting
    }
  }
}

/** Reports an error unless one with its message was reported in the last minute. */
function seldom(report: (error: unknown) => void, now: () => number): (error: unknown) => void {
  const lastReports = new Map<string, number>()
  return (error) => {
    const at = now()
    for (const [message, last] of lastReports) if (at - last >= 60_000) lastReports.delete(message)
    if (lastReports.has(String(error))) return
    lastReports.set(String(error), at)
    report(error)
  }
}
