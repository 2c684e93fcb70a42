/** A benchmark or a task, as it is in responses. */
type Item = Readonly<Record<string, unknown>> & { readonly id: string }

interface ShelfRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly token: string | null
  readonly body: Readonly<Record<string, unknown>>
}

/** Returns the page of a list that a query asks for. */
export type Pager = (items: readonly Item[], query: URLSearchParams) => Response

export function json(status: number, body: unknown): Response {
  return Response.json(body, { status })
}

export function refuse(status: number, code: string, message: string): Response {
  return json(status, { error: { code, message } })
}

/**
 * Creates an unfinished third-party server: benchmarks and their tasks, in memory. It uses no code of carebench.
 *
 * @param key - the only organization key that it accepts
 * @param page - cuts its lists into pages
 * @returns a `fetch` that the server answers
 */
export function createTaskShelf(key: string, page: Pager): (url: string, init: RequestInit) => Promise<Response> {
  const benchmarks: Item[] = []
  const tasks: Item[] = []
  let count = 0
  const stamp = (kind: string) => ({ id: `${kind}-${++count}`, created_at: new Date(Date.now() + count).toISOString() })

  const answer = ({ method, path, query, token, body }: ShelfRequest): Response => {
    if (token !== key) return refuse(401, 'UNAUTHORIZED', 'A key is needed: Authorization: Bearer <key>.')
    const [, collection, id, part] = path.split('/')
    if (collection === 'benchmarks' && id === undefined) {
      if (method === 'GET') return page([...benchmarks].reverse(), query)
      if (method !== 'POST') return refuse(405, 'NO_SUCH_METHOD', 'Expected GET or POST.')
      const { name, timeout = 600, concurrency = 1, description = null } = body
      const made = { ...stamp('benchmark'), name, timeout, concurrency, description }
      benchmarks.push(made)
      return json(201, made)
    }
    if (collection !== 'tasks') return refuse(404, 'NOT_HERE', 'This server has only benchmarks and tasks.')
    if (id === undefined && method === 'GET') {
      return page(
        [...tasks].reverse().filter((task) => task.benchmark_id === query.get('benchmark_id')),
        query,
      )
    }
    if (id === undefined) {
      const { benchmark_id, name, task_item = null, tags = [], timeout = null, scenario = null } = body
      const made = { ...stamp('task'), benchmark_id, name, task_item, tags, timeout, scenario }
      tasks.push(made)
      return json(201, made)
    }
    const place = tasks.findIndex((task) => task.id === id)
    const found = tasks[place]
    if (found === undefined) return refuse(404, 'NOT_HERE', 'There is no such task.')
    if (part === 'entities') return page([], query)
    if (method === 'GET') return json(200, { ...found, criteria: [] })
    if (method === 'DELETE') {
      tasks.splice(place, 1)
      return new Response(null, { status: 204 })
    }
    tasks[place] = { ...found, ...body }
    return json(200, tasks[place])
  }

  return async (url, { method = 'GET', headers, body }) => {
    const { pathname, searchParams } = new URL(url)
    const authorization = new Headers(headers).get('authorization')
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? null
    const sent = typeof body === 'string' ? JSON.parse(body) : {}
    return answer({ method, path: pathname, query: searchParams, token, body: sent })
  }
}
