import type { Wire } from '@carebench/protocol'
import { deriveSandboxCredentials, type SandboxCredentials } from '../auth/sandbox-credentials.js'

/** A sandbox to which wires lead. */
export interface WiredSandbox {
  readonly id: string
  /** The type of its system, such as `HL7`. */
  readonly type: string
  /** Undefined for the first of its type. */
  readonly key?: string
  readonly credentials: SandboxCredentials
}

/** Ways to sandboxes other than HTTP, such as those of `@carebench/wires`. */
export interface SandboxWires {
  /**
   * The wires of a sandbox, which it opens first if they are not open; none for a system that has none. While they are open, the answer is
   * the same. Rejects with an ApiError `UNAVAILABLE` if they cannot be opened. Whoever opens them closes them after the
   * sandbox has ended; see `Service.sandboxStatus`.
   */
  open(sandbox: WiredSandbox): Promise<readonly Wire[]>
}

/** The wires of a sandbox as a member of a response: absent if it has none. */
export async function wiresOf(
  { wires, secret }: { readonly wires: SandboxWires | null; readonly secret: Uint8Array },
  sandbox: Omit<WiredSandbox, 'credentials'>,
): Promise<{ readonly wires?: Wire[] }> {
  if (wires === null) return {}
  const opened = await wires.open({ ...sandbox, credentials: deriveSandboxCredentials(secret, sandbox.id) })
  return opened.length === 0 ? {} : { wires: [...opened] }
}
