import { digestBytes } from '../digest.js'

/**
 * The address of a system below a run, or the host that its links have in tool results. Its length is bounded, because
 * a text of many `http://` would be rescanned from each.
 */
const systemAddress =
  /https?:\/\/(?:[^\s"<>\\]{0,255}?\/v1\/benchmark-runs\/[^\s"<>\\/]+\/[^\s"<>\\/]+|[a-z0-9.-]+\.clinic\.example)\//g

/**
 * Returns the SHA-256 of a response body as in the log of a task run, where addresses below the system are relative,
 * because the log is independent of the server.
 */
export function digestOfText(body: string): string {
  return digestBytes(body.replaceAll(systemAddress, ''))
}

/** Like {@link digestOfText} for a binary body; the log has its base64. */
export function digestOfBytes(base64: string): string {
  return digestBytes(base64)
}
