import type { JsonValue } from '@carebench/protocol'
import type { ProxyRequest, ProxyResponse } from './proxy-response.js'

/**
 * The paths of a service at which a browser works a task run: it is let in by a cookie instead of the token of the
 * trial.
 */
export class WorkstationPaths {
  readonly #pages: string
  readonly #link: string

  constructor(taskRunId: string) {
    this.#pages = `/workstations/${taskRunId}/`
    this.#link = `/v1/task-runs/${taskRunId}/workstation`
  }

  /** Whether a path is that of a page. */
  hasPage(path: string): boolean {
    return path.startsWith(this.#pages)
  }

  /** Whether a request creates the link that opens the pages. */
  opens({ method, path }: Pick<ProxyRequest, 'method' | 'path'>): boolean {
    return method === 'POST' && path === this.#link
  }

  /**
   * What a page has submitted; undefined if it has not. The service has the output too, and completes the task run
   * once.
   */
  submissionIn({ method, path, body }: ProxyRequest, { status }: ProxyResponse): { output?: JsonValue } | undefined {
    if (method !== 'POST' || path !== `${this.#pages}submit` || status !== 200) return undefined
    const output = new URLSearchParams(Buffer.from(body).toString('utf8')).get('output') ?? ''
    try {
      return output === '' ? {} : { output: JSON.parse(output) as JsonValue }
    } catch {
      return undefined
    }
  }
}

/** A cookie as a browser keeps it that reaches the proxy over plain HTTP, on this machine only. */
export function plainCookie(cookie: string): string {
  return cookie.replace(/; Secure\b/i, '')
}
