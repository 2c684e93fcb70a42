import type { WireKind } from '@carebench/protocol'
import { Admission } from './admission.js'
import type { ChannelService } from './agent-calls.js'
import { type Channels, HeldChannels } from './held-channels.js'
import { type ChannelLimits, defaultChannelLimits } from './limits.js'
import { type MllpOptions, openMllp } from './mllp/mllp-channel.js'
import { type PortRange, Ports } from './port-range.js'
import { faxApi } from './provider/fax/fax-api.js'
import type { ProviderApi } from './provider/provider-api.js'
import { openProviderPort, type ProviderPort } from './provider/provider-port.js'
import { smsApi } from './provider/sms/sms-api.js'
import { openSftpPort, type SftpPort } from './sftp/sftp-channel.js'
import type { WebhookReceiver, WebhookReport } from './webhook/webhook-channel.js'

/** Options of {@link createChannels}. */
export interface ChannelsOptions {
  /** The kinds of channels to open. */
  readonly kinds: readonly WireKind[]
  /** Returns the service that the channels lead to. A function, because the service is created after its channels. */
  readonly service: () => ChannelService
  /** The address to listen on. */
  readonly address: string
  /** The host name given to agents; default: the address. */
  readonly host?: string
  /**
   * The ports to listen on: the first free one is for SFTP, the next for `sms-api` and `fax-api`, the others are for
   * MLLP, one for each sandbox. `any`: any free ports.
   */
  readonly ports: PortRange | 'any'
  /** A certificate and its key, PEM, for MLLP, `sms-api` and `fax-api`. Default: without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Where agents listen for HL7 messages: each sandbox delivers to one of the ports. Default: nothing is delivered. */
  readonly listeners?: { readonly host: string; readonly ports: PortRange }
  /** 32 secret bytes from which the SFTP host key is derived; required for SFTP. The same bytes give the same key. */
  readonly hostKeySeed?: Uint8Array
  /** The receiver of webhooks; required for webhooks. */
  readonly webhooks?: WebhookReceiver
  /** Called for each webhook request that got a response or failed. Must not throw. */
  readonly onWebhook?: (report: WebhookReport) => void
  /**
   * Called for failures of background work, such as opening the channels of a process that has ended; the work is
   * retried. At most once a minute for each message. Must not throw.
   */
  readonly onError?: (error: unknown) => void
  /** Overrides of the defaults of {@link ChannelLimits}. */
  readonly limits?: Partial<ChannelLimits>
  /** The time in milliseconds since 1970, for leases, acknowledgments and limits; default: that of the machine. */
  readonly now?: () => number
}

const allApis: readonly ProviderApi[] = [smsApi, faxApi]

/**
 * Opens the channels that the systems of sandboxes declare: an MLLP port for each HL7 sandbox, one shared SFTP port,
 * one shared port for the APIs of providers, and webhooks that announce arrivals.
 *
 * Create only one for each service and process: a second one would take over the sandboxes of the first.
 *
 * Throws a MissingSshError if `kinds` has `sftp` and ssh2 is not installed, a TypeError or RangeError if an option that
 * a kind requires is absent or invalid, and an Error if no port is free.
 */
export async function createChannels(options: ChannelsOptions): Promise<Channels> {
  const { service, address, kinds } = options
  const limits: ChannelLimits = { ...defaultChannelLimits, ...options.limits }
  const ports = new Ports(address, options.ports, limits.portRestMs)
  const now = options.now ?? Date.now
  const shared = { service, ports, host: options.host ?? address, limits, now }
  const mllp: MllpOptions = { ...shared, admission: new Admission(limits), tls: options.tls }
  const receiver = kinds.includes('webhook') ? readWebhooks(options) : undefined
  const sftp = kinds.includes('sftp') ? await openSftp(shared, options.hostKeySeed) : undefined
  const apis = allApis.filter(({ kind }) => kinds.includes(kind))
  const providers = apis.length > 0 ? await openProviders(apis, { ...shared, tls: options.tls }, sftp) : undefined
  const report = options.onWebhook ?? (() => undefined)
  const held = new HeldChannels({
    ...shared,
    hearsMllp: kinds.includes('mllp'),
    listeners: options.listeners,
    onError: options.onError ?? (() => undefined),
    openers: {
      sftp: sftp && ((...of) => sftp.open(...of)),
      mllp: kinds.includes('mllp') ? (...of) => openMllp(...of, mllp) : undefined,
      ...Object.fromEntries(apis.map((api) => [api.kind, providers && ((...of) => providers.open(...of, api))])),
    },
    webhooks: receiver && { service, receiver, limits, now, posting: { count: 0 }, report },
    closePorts: async () => void (await Promise.all([sftp?.close(), providers?.close()])),
  })
  // Does not use `this`, so that callers may destructure the methods.
  return {
    open: (sandbox) => held.open(sandbox),
    onChange: (playgroundId, systems) => held.onChange(playgroundId, systems),
    sweep: () => held.sweep(),
    close: () => held.close(),
  }
}

function readWebhooks({ webhooks }: ChannelsOptions): WebhookReceiver {
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
  try {
    const port = await openProviderPort(apis, options)
    if (port !== undefined) return port
    throw new Error(`No port is free for ${apis.map(({ kind }) => kind).join(' and ')}.`)
  } catch (error) {
    await sftp?.close()
    throw error
  }
}
