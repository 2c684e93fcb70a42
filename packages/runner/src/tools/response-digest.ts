import { digestOf } from '../digest.js'

/** The address of a system below a run. */
const systemAddress = /https?:\/\/[^\s"<>\\]*?\/v1\/benchmark-runs\/[^\s"<>\\/]+\/[^\s"<>\\/]+\//g

/**
 * The SHA-256 of a response body as the log of a task run has it: there, addresses below the system are relative, because the
 * log belongs to no server.
 */
export function digestOfText(body: string): string {
  return digestOf(body.replaceAll(systemAddress, ''))
}

/** As {@link digestOfText}, of a body that is no text; the log has its base64. */
export function digestOfBytes(base64: string): string {
  return digestOf(base64)
}
