import { ApiError, type Wire, type WireKind, withSystemKey } from '@carebench/protocol'
import type { SandboxWires, System, WiredSandbox } from '@carebench/service'
import { Admission } from './admission.js'
import type { ChannelService } from './agent-calls.js'
import { Bell } from './bell.js'
import { ChannelHolder } from './channel-holder.js'
import { Holding } from './holding.js'
import { type ChannelLimits, defaultChannelLimits } from './limits.js'
import { type MllpOptions, openMllp } from './mllp/mllp-channel.js'
import type { ChannelPlace, OpenChannel } from './open-channel.js'
import { type PortRange, Ports } from './port-range.js'
import { faxApi } from './provider/fax/fax-api.js'
import type { ProviderApi } from './provider/provider-api.js'
import { openProviderPort, type ProviderPort } from './provider/provider-port.js'
import { smsApi } from './provider/sms/sms-api.js'
import { openSftpPort, type SftpPort } from './sftp/sftp-channel.js'
import { openWebhook, type WebhookReceiver, type WebhookReport } from './webhook/webhook-channel.js'

/** Options of {@link createChannels}. */
export interface ChannelsOptions {
  readonly kinds: readonly WireKind[]
  /** The service that the channels are in front of. Called later, because a service gets its channels when it is created. */
  readonly service: () => ChannelService
  /** The address to listen on. */
  readonly address: string
  /** The host that agents are told; default: the address. */
  readonly host?: string
  /**
   * The ports to listen on: the first free ones are that of SFTP and that of `sms-api` and `fax-api`, the others are for MLLP, one for each
   * sandbox. `any`: whichever are free.
   */
  readonly ports: PortRange | 'any'
  /** A certificate and its key, PEM, for MLLP, `sms-api` and `fax-api`. Default: without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Where agents listen for HL7 messages: each sandbox delivers to one of the ports. Default: nothing is delivered. */
  readonly listeners?: { readonly host: string; readonly ports: PortRange }
  /** 32 secret bytes from which the host key of SFTP is made; needed for SFTP. The same bytes make the same key. */
  readonly hostKeySeed?: Uint8Array
  /** Where webhooks go; needed for them. */
  readonly webhooks?: WebhookReceiver
  /** Called for each request of a webhook that was answered or has failed. Must not throw. */
  readonly onWebhook?: (report: WebhookReport) => void
  /**
   * Called for what fails while nobody waits for it, such as opening the channels of a process that has ended; it is tried again. Once a minute
   * for each message. Must not throw.
   */
  readonly onError?: (error: unknown) => void
  readonly limits?: Partial<ChannelLimits>
  /** The time in milliseconds, for acknowledgments; default: that of the machine. */
  readonly now?: () => number
}

/** Ways to sandboxes besides the paths of the service, and webhooks from them. Pass it to `createService` as `wires`. */
export interface Channels extends SandboxWires {
  /** Closes the channels of sandboxes that have ended, and opens those of processes that have. Called once a second by itself. */
  sweep(): Promise<void>
  /** Closes everything. */
  close(): Promise<void>
}

/** The channels of a sandbox; `isHeld` if they are of this process. */
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
type Opener = (sandbox: WiredSandbox, place: ChannelPlace) => OpenChannel | Promise<OpenChannel>

const allApis: readonly ProviderApi[] = [smsApi, faxApi]

/** How often it checks which sandboxes have ended, and which ones others hold by now, in milliseconds. */
const sweepMs = 1_000
/** So many sandboxes are asked about at a time. */
const askedAtOnce = 16
/** A start that has failed leaves channels of a sandbox that is not active; they are closed after so many milliseconds. */
const pendingMs = 60_000
/** For so long, the ports of sandboxes whose processes have ended are kept for them. */
const reserveMs = 60_000

/**
 * Opens channels for sandboxes, as their systems declare: an MLLP port for each that speaks it, one SFTP port for all, one port for all in
 * the shapes of interfaces of providers, and webhooks that tell what arrives.
 *
 * One of them for a service and a process: what it holds, another of the same service would take from it.
 *
 * Throws a MissingSshError if SFTP is wanted and ssh2 is not installed, an Error if no port is free.
 */
export async function createChannels(options: ChannelsOptions): Promise<Channels> {
  const { service, address, kinds } = options
  const limits: ChannelLimits = { ...defaultChannelLimits, ...options.limits }
  const ports = new Ports(address, options.ports, limits.portRestMs)
  const now = options.now ?? Date.now
  const shared = { service, ports, host: options.host ?? address, limits, now }
  const mllp: MllpOptions = { ...shared, admission: new Admission(limits), tls: options.tls }
  const sftp = kinds.includes('sftp') ? await openSftp(shared, options.hostKeySeed) : undefined
  const entries = new Map<string, Entry>()
  const holder = new ChannelHolder(() => service().store, now)
  /** Sandboxes that have ended and are still stored. */
  const ended = new Set<string>()
  /** Taken and not opened, and the storage did not take them back. */
  const unopened = new Set<Holding>()
  const tellError = seldom(options.onError ?? (() => undefined), now)
  let isClosed = false

  /** What rings when a system has changed, by the playground and its name there. */
  const bells = new Map<string, Map<string, readonly Bell[]>>()
  /** Keeps the ports that agents of other processes were told, until those sandboxes have been opened again. */
  const keepPorts = async () => {
    if (hasKept) return
    for (const [id, wires] of await holder.ofOthers()) {
      for (const { kind, host, port } of wires) {
        if (kind === 'mllp' && host === shared.host) ports.reserve(port, id, reserveMs)
      }
    }
    hasKept = true
  }
  let hasKept = false

  const webhooks = kinds.includes('webhook') ? webhooksOf(options) : undefined
  const posting = { count: 0 }
  const report = options.onWebhook ?? (() => undefined)

  const apis = allApis.filter(({ kind }) => kinds.includes(kind))
  const providerPort = apis.length > 0 ? await openProviders(apis, { ...shared, tls: options.tls }, sftp) : undefined

  /** What opens the channels of a kind. */
  const openerOf = (kind: WireKind): Opener | undefined => {
    if (!kinds.includes(kind)) return undefined
    if (kind === 'sftp') return sftp && ((...of) => sftp.open(...of))
    if (kind === 'mllp') return (...of) => openMllp(...of, mllp)
    const api = apis.find((one) => one.kind === kind)
    return api && providerPort && ((...of) => providerPort.open(...of, api))
  }
  /** What opens the channels of a sandbox, as its system declares them. */
  const openersOf = ({ wires: own = [], arrivals }: System): readonly Opener[] => {
    const openers = own.flatMap((kind) => openerOf(kind) ?? [])
    if (arrivals === undefined || webhooks === undefined) return openers
    const told = { service, receiver: webhooks, limits, now, posting, report }
    return [...openers, (sandbox, place) => openWebhook(sandbox, { ...place, arrivals }, told)]
  }
  const systemOf = ({ type }: WiredSandbox) => service().systems.find((system) => system.type === type)
  const delivers = ({ wires: own = [] }: System) => own.includes('mllp') && kinds.includes('mllp')
  const openAll = async (sandbox: WiredSandbox, system: System, group: string): Promise<Opened> => {
    await keepPorts()
    const holding = await holder.take(sandbox, delivers(system) ? options.listeners : undefined)
    if (!(holding instanceof Holding)) return { wires: holding, isHeld: false, close: async () => undefined }
    const opened: OpenChannel[] = []
    const own: Bell[] = []
    const name = withSystemKey(sandbox.type, sandbox.key)
    const bellsOfPlayground = bells.get(sandbox.playgroundId) ?? new Map<string, readonly Bell[]>()
    bells.set(sandbox.playgroundId, bellsOfPlayground.set(name, own))
    const close = async () => {
      if (bellsOfPlayground.get(name) === own) bellsOfPlayground.delete(name)
      if (bellsOfPlayground.size === 0) bells.delete(sandbox.playgroundId)
      await Promise.all(opened.map((wire) => wire.close()))
    }
    try {
      for (const open of openersOf(system)) {
        const bell = new Bell()
        own.push(bell)
        opened.push(await open(sandbox, { group, holding, bell }))
      }
      const wires = opened.map(({ wire }) => wire)
      await holding.save({ wires })
      return { wires, isHeld: true, close }
    } catch (error) {
      await close()
      await holding.giveBack().catch(() => unopened.add(holding))
      throw error
    }
  }
  const openOne = async (sandbox: WiredSandbox): Promise<readonly Wire[]> => {
    const system = systemOf(sandbox)
    if (system === undefined || system.group === null || openersOf(system).length === 0) return []
    if (isClosed) throw new ApiError('UNAVAILABLE', 'The server is shutting down. Try again shortly.')
    const known = entries.get(sandbox.id)
    if (known !== undefined) return (await known.opening).wires
    const entry: Entry = {
      openedAt: performance.now(),
      opening: openAll(sandbox, system, system.group.name),
      isOpen: false,
    }
    entries.set(sandbox.id, entry)
    try {
      const { wires, isHeld } = await entry.opening
      entry.isOpen = true
      if (!isHeld) entries.delete(sandbox.id)
      return wires
    } catch (error) {
      entries.delete(sandbox.id)
      throw error
    }
  }
  const closeOne = async (id: string, entry: Entry) => {
    if (!entries.delete(id)) return
    await (await entry.opening.catch(() => undefined))?.close()
  }
  const hasEnded = async (id: string, openedAt: number) => {
    const status = await service().sandboxStatus(id)
    if (status === 'active') return false
    return status !== 'pending' || performance.now() - openedAt >= pendingMs
  }
  const openEntries = () => [...entries].filter(([, { isOpen }]) => isOpen)
  /** Acts on each item, `askedAtOnce` at a time. A failure is reported and does not stop the others. */
  const aboutEach = async <Item>(items: readonly Item[], act: (item: Item) => Promise<void>) => {
    const left = items.values()
    const actOnLeft = async () => {
      for (const item of left) await act(item).catch(tellError)
    }
    await Promise.all(Array.from({ length: Math.min(askedAtOnce, items.length) }, actOnLeft))
  }
  /** Closes what others hold by now, and only then goes on holding the rest. */
  const holdOn = async () => {
    const open = openEntries()
    const lost = new Set(await holder.lostOf(open.map(([id]) => id)))
    await aboutEach(
      open.filter(([id]) => lost.has(id)),
      ([id, entry]) => closeOne(id, entry),
    )
    await holder.renew()
  }
  const tidy = async () => {
    await aboutEach(openEntries(), async ([id, entry]) => {
      if (!(await hasEnded(id, entry.openedAt))) return
      await closeOne(id, entry)
      ended.add(id)
    })
    await aboutEach([...unopened], async (holding) => {
      // Otherwise it has been opened in the meantime.
      if (!entries.has(holding.doc.id)) await holding.giveBack()
      unopened.delete(holding)
    })
    await aboutEach([...ended], async (id) => {
      await holder.forget(id)
      ports.forget(id)
      ended.delete(id)
    })
    await aboutEach(await holder.abandoned(), async (id) => {
      if (await hasEnded(id, 0)) ended.add(id)
      const sandbox = ended.has(id) ? undefined : await service().wiredSandbox(id)
      // What fails is tried again.
      if (sandbox !== undefined && !isClosed) await openOne(sandbox)
    })
  }
  /** Again and again, a while after the last time has ended. The store may not be there for some time. */
  const repeat = (act: () => Promise<void>) => {
    let acting = Promise.resolve()
    let timer: NodeJS.Timeout
    const later = () => {
      timer = setTimeout(async () => {
        acting = act().catch(tellError)
        await acting
        if (!isClosed) later()
      }, sweepMs)
      timer.unref()
    }
    later()
    return async () => {
      clearTimeout(timer)
      await acting
    }
  }
  // What is held must not depend on how long the rest takes.
  const stops = [repeat(holdOn), repeat(tidy)]

  return {
    open: openOne,
    onChange(playgroundId, systems) {
      for (const [name, own] of bells.get(playgroundId) ?? []) {
        if (systems.has(name)) for (const bell of own) bell.ring()
      }
    },
    async sweep() {
      await holdOn()
      await tidy()
    },
    async close() {
      isClosed = true
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all([...entries].map(([id, entry]) => closeOne(id, entry)))
      await Promise.all([sftp?.close(), providerPort?.close()])
      // The storage may not be there; then others wait until it is not renewed.
      await holder.end().catch(() => undefined)
    },
  }
}

/** Tells an error if none with its message was told in the last minute. */
function seldom(tell: (error: unknown) => void, now: () => number): (error: unknown) => void {
  const told = new Map<string, number>()
  return (error) => {
    const at = now()
    for (const [message, last] of told) if (at - last >= 60_000) told.delete(message)
    if (told.has(String(error))) return
    told.set(String(error), at)
    tell(error)
  }
}

function webhooksOf({ webhooks }: ChannelsOptions): WebhookReceiver {
  if (webhooks === undefined) throw new TypeError('webhooks must be given for webhooks: { url, allowsPrivate }.')
  return webhooks
}

async function openSftp(
  shared: Omit<Parameters<typeof openSftpPort>[0], 'hostKeySeed'>,
  hostKeySeed: Uint8Array | undefined,
): Promise<SftpPort> {
  if (hostKeySeed === undefined) {
    throw new TypeError('hostKeySeed must be given for SFTP: 32 secret bytes, for example randomBytes(32).')
  }
  const port = await openSftpPort({ ...shared, hostKeySeed })
  if (port === undefined) throw new Error('No port is free for SFTP.')
  return port
}

async function openProviders(
  apis: readonly ProviderApi[],
  options: Parameters<typeof openProviderPort>[1],
  sftp: SftpPort | undefined,
): Promise<ProviderPort> {
  const port = await openProviderPort(apis, options)
  if (port !== undefined) return port
  await sftp?.close()
  throw new Error(`No port is free for ${apis.map(({ kind }) => kind).join(' and ')}.`)
}
