import type { Wire } from '@carebench/protocol'
import type { PlaygroundDoc } from '../documents/collections/playgrounds.js'
import { deriveSandboxCredentials, type SandboxCredentials } from './sandbox-credentials.js'

/** A sandbox to which wires lead. */
export interface WiredSandbox {
  readonly id: string
  /** The type of its system, such as `HL7`. */
  readonly type: string
  /** Undefined for the first of its type. */
  readonly key?: string
  readonly playgroundId: string
  /** Whose playground it is. */
  readonly organizationId: string
  readonly credentials: SandboxCredentials
}

/** Ways to sandboxes other than HTTP, such as those of `@carebench/server/channels`. */
export interface SandboxWires {
  /**
   * The wires of a sandbox, which it opens first if they are not open; none for a system that has none. While they are
   * open, the answer is the same. Rejects with an ApiError `UNAVAILABLE` if they cannot be opened. Anyone who opens
   * them closes them after the sandbox has ended; see `Service.sandboxStatus`.
   */
  open(sandbox: WiredSandbox): Promise<readonly Wire[]>
  /**
   * Called when this process has changed systems of a playground, with the names that its log calls them by: `Fax`,
   * `Fax@imaging`. Other processes are not heard of, nor is time. Must not throw.
   */
  onChange?(playgroundId: string, systems: ReadonlySet<string>): void
}

/** The wires of a sandbox as a member of a response: absent if it has none. */
export async function wiresOf(
  { wires, secret }: { readonly wires: SandboxWires | null; readonly secret: Uint8Array },
  playground: PlaygroundDoc,
  sandbox: PlaygroundDoc['sandboxes'][number],
): Promise<{ readonly wires?: Wire[] }> {
  if (wires === null) return {}
  const opened = await wires.open(wiredSandboxOf(secret, playground, sandbox))
  return opened.length === 0 ? {} : { wires: [...opened] }
}

/** What the wires of a sandbox are opened with. */
export function wiredSandboxOf(
  secret: Uint8Array,
  { id: playgroundId, organization_id: organizationId }: PlaygroundDoc,
  { id, type, key }: PlaygroundDoc['sandboxes'][number],
): WiredSandbox {
  const credentials = deriveSandboxCredentials(secret, id)
  return { id, type, ...(key === undefined ? {} : { key }), playgroundId, organizationId, credentials }
}
