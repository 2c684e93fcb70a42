import type { Wire } from '@carebench/protocol'
import type { Bell } from './bell.js'
import type { Holding } from './holding.js'

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
