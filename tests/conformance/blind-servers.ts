import { type Answered, type BrokenServer, member, readJson, readPath, rewrite, withMembers } from './broken-server.js'

// Ten servers that were written from the interface specification alone, before the kit had any scenario. The first
// version of the kit caught nine; the last server revealed a missing check.

function isCompletion(method: string, path: string) {
  return method === 'POST' && /^\/v1\/task-runs\/[^/]+\/complete$/.test(path)
}

function readData(answered: Answered): readonly unknown[] {
  const data = member(readJson(answered), 'data')
  return Array.isArray(data) ? data : []
}

export const blindServers: readonly BrokenServer[] = [
  {
    breaks: 'A completion says `passed` and `failed` for `pass` and `fail` (2.10).',
    caughtBy: 'completion.verdict',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      if (!isCompletion(asked.method, readPath(asked)) || answered.status !== 200) return answered
      return rewrite(answered, (body) => withMembers(body, { verdict: `${member(body, 'verdict')}ed` }))
    },
  },
  {
    breaks: 'The first page has a `prev` (4.4).',
    caughtBy: 'pagination.prev-null',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      if (asked.target.includes('cursor=')) return answered
      return rewrite(answered, (body) => {
        const meta = member(body, '_meta')
        return meta === undefined
          ? body
          : withMembers(body, { _meta: withMembers(meta, { prev: member(meta, 'next') }) })
      })
    },
  },
  {
    breaks: 'The list of environments omits the simulators (2.1).',
    caughtBy: 'environments.list-configuration',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      if (asked.method !== 'GET' || readPath(asked) !== '/environments' || answered.status !== 200) return answered
      const data = readData(answered).map((item) => withMembers(item, { simulators: undefined }))
      return rewrite(answered, (body) => withMembers(body, { data }))
    },
  },
  {
    breaks: 'A start does not set `started_at` (3).',
    caughtBy: 'states.start-sets-time',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      if (!/^\/(v1\/)?task-runs\//.test(asked.target)) return answered
      return rewrite(answered, (body) =>
        member(body, 'started_at') === undefined ? body : withMembers(body, { started_at: null }),
      )
    },
  },
  {
    breaks: 'A Solver key reads any run that has been created (5).',
    caughtBy: 'authentication.solver-only-creates-runs',
    create: () => {
      const tokens = new Map<string, string>()
      return async (asked, next) => {
        const id = /^\/v1\/benchmark-runs\/([^/?]+)$/.exec(asked.target)?.[1] ?? ''
        const token = tokens.get(id)
        const isSolver = asked.headers.authorization?.startsWith('Bearer vrl_slv_') === true
        const lent = isSolver && asked.method === 'GET' && token !== undefined
        const answered = await next(
          lent ? { ...asked, headers: { ...asked.headers, authorization: `Bearer ${token}` } } : asked,
        )
        const made = readJson(answered)
        if (asked.target === '/v1/benchmark-runs' && answered.status === 201) {
          tokens.set(String(member(made, 'benchmark_run_id')), String(member(made, 'bearer_token')))
        }
        return answered
      }
    },
  },
  {
    breaks: 'Errors have `code` and `message` at the top, without `error` (7).',
    caughtBy: 'errors.body',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return answered.status < 400 ? answered : rewrite(answered, (body) => member(body, 'error') ?? body)
    },
  },
  {
    breaks: 'Nobody sees the evidence of criterion runs in a scored run (4.3).',
    caughtBy: 'scored.full-evidence-kept',
    create: () => {
      const scored = new Set<unknown>()
      return async (asked, next) => {
        const answered = await next(asked)
        const body = readJson(answered)
        if (asked.target === '/v1/benchmark-runs' && member(body, 'scored') === true) {
          const taskRuns = member(body, 'task_runs')
          if (Array.isArray(taskRuns)) for (const taskRun of taskRuns) scored.add(member(taskRun, 'id'))
        }
        if (!/^\/criterion-runs\/[^/]+$/.test(asked.target) || !scored.has(member(body, 'task_run_id'))) return answered
        return rewrite(answered, (found) => withMembers(found, { evidence: null, details: null }))
      }
    },
  },
  {
    breaks: 'A PATCH of a task is acknowledged but not stored (4.1).',
    caughtBy: 'internal.update-task',
    create: () => async (asked, next) => {
      if (asked.method !== 'PATCH' || !/^\/tasks\/[^/]+$/.test(asked.target)) return next(asked)
      const read = await next({ ...asked, method: 'GET', body: new Uint8Array() })
      const sent = readJson(asked)
      return rewrite(read, (body) => ({ ...(body as object), ...(sent as object), criteria: undefined }))
    },
  },
  {
    breaks: 'Unbinding an entity is acknowledged but does nothing (4.1).',
    caughtBy: 'internal.unbind-entity',
    create: () => async (asked, next) =>
      asked.method === 'DELETE' && /^\/tasks\/[^/]+\/entities\/[^/]+$/.test(asked.target)
        ? { status: 204, headers: {}, body: null }
        : next(asked),
  },
  {
    breaks: 'The list of criterion runs of a task run includes those of the other task runs of its run (4.1).',
    caughtBy: 'internal.list-criterion-runs',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      if (asked.method !== 'GET' || readPath(asked) !== '/criterion-runs' || answered.status !== 200) return answered
      const read = (target: string) => next({ ...asked, target, body: new Uint8Array() })
      const own = new URLSearchParams(asked.target.split('?')[1]).get('task_run_id')
      const run = member(readJson(await read(`/task-runs/${own}`)), 'benchmark_run_id')
      const all = [...readData(answered)]
      for (const item of readData(await read(`/task-runs?benchmark_run_id=${run}`))) {
        const id = member(item, 'id')
        if (id !== own) all.push(...readData(await read(`/criterion-runs?task_run_id=${id}`)))
      }
      return rewrite(answered, (body) => withMembers(body, { data: all }))
    },
  },
]
