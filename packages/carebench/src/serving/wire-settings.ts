import { isIP } from 'node:net'
import type { ChannelsOptions, PortRange } from '@carebench/server/channels'
import { UsageError } from '../terminal/exit-reason.js'
import type { Settings } from './settings.js'

/** The options of channels that are determined by settings alone. */
export type WireSettings = Omit<ChannelsOptions, 'service' | 'hostKeySeed' | 'tls' | 'onWebhook' | 'onError'>

/** Returns the options of the configured channels; undefined if there are none. Throws a {@link UsageError}. */
export function wireSettings(settings: Settings): WireSettings | undefined {
  const { wires = [], host, 'wire-ports': ports, 'wire-host': publicHost, 'wire-listeners': listeners } = settings
  if (wires.length === 0) {
    const given = (['wire-host', 'wire-tls-cert', 'wire-tls-key', 'wire-listeners', 'wire-webhook-url'] as const).find(
      (name) => name in settings,
    )
    if (given !== undefined) throw new UsageError(`--${given} needs --wires: add --wires mllp, or leave it out`)
    return undefined
  }
  if (publicHost === undefined && (host === '0.0.0.0' || host === '::')) {
    throw new UsageError(
      `--wires needs --wire-host with --host ${host}: the name under which agents reach this machine`,
    )
  }
  return {
    kinds: [...new Set(wires)],
    address: host,
    host: publicHost ?? host,
    ports: ports === '0' ? 'any' : parseRange('wire-ports', ports),
    ...(listeners === undefined ? {} : { listeners: readListeners(settings, listeners) }),
    ...readWebhooks(settings, wires.includes('webhook')),
  }
}

/** Describes the channels for the terminal. */
export function wiresText({ kinds, address, host = address, ports, listeners, webhooks }: WireSettings): string {
  const opened = kinds.filter((kind) => kind !== 'webhook')
  const on = ports === 'any' ? 'on free ports' : `on the ports ${ports.from}-${ports.to}`
  const lines = [
    ...(opened.length > 0 ? [`  wires                         ${opened.join(', ')} at ${host}, ${on}`] : []),
    ...(listeners === undefined
      ? []
      : [
          `  listeners of agents           at ${listeners.host}, on the ports ` +
            `${listeners.ports.from}-${listeners.ports.to}`,
        ]),
    ...(webhooks === undefined ? [] : [`  webhooks                      go to ${webhooks.url.href}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function readListeners(
  { 'wire-remote-listeners': remote }: Settings,
  text: string,
): { host: string; ports: PortRange } {
  const mark = text.lastIndexOf(':')
  const host = text.slice(0, mark).replace(/^\[|\]$/g, '')
  if (remote !== 'on' && !isLoopback(host)) {
    throw new UsageError(
      `--wire-listeners: ${host} is not this machine; name 127.0.0.1, or allow others with --wire-remote-listeners on`,
    )
  }
  return { host, ports: parseRange('wire-listeners', text.slice(mark + 1)) }
}

function readWebhooks(
  { 'wire-webhook-url': text, 'wire-private-webhooks': allowed }: Settings,
  isWanted: boolean,
): Pick<ChannelsOptions, 'webhooks'> {
  if (!isWanted && text === undefined) return {}
  if (!isWanted) throw new UsageError('--wire-webhook-url needs --wires webhook: add it, or leave the URL out')
  if (text === undefined) throw new UsageError('--wires webhook needs --wire-webhook-url: where the webhooks go')
  const allowsPrivate = allowed === 'on'
  const example = 'such as https://agent.example.org/arrivals'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UsageError(`--wire-webhook-url: expected a URL without credentials ${example}; got ${text}`)
  }
  if (url.protocol === 'http:' && !allowsPrivate) {
    throw new UsageError(
      `--wire-webhook-url: expected https, ${example}; or allow http with --wire-private-webhooks on`,
    )
  }
  return { webhooks: { url, allowsPrivate } }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function parseRange(name: string, text: string): PortRange {
  const [from = 0, to = 0] = text.split('-').map(Number)
  if (from > to || to > 65_535) {
    throw new UsageError(`--${name}: expected the first and the last port, such as 40000-40100; got ${text}`)
  }
  return { from, to }
}
