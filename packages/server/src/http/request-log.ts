import type { ErrorCode } from '@carebench/protocol'
import type { LimitName } from './fair-share.js'

/**
 * The log entry of one request. Of the caller's data, it contains only the method and a well-formed request id: no
 * path, header, query or body. Texts that look like carebench tokens are removed from errors (Specification 5, rule 7).
 */
export interface RequestLogLine {
  readonly level: 'info' | 'error'
  readonly event: 'request'
  readonly request_id: string
  /** The address of the client; empty if it is unknown. */
  readonly client: string
  /** Null if no request line could be parsed. */
  readonly method: string | null
  /** The id of the operation; null if the request did not reach one. */
  readonly operation: string | null
  /** The path template of the operation, `/task-runs/{id}`; null if the request did not reach one. */
  readonly path: string | null
  /** Null if the client disconnected before there was a response. */
  readonly status: number | null
  /** From the end of the request's headers to the end of the response, in milliseconds. */
  readonly ms: number
  /** Size of the response body. */
  readonly bytes: number
  /** The error code of a rejection; absent for rejections by simulated systems in their own formats. */
  readonly code?: ErrorCode
  /** The limit that caused a 429; absent for the limits of a run. */
  readonly limit?: LimitName
  /** The organization of the authenticated caller. */
  readonly organization_id?: string
  /** The benchmark run whose token the caller has. */
  readonly run_id?: string
  /** True if the client disconnected before it had the whole response. */
  readonly aborted?: true
  /** The cause of a 500, never sent to the client. */
  readonly error?: string
}

/** Called with a line for each request, for example `(line) => console.error(JSON.stringify(line))`. */
export type RequestLog = (line: RequestLogLine) => void

const token = /\b(vk|vop|vrl_slv|vrl_run|vrl_acc)_[A-Za-z0-9_-]+/g

/** Removes tokens from a text. */
export function withoutTokens(text: string): string {
  return text.replace(token, '$1_…')
}

/** Formats the cause of a failure for logs: its stack, and the stacks of at most three causes below it. */
export function loggedError(cause: unknown): string {
  const parts: string[] = []
  let at = cause
  for (let depth = 0; depth < 4 && at !== undefined; depth++) {
    parts.push(at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : String(at))
    at = at instanceof Error ? at.cause : undefined
  }
  return withoutTokens(parts.join('\ncaused by: '))
}
