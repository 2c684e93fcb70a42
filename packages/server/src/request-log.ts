/**
 * The log entry of one request. It contains no header, query or body; texts that look like carebench tokens are removed
 * from paths and errors (Specification 5, rule 7).
 */
export interface RequestLogLine {
  readonly level: 'info' | 'error'
  readonly event: 'request'
  readonly request_id: string
  /** Null if no request line could be parsed. */
  readonly method: string | null
  /** Without the query, cut after 1,024 characters; null if no request line could be parsed. */
  readonly path: string | null
  /** Null if the client disconnected before there was a response. */
  readonly status: number | null
  /** From the end of the request's headers to the end of the response, in milliseconds. */
  readonly ms: number
  /** True if the client disconnected before it had the whole response. */
  readonly aborted?: true
  /** The cause of a 500, never sent to the client. */
  readonly error?: string
}

/**
 * Called with a line for each request, for example `(line) => stream.write(JSON.stringify(line) + '
 * ')`.
 */
export type RequestLog = (line: RequestLogLine) => void

const token = /\b(vk|vrl_slv|vrl_run|vrl_acc)_[A-Za-z0-9_-]+/g
const longestPath = 1024

/** The text without tokens. */
export function withoutTokens(text: string): string {
  return text.replace(token, '$1_…')
}

/** The path of a request target in the form for logs. */
export function loggedPath(target: string): string {
  const end = target.search(/[?#]/)
  return withoutTokens(end === -1 ? target : target.slice(0, end)).slice(0, longestPath)
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
