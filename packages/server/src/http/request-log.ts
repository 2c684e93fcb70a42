import type { ErrorCode } from '@carebench/protocol'
import type { LimitName } from './fair-share.js'

/**
 * The log entry of one request. It contains nothing that a caller wrote but the method and a well-formed request id: no
 * path, header, query or body; texts that look like carebench tokens are removed from errors (Specification 5, rule 7).
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
  /** The path of the operation with the names of its parameters, `/task-runs/{id}`; null if it did not reach one. */
  readonly path: string | null
  /** Null if the client disconnected before there was a response. */
  readonly status: number | null
  /** From the end of the request's headers to the end of the response, in milliseconds. */
  readonly ms: number
  /** Of the body of the response. */
  readonly bytes: number
  /** The error code of a refusal; absent for those of simulated systems in their own formats. */
  readonly code?: ErrorCode
  /** The limit because of which it was answered 429; absent for the limits of a run. */
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

/** The text without tokens. */
export function withoutTokens(text: string): string {
  return text.replace(token, '$1_…')
}

/** The cause of a failure in the form for logs: its stack, and the stacks of its causes down to the fourth. */
export function loggedError(cause: unknown): string {
  const parts: string[] = []
  let at = cause
  for (let depth = 0; depth < 4 && at !== undefined; depth++) {
    parts.push(at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : String(at))
    at = at instanceof Error ? at.cause : undefined
  }
  return withoutTokens(parts.join('\ncaused by: '))
}
