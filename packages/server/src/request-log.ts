/**
 * What is logged of one request. It carries no header, no query and no body, and what looks like a carebench token is cut out
 * of paths and errors (Specification 5, rule 7).
 */
export interface RequestLogLine {
  readonly level: 'info' | 'error'
  readonly event: 'request'
  readonly request_id: string
  /** Null when no request line could be read. */
  readonly method: string | null
  /** Without the query, cut after 1,024 characters; null when no request line could be read. */
  readonly path: string | null
  /** Null when the client went away before there was an answer. */
  readonly status: number | null
  /** From the end of the request's headers to the end of its answer, in milliseconds. */
  readonly ms: number
  /** True when the client went away before it had the whole answer. */
  readonly aborted?: true
  /** The cause of a 500, never sent to the client. */
  readonly error?: string
}

/** Takes a line for each request; `(line) => stream.write(JSON.stringify(line) + '\n')` is a good one. */
export type RequestLog = (line: RequestLogLine) => void

const token = /\b(vk|vrl_slv|vrl_run|vrl_acc)_[A-Za-z0-9_-]+/g
const longestPath = 1024

/** A text without tokens. */
export function withoutTokens(text: string): string {
  return text.replace(token, '$1_…')
}

/** The path of a request target as it may be logged. */
export function loggedPath(target: string): string {
  const end = target.search(/[?#]/)
  return withoutTokens(end === -1 ? target : target.slice(0, end)).slice(0, longestPath)
}

/** The cause of a failure as it may be logged: its stack, and the stacks of its causes down to the fourth. */
export function loggedError(cause: unknown): string {
  const parts: string[] = []
  let at = cause
  for (let depth = 0; depth < 4 && at !== undefined; depth++) {
    parts.push(at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : String(at))
    at = at instanceof Error ? at.cause : undefined
  }
  return withoutTokens(parts.join('\ncaused by: '))
}
