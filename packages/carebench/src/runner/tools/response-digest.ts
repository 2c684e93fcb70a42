import { digestBytes } from '../digest.js'

/**
 * Matches the address of a system below a run, or the host of its links in tool results. The length is bounded, because
 * otherwise a text with many `http://` would be scanned again from each.
 */
const systemAddress =
  /https?:\/\/(?:[^\s"<>\\]{0,255}?\/v1\/benchmark-runs\/[^\s"<>\\/]+\/[^\s"<>\\/]+|[a-z0-9.-]+\.clinic\.example)\//g

/**
 * Returns the SHA-256 of a response body as the log of a task run has it. In the log, addresses below the system are
 * relative, so that it does not depend on the server.
 */
export function digestOfText(body: string): string {
  return digestBytes(body.replaceAll(systemAddress, ''))
}

/** Like {@link digestOfText} for a binary body; the log has its base64. */
export function digestOfBytes(base64: string): string {
  return digestBytes(base64)
}
