import type { Wire } from '@carebench/protocol'
import type { WiredService } from './agent-calls.js'
import type { Bell } from './bell.js'
import type { Holding } from './holding.js'
import type { WireLimits } from './limits.js'
import type { Ports } from './port-range.js'

/** What the wires of all kinds share in a process. */
export interface SharedOptions {
  readonly service: () => WiredService
  readonly ports: Ports
  /** The host given to agents. */
  readonly host: string
  readonly limits: WireLimits
  readonly now: () => number
}

/** What a wire is opened for, beside its sandbox. */
export interface WirePlace {
  /** Of the calls of its system: `hl7`. */
  readonly group: string
  readonly holding: Holding
  /** Rings when the system has changed. */
  readonly bell: Bell
}

/** An open wire. */
export interface OpenWire {
  readonly wire: Wire
  close(): Promise<void>
}
