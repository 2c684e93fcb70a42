import type { Wire } from '@carebench/protocol'
import type { ChannelService } from './agent-calls.js'
import type { Bell } from './bell.js'
import type { Holding } from './holding.js'
import type { ChannelLimits } from './limits.js'
import type { Ports } from './port-range.js'

/** Options shared by all kinds of channels in a process. */
export interface SharedOptions {
  readonly service: () => ChannelService
  readonly ports: Ports
  /** The host given to agents. */
  readonly host: string
  readonly limits: ChannelLimits
  readonly now: () => number
}

/** The context in which a channel is opened, besides its sandbox. */
export interface ChannelPlace {
  /** The group of the system's calls: `hl7`. */
  readonly group: string
  readonly holding: Holding
  /** Rings when the system has changed. */
  readonly bell: Bell
}

/** An open channel. */
export interface OpenChannel {
  readonly wire: Wire
  close(): Promise<void>
}
