import type { Wire } from '@carebench/protocol'
import type { PlaygroundDoc } from '../documents/collections/playgrounds.js'
import { deriveSandboxCredentials, type SandboxCredentials } from './sandbox-credentials.js'

/** A sandbox whose wires are opened. */
export interface WiredSandbox {
  readonly id: string
  /** The type of its system, such as `HL7`. */
  readonly type: string
  /** Undefined for the first of its type. */
  readonly key?: string
  readonly playgroundId: string
  /** The organization that owns its playground. */
  readonly organizationId: string
  readonly credentials: SandboxCredentials
}

/** Connections to sandboxes other than HTTP, such as those of `@carebench/server/channels`. */
export interface SandboxWires {
  /**
   * Returns the wires of a sandbox after opening them if necessary; none for a system without wires. While they are
   * open, the result is the same. Rejects with an ApiError `UNAVAILABLE` if they cannot be opened. The implementation
   * closes them after the sandbox has ended; see `Service.sandboxStatus`.
   */
  open(sandbox: WiredSandbox): Promise<readonly Wire[]>
  /**
   * Called after work in this process on a playground with the systems that have changed meanwhile, by their names in
   * its log: `Fax`, `Fax@imaging`. Changes by other processes, and by time alone, are reported only when such work
   * finds them. Must not throw.
   */
  onChange?(playgroundId: string, systems: ReadonlySet<string>): void
}

/** Returns the wires of a sandbox as a member of a response; absent if it has none. */
export async function readWires(
  { wires, secret }: { readonly wires: SandboxWires | null; readonly secret: Uint8Array },
  playground: PlaygroundDoc,
  sandbox: PlaygroundDoc['sandboxes'][number],
): Promise<{ readonly wires?: Wire[] }> {
  if (wires === null) return {}
  const opened = await wires.open(toWiredSandbox(secret, playground, sandbox))
  return opened.length === 0 ? {} : { wires: [...opened] }
}

/** Returns the data with which the wires of a sandbox are opened. */
export function toWiredSandbox(
  secret: Uint8Array,
  { id: playgroundId, organization_id: organizationId }: PlaygroundDoc,
  { id, type, key }: PlaygroundDoc['sandboxes'][number],
): WiredSandbox {
  const credentials = deriveSandboxCredentials(secret, id)
  return { id, type, ...(key === undefined ? {} : { key }), playgroundId, organizationId, credentials }
}
