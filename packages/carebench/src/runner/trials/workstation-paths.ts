import type { JsonValue } from '@carebench/protocol'
import type { ProxyRequest, ProxyResponse } from './proxy-response.js'

/** The paths of a task run's workstation, which browsers access with a cookie instead of the trial's token. */
export class WorkstationPaths {
  readonly #pages: string
  readonly #link: string

  constructor(taskRunId: string) {
    this.#pages = `/workstations/${taskRunId}/`
    this.#link = `/v1/task-runs/${taskRunId}/workstation`
  }

  /** Whether a path belongs to a page. */
  hasPage(path: string): boolean {
    return path.startsWith(this.#pages)
  }

  /** Whether a request creates the link that opens the pages. */
  opens({ method, path }: Pick<ProxyRequest, 'method' | 'path'>): boolean {
    return method === 'POST' && path === this.#link
  }

  /**
   * Returns the submission in a request to a page; undefined if there is none. The service receives the submission too,
   * and completes the task run only once.
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

/** Changes a cookie so that a browser keeps it although it reaches the proxy over plain HTTP, on this machine only. */
export function plainCookie(cookie: string): string {
  return cookie.replace(/; Secure\b/i, '')
}
