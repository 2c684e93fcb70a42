import type { Wire } from '@carebench/protocol'
import type { ChannelService } from './agent-calls.js'
import type { Bell } from './bell.js'
import type { Holding } from './holding.js'
import type { ChannelLimits } from './limits.js'
import type { Ports } from './port-range.js'

/** What the channels of all kinds share in a process. */
export interface SharedOptions {
  readonly service: () => ChannelService
  readonly ports: Ports
  /** The host given to agents. */
  readonly host: string
  readonly limits: ChannelLimits
  readonly now: () => number
}

/** What a channel is opened for, beside its sandbox. */
export interface ChannelPlace {
  /** Of the calls of its system: `hl7`. */
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
