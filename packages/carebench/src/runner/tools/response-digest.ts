import { digestOf } from '../digest.js'

/**
 * The address of a system below a run, or the host that its links have in the results of tools. Its length is bounded:
 * a text of nothing but `http://` would be read again from each of them.
 */
const systemAddress =
  /https?:\/\/(?:[^\s"<>\\]{0,255}?\/v1\/benchmark-runs\/[^\s"<>\\/]+\/[^\s"<>\\/]+|[a-z0-9.-]+\.clinic\.example)\//g

/**
 * The SHA-256 of a response body as the log of a task run has it: there, addresses below the system are relative,
 * because the log belongs to no server.
 */
export function digestOfText(body: string): string {
  return digestOf(body.replaceAll(systemAddress, ''))
}

/** As {@link digestOfText}, of a body that is no text; the log has its base64. */
export function digestOfBytes(base64: string): string {
  return digestOf(base64)
}
