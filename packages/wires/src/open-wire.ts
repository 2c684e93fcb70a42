import type { Wire } from '@carebench/protocol'

/** An open wire. */
export interface OpenWire {
  readonly wire: Wire
  close(): Promise<void>
}
