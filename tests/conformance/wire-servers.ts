import {
  type Answered,
  type Asked,
  type BrokenServer,
  everyObject,
  member,
  type Next,
  readJson,
  readPath,
  refusal,
  rewrite,
  withMembers,
} from './broken-server.js'
import { answers, asks, at, dropKeys, type Filter, ignores, readToken, setKey, statuses } from './wire-changes.js'

// Servers that change requests or answers, each in one way.

const isGet: Filter = ({ method }) => method === 'GET'
const isList: Filter = (asked, answered) => isGet(asked, answered) && Array.isArray(member(readJson(answered), 'data'))
const completion = at('POST', /^\/v1\/task-runs\/[^/]+\/complete$/)
const runCreation = at('POST', /^\/v1\/benchmark-runs$/)
const taskRunRead = at('GET', /^\/task-runs\/[^/]+$/)

function withQuery(asked: Asked, change: (query: URLSearchParams) => void): Asked {
  const query = new URLSearchParams(asked.target.split('?')[1] ?? '')
  change(query)
  const text = query.toString()
  return { ...asked, target: text === '' ? readPath(asked) : `${readPath(asked)}?${text}` }
}

function camel(name: string) {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function data(body: unknown): readonly unknown[] {
  const found = member(body, 'data')
  return Array.isArray(found) ? found : []
}

function bearer(asked: Asked, token: string): Asked {
  return {
    ...asked,
    headers: { ...asked.headers, authorization: `Bearer ${token}` },
  }
}

/** Caches the responses to some requests by a key, and repeats them. */
function remembering(filter: Filter, key: (asked: Asked) => string): BrokenServer['create'] {
  return () => {
    const kept = new Map<string, Answered>()
    return async (asked, next) => {
      const known = kept.get(key(asked))
      if (known !== undefined && filter(asked, known)) return known
      const answered = await next(asked)
      if (answered.status === 200 && filter(asked, answered)) kept.set(key(asked), answered)
      return answered
    }
  }
}

/** Passes the organization keys that it has seen, in order, to `run`. */
function withKeys(
  run: (asked: Asked, next: Next, keys: readonly string[]) => Promise<Answered>,
): BrokenServer['create'] {
  return () => {
    const keys: string[] = []
    return async (asked, next) => {
      const token = readToken(asked)
      if (token.startsWith('vk_') && !keys.includes(token)) {
        const known = await next({ ...asked, method: 'GET', target: '/environments?limit=1', body: new Uint8Array() })
        if (known.status === 200) keys.push(token)
      }
      return run(asked, next, keys)
    }
  }
}

/** Matches a creating request with an `Idempotency-Key`. */
const keyed: Filter = ({ method, headers }) => method === 'POST' && headers['idempotency-key'] !== undefined

/** Changes repeated responses. */
function repeats(change: (answered: Answered, asked: Asked, next: Next) => Promise<Answered>): BrokenServer['create'] {
  return () => async (asked, next) => {
    const answered = await next(asked)
    return answered.headers['idempotent-replayed'] === undefined ? answered : change(answered, asked, next)
  }
}

/**
 * Repeats the responses to creating calls with the same key, which `place` returns; keeps only those that `lasting`
 * accepts.
 */
function recalling(place: (asked: Asked) => string, lasting: (answered: Answered) => boolean): BrokenServer['create'] {
  return () => {
    const kept = new Map<string, Answered>()
    return async (asked, next) => {
      const answered = await next(asked)
      if (!keyed(asked, answered)) return answered
      const key = `${asked.headers['idempotency-key']} ${place(asked)}`
      const known = kept.get(key)
      if (known !== undefined) return { ...known, headers: { ...known.headers, 'idempotent-replayed': 'true' } }
      if (lasting(answered)) kept.set(key, answered)
      return answered
    }
  }
}

const isMade = ({ status }: Answered) => status === 201

export const wireServers: readonly BrokenServer[] = [
  {
    breaks: 'A run has all tasks, whatever `tasks` selects.',
    caughtBy: 'create-run.tasks',
    create: ignores(/\/benchmark-runs$/, 'tasks'),
  },
  {
    breaks: 'A run of selected tasks does not say so when it is read.',
    caughtBy: 'create-run.tasks',
    create: answers(at('GET', /runs\/[^/]+$/), (body) => dropKeys(body, 'subset')),
  },
  {
    breaks: 'A run does not have the name of its agent when it is read.',
    caughtBy: 'create-run.labels',
    create: answers(at('GET', /runs\/[^/]+$/), (body) => dropKeys(body, 'agent')),
  },
  {
    breaks: 'Errors of an audit are always allowed.',
    caughtBy: 'versions.audit-refuses',
    create: asks((asked) =>
      asked.method === 'POST' && /\/versions$/.test(readPath(asked))
        ? {
            ...asked,
            headers: { ...asked.headers, 'content-type': 'application/json' },
            body: new TextEncoder().encode('{"allow_findings":true}'),
          }
        : asked,
    ),
  },
  {
    breaks: 'Where nothing was evaluated, `field_results` is an empty list.',
    caughtBy: 'checks.field-results-absent',
    create: answers(completion, (body) =>
      everyObject(body, (object) => (Object.hasOwn(object, 'details') ? { field_results: [], ...object } : object)),
    ),
  },
  {
    breaks: 'The `seed` of a run is ignored.',
    caughtBy: 'create-run.seed',
    create: ignores(/^\/benchmark-runs$/, 'seed'),
  },
  {
    breaks: 'A call to `<group>@<key>` reaches the first system of the type.',
    caughtBy: 'systems.keyed-paths',
    create: asks((asked) => ({
      ...asked,
      target: asked.target.replace(/(benchmark-runs\/[^/]+\/\w+)(@|%40)[a-z-]+/, '$1'),
    })),
  },
  {
    breaks: 'Keys of systems are taken twice.',
    caughtBy: 'environments.key-unique',
    create: statuses(409, 200, at('POST', /^\/environments\/[^/]+\/simulators\/[^/]+$/)),
  },
  {
    breaks: 'Without `limit` a page has 50 items.',
    caughtBy: 'pagination.limit-default',
    create: asks((asked) =>
      withQuery(
        asked,
        (query) =>
          asked.method === 'GET' &&
          asked.target.startsWith('/tasks?') &&
          !query.has('limit') &&
          query.set('limit', '50'),
      ),
    ),
  },
  {
    breaks: 'A `limit` over 100 is refused, not clamped.',
    caughtBy: 'pagination.limit-clamped',
    create: () => async (asked, next) =>
      Number(new URLSearchParams(asked.target.split('?')[1]).get('limit')) > 100
        ? refusal(400, 'INVALID_REQUEST')
        : next(asked),
  },
  {
    breaks: '`_meta.limit` says what was asked for, not what was applied.',
    caughtBy: 'pagination.limit-clamped',
    create: answers(isList, (body, asked) => {
      const limit = new URLSearchParams(asked.target.split('?')[1]).get('limit')
      return limit === null ? body : setKey(body, 'limit', () => Number(limit))
    }),
  },
  {
    breaks: 'A `limit` that is not a number counts as 20.',
    caughtBy: 'pagination.limit-invalid',
    create: asks((asked) =>
      withQuery(
        asked,
        (query) => query.has('limit') && !/^[1-9]\d*$/.test(query.get('limit') ?? '') && query.delete('limit'),
      ),
    ),
  },
  {
    breaks: 'Pages are oldest first.',
    caughtBy: 'pagination.newest-first',
    create: answers(isList, (body) => withMembers(body, { data: [...data(body)].reverse() })),
  },
  {
    breaks: 'The last page has a `next`.',
    caughtBy: 'pagination.next-null',
    create: () => {
      let cursor: unknown = null
      return async (asked, next) => {
        const answered = await next(asked)
        if (!isList(asked, answered)) return answered
        const own = member(readJson(answered), '_meta', 'next')
        if (own !== null) cursor = own
        return rewrite(answered, (body) =>
          withMembers(body, { _meta: withMembers(member(body, '_meta'), { next: own ?? cursor }) }),
        )
      }
    },
  },
  {
    breaks: 'Items created in the same millisecond as the last item of a page are skipped.',
    caughtBy: 'pagination.walk-complete',
    create: () => {
      let last: unknown
      return async (asked, next) => {
        const answered = await next(asked)
        if (!isList(asked, answered) || !asked.target.startsWith('/tasks?')) return answered
        const found = data(readJson(answered))
        const kept = asked.target.includes('cursor=')
          ? found.filter((item) => member(item, 'created_at') !== last)
          : found
        last = member(found.at(-1), 'created_at')
        return rewrite(answered, (body) => withMembers(body, { data: kept }))
      }
    },
  },
  {
    breaks: 'A page begins with the last item of the previous page.',
    caughtBy: 'pagination.walk-complete',
    create: () => {
      let last: unknown
      return async (asked, next) => {
        const answered = await next(asked)
        if (!isList(asked, answered) || !asked.target.startsWith('/tasks?')) return answered
        const found = data(readJson(answered))
        const all = asked.target.includes('cursor=') && last !== undefined ? [last, ...found] : found
        last = found.at(-1)
        return rewrite(answered, (body) => withMembers(body, { data: all }))
      }
    },
  },
  {
    breaks: '`prev` always leads to the first page.',
    caughtBy: 'pagination.prev-back',
    create: () => {
      const prevs = new Set<unknown>()
      return async (asked, next) => {
        const cursor = new URLSearchParams(asked.target.split('?')[1]).get('cursor')
        const answered = await next(prevs.has(cursor) ? withQuery(asked, (query) => query.delete('cursor')) : asked)
        prevs.add(member(readJson(answered), '_meta', 'prev') ?? undefined)
        return answered
      }
    },
  },
  {
    breaks: '`sort` and `order` are accepted, and reverse a list.',
    caughtBy: 'pagination.order-fixed',
    create: () => async (asked, next) => {
      const wished = /[?&](order|sort|direction|sort_by)=/.test(asked.target)
      const plain = withQuery(asked, (query) => {
        for (const name of ['order', 'sort', 'direction', 'sort_by']) query.delete(name)
      })
      const answered = await next(plain)
      return wished && isList(asked, answered)
        ? rewrite(answered, (body) => withMembers(body, { data: [...data(body)].reverse() }))
        : answered
    },
  },
  {
    breaks: 'A malformed cursor gives the first page.',
    caughtBy: 'errors.invalid-cursor',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      const isCursor = member(readJson(answered), 'error', 'code') === 'INVALID_CURSOR'
      return isCursor ? next(withQuery(asked, (query) => query.delete('cursor'))) : answered
    },
  },
  {
    breaks: 'A cursor of another list is ignored.',
    caughtBy: 'pagination.cursor-other-list',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      const isOther =
        /^\/(environments|benchmarks|datasets)\?/.test(asked.target) &&
        member(readJson(answered), 'error', 'code') === 'INVALID_CURSOR'
      return isOther ? next(withQuery(asked, (query) => query.delete('cursor'))) : answered
    },
  },
  {
    breaks: '`GET /criterion-runs` has no `next_cursor`.',
    caughtBy: 'pagination.criterion-runs-both',
    create: answers(at('GET', /^\/criterion-runs$/), (body) => withMembers(body, { next_cursor: undefined })),
  },
  {
    breaks: 'Members are written in camelCase.',
    caughtBy: 'transport.snake-case-bodies',
    create: answers(taskRunRead, (body) =>
      everyObject(body, (object) =>
        Object.fromEntries(Object.entries(object).map(([key, value]) => [camel(key), value])),
      ),
    ),
  },
  {
    breaks: 'Query parameters are accepted in camelCase too.',
    caughtBy: 'transport.snake-case-queries',
    create: asks((asked) => ({ ...asked, target: asked.target.replace('benchmarkId=', 'benchmark_id=') })),
  },
  {
    breaks: 'JSON responses are `text/plain`.',
    caughtBy: 'transport.json-bodies',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return { ...answered, headers: { ...answered.headers, 'content-type': 'text/plain' } }
    },
  },
  {
    breaks: 'Responses may be cached.',
    caughtBy: 'transport.no-store',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return { ...answered, headers: { ...answered.headers, 'cache-control': 'private, max-age=60' } }
    },
  },
  {
    breaks: 'A deletion is answered 200 with the resource.',
    caughtBy: 'transport.deleted',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return asked.method === 'DELETE' && answered.status === 204 ? { ...answered, status: 200, body: '{}' } : answered
    },
  },
  {
    breaks: 'A repeated deletion is answered 204.',
    caughtBy: 'transport.deleted-again',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return asked.method === 'DELETE' && answered.status === 404 ? { status: 204, headers: {}, body: null } : answered
    },
  },
  {
    breaks: 'A resource of another organization is 403.',
    caughtBy: 'authentication.organization-scope',
    create: statuses(404, 403, (asked) => /^\/tasks\/task_/.test(asked.target)),
  },
  {
    breaks: 'A private benchmark of another organization is 403.',
    caughtBy: 'errors.foreign-private-benchmark',
    create: statuses(404, 403, runCreation),
  },
  {
    breaks: 'A missing token is 403.',
    caughtBy: 'authentication.missing',
    create: statuses(401, 403, ({ headers }) => headers.authorization === undefined),
  },
  {
    breaks: 'A token of the wrong kind is 403.',
    caughtBy: 'authentication.wrong-kind',
    create: statuses(401, 403, (asked) => readToken(asked).startsWith('vrl_slv_')),
  },
  {
    breaks: 'An expired run token still reads its run.',
    caughtBy: 'authentication.run-token-expires',
    create: () => {
      const kept = new Map<string, Answered>()
      return async (asked, next) => {
        const answered = await next(asked)
        const key = `${readToken(asked)} ${asked.target}`
        if (asked.method !== 'GET' || !asked.target.startsWith('/v1/')) return answered
        if (answered.status === 200) kept.set(key, answered)
        return answered.status === 401 ? (kept.get(key) ?? answered) : answered
      }
    },
  },
  {
    breaks: 'A revoked key still works.',
    caughtBy: 'authentication.revoked',
    create: withKeys(async (asked, next, keys) => {
      const answered = await next(asked)
      const revoked = answered.status === 401 && keys.includes(readToken(asked))
      return revoked ? next(bearer(asked, keys[0] ?? '')) : answered
    }),
  },
  {
    breaks: 'A list of keys shows the complete keys.',
    caughtBy: 'authentication.key-shown-once',
    create: () => {
      const shown = new Map<unknown, unknown>()
      return async (asked, next) => {
        const answered = await next(asked)
        const made = readJson(answered)
        if (at('POST', /api-keys$/)(asked, answered)) shown.set(member(made, 'id'), member(made, 'key'))
        if (!at('GET', /api-keys$/)(asked, answered)) return answered
        return rewrite(answered, (body) =>
          withMembers(body, {
            data: data(body).map((item) => withMembers(item, { key: shown.get(member(item, 'id')) })),
          }),
        )
      }
    },
  },
  {
    breaks: 'Datasets of all organizations are listed.',
    caughtBy: 'datasets.per-organization',
    create: withKeys(async (asked, next, keys) => {
      const answered = await next(asked)
      if (!at('GET', /^\/datasets$/)(asked, answered) || answered.status !== 200) return answered
      const others = await Promise.all(
        keys
          .filter((key) => key !== readToken(asked))
          .map((key) => next(bearer({ ...asked, target: '/datasets?limit=100' }, key))),
      )
      return rewrite(answered, (body) =>
        withMembers(body, { data: [...data(body), ...others.flatMap((other) => data(readJson(other)))] }),
      )
    }),
  },
  {
    breaks: 'Credentials are accepted with the scheme `Token` too.',
    caughtBy: 'authentication.bearer',
    create: asks((asked) =>
      asked.headers.authorization?.startsWith('Token ') ? bearer(asked, asked.headers.authorization.slice(6)) : asked,
    ),
  },
  {
    breaks: 'A 401 has no challenge.',
    caughtBy: 'authentication.challenge',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      const { 'www-authenticate': _, ...headers } = answered.headers
      return { ...answered, headers }
    },
  },
  {
    breaks: 'Errors have no message.',
    caughtBy: 'errors.body',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return answered.status < 400 ? answered : rewrite(answered, (body) => dropKeys(body, 'message'))
    },
  },
  {
    breaks: 'Error codes are in lower case.',
    caughtBy: 'errors.unauthorized',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return answered.status < 400
        ? answered
        : rewrite(answered, (body) => setKey(body, 'code', (code) => String(code).toLowerCase()))
    },
  },
  {
    breaks: 'An error contains the stack trace.',
    caughtBy: 'errors.leaks-nothing',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return answered.status < 400
        ? answered
        : rewrite(answered, (body) =>
            setKey(body, 'message', (message) => `${message}\n    at handle (/srv/node_modules/app/index.js:10:5)`),
          )
    },
  },
  {
    breaks: 'A scored completion contains `details`.',
    caughtBy: 'scored.no-details',
    create: answers(completion, (body) =>
      setKey(body, 'checks', (checks) =>
        Array.isArray(checks) ? checks.map((check) => ({ details: 'Expected completed.', ...check })) : checks,
      ),
    ),
  },
  {
    breaks: 'A scored completion contains its field results, under another name.',
    caughtBy: 'scored.no-keys',
    create: answers(completion, (body) =>
      setKey(body, 'checks', (checks) =>
        Array.isArray(checks)
          ? checks.map((check) => ({ ...check, fields: [{ path: 'status', expected: 'completed' }] }))
          : checks,
      ),
    ),
  },
  {
    breaks: 'The response to creating a run contains the criteria.',
    caughtBy: 'create-run.no-criteria',
    create: answers(runCreation, (body) =>
      setKey(body, 'task_runs', (all) =>
        Array.isArray(all) ? all.map((task) => ({ ...task, criteria: [{ label: 'c' }] })) : all,
      ),
    ),
  },
  {
    breaks: 'A run of a Public benchmark shows its criteria to other organizations.',
    caughtBy: 'foreign.snapshot',
    create: answers(taskRunRead, (body) =>
      member(body, 'snapshot', 'criteria') === undefined
        ? setKey(body, 'snapshot', (snapshot) => withMembers(snapshot, { criteria: [{ assertion: {} }] }))
        : body,
    ),
  },
  {
    breaks: 'Scores are rounded to two digits.',
    caughtBy: 'scoring.unrounded',
    create: answers(completion, (body) =>
      setKey(body, 'score', (score) => (typeof score === 'number' ? Math.round(score * 100) / 100 : score)),
    ),
  },
  {
    breaks: 'Scores go from 0 to 100.',
    caughtBy: 'completion.score',
    create: answers(completion, (body) => withMembers(body, { score: Number(member(body, 'score')) * 100 + 2 })),
  },
  {
    breaks: 'A check passes at one half or more.',
    caughtBy: 'scoring.check-result',
    create: answers(completion, (body) =>
      everyObject(body, (object) => (object.result === 'partial' ? { ...object, result: 'pass' } : object)),
    ),
  },
  {
    breaks: 'Axes have only their score.',
    caughtBy: 'completion.axes',
    create: answers(completion, (body) =>
      setKey(body, 'axes', (axes) =>
        Object.fromEntries(
          Object.entries(Object(axes)).map(([name, axis]) => [name, { score: member(axis, 'score') }]),
        ),
      ),
    ),
  },
  {
    breaks: 'A missing value is reported as an empty string.',
    caughtBy: 'checks.missing-actual',
    create: answers(completion, (body) =>
      everyObject(body, (object) => (object.missing === true ? { ...object, actual: '', missing: undefined } : object)),
    ),
  },
  {
    breaks: 'A completion omits failed checks.',
    caughtBy: 'completion.checks',
    create: answers(completion, (body) =>
      setKey(body, 'checks', (checks) =>
        Array.isArray(checks) ? checks.filter((check) => member(check, 'result') !== 'fail') : checks,
      ),
    ),
  },
  {
    breaks: 'A cancellation erases the result.',
    caughtBy: 'cancelling.keeps',
    create: answers(taskRunRead, (body) =>
      member(body, 'status') === 'cancelled'
        ? withMembers(body, { score: null, verdict: null, phase: 'created', criterion_runs: [] })
        : body,
    ),
  },
  {
    breaks: 'A completed task run cannot be cancelled.',
    caughtBy: 'states.cancel',
    create: () => async (asked, next) => {
      if (!at('POST', /^\/task-runs\/[^/]+\/cancel$/)(asked, { status: 200, headers: {}, body: null }))
        return next(asked)
      const read = readJson(
        await next({ ...asked, method: 'GET', target: asked.target.replace('/cancel', ''), body: new Uint8Array() }),
      )
      return member(read, 'phase') === 'completed' ? refusal(409, 'CONFLICT', 'It is completed.') : next(asked)
    },
  },
  {
    breaks: 'A second completion is refused.',
    caughtBy: 'completion.repeated',
    create: () => {
      const done = new Set<string>()
      return async (asked, next) => {
        if (done.has(asked.target)) return refusal(409, 'CONFLICT', 'It is completed.')
        const answered = await next(asked)
        if (completion(asked, answered) && answered.status === 200) done.add(asked.target)
        return answered
      }
    },
  },
  {
    breaks: 'A completion does not need a start.',
    caughtBy: 'completion.not-started',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      if (!completion(asked, answered) || answered.status !== 409) return answered
      const started = await next({
        ...asked,
        target: asked.target.replace('complete', 'start'),
        body: new Uint8Array(),
      })
      return started.status === 200 ? next(asked) : answered
    },
  },
  {
    breaks: 'The `snapshot` is the task as it is now.',
    caughtBy: 'task-runs.snapshot',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      const task = member(readJson(answered), 'task_id')
      if (!taskRunRead(asked, answered) || task === undefined) return answered
      const now = readJson(await next({ ...asked, target: `/tasks/${task}` }))
      return rewrite(answered, (body) => withMembers(body, { snapshot: now }))
    },
  },
  {
    breaks: 'Keys of `task_item` are converted to camelCase.',
    caughtBy: 'tasks.task-item',
    create: answers(at('GET', /^\/tasks\/[^/]+$/), (body) =>
      setKey(body, 'task_item', (item) =>
        everyObject(item, (object) =>
          Object.fromEntries(Object.entries(object).map(([key, value]) => [camel(key), value])),
        ),
      ),
    ),
  },
  {
    breaks: 'A run says `Completed` for `completed`.',
    caughtBy: 'task-runs.phase-values',
    create: answers(taskRunRead, (body) =>
      setKey(body, 'phase', (phase) => String(phase).replace(/^./, (letter) => letter.toUpperCase())),
    ),
  },
  {
    breaks: 'A repeated start returns new credentials.',
    caughtBy: 'start.repeated',
    create: () => {
      let count = 0
      return async (asked, next) => {
        const answered = await next(asked)
        return at('POST', /\/start$/)(asked, answered)
          ? rewrite(answered, (body) => setKey(body, 'password', (password) => `${password}${count++}`))
          : answered
      }
    },
  },
  {
    breaks: 'Criterion runs can be posted.',
    caughtBy: 'criterion-runs.read-only',
    create: () => async (asked, next) =>
      asked.method === 'POST' && asked.target === '/criterion-runs'
        ? { status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":"crun_1"}' }
        : next(asked),
  },
  {
    breaks: 'A write to the FHIR record is acknowledged but not stored.',
    caughtBy: 'fhir.update',
    create: () => async (asked, next) => {
      if (asked.method !== 'PUT' || !asked.target.includes('/fhir/Observation/')) return next(asked)
      const read = await next({ ...asked, method: 'GET', body: new Uint8Array() })
      return { ...read, body: new TextDecoder().decode(asked.body) }
    },
  },
  {
    breaks: 'A missing FHIR resource is an error of the service.',
    caughtBy: 'errors.simulated-payloads',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return answered.status === 404 && asked.target.includes('/fhir/') ? refusal(404, 'RESOURCE_NOT_FOUND') : answered
    },
  },
  {
    breaks: 'All task runs of a run share one playground.',
    caughtBy: 'transport.own-playground',
    create: answers(taskRunRead, (body) => withMembers(body, { playground_id: 'pg_00000000000000000000000000' })),
  },
  {
    breaks: 'The list of tasks is not filtered by benchmark.',
    caughtBy: 'internal.list-tasks',
    create: () => {
      const made: unknown[] = []
      return async (asked, next) => {
        const answered = await next(asked)
        if (at('POST', /^\/tasks$/)(asked, answered) && answered.status === 201) made.unshift(readJson(answered))
        return at('GET', /^\/tasks$/)(asked, answered) && answered.status === 200 && !asked.target.includes('cursor')
          ? rewrite(answered, (body) =>
              withMembers(body, { data: made.slice(0, Number(member(body, '_meta', 'limit'))) }),
            )
          : answered
      }
    },
  },
  {
    breaks: 'Reading a changed environment returns the old one.',
    caughtBy: 'environments.patch-shared',
    create: remembering(at('GET', /^\/simulators\/[^/]+$/), ({ target }) => target),
  },
  {
    breaks: 'An `Idempotency-Key` has no effect.',
    caughtBy: 'idempotency.replayed',
    create: asks((asked) => {
      const { 'idempotency-key': _, ...headers } = asked.headers
      return { ...asked, headers }
    }),
  },
  {
    breaks: 'A long `Idempotency-Key` is cut.',
    caughtBy: 'idempotency.key-shape',
    create: asks((asked) => {
      const { 'idempotency-key': key, ...headers } = asked.headers
      return key === undefined ? asked : { ...asked, headers: { ...headers, 'idempotency-key': key.slice(0, 128) } }
    }),
  },
  {
    breaks: 'Repeated responses do not say that they are.',
    caughtBy: 'idempotency.header',
    create: repeats(async (answered) => {
      const { 'idempotent-replayed': _, ...headers } = answered.headers
      return { ...answered, headers }
    }),
  },
  {
    breaks: 'Another body with the same `Idempotency-Key` gets the first response.',
    caughtBy: 'idempotency.other-body',
    create: recalling((asked) => `${readToken(asked)} ${readPath(asked)}`, isMade),
  },
  {
    breaks: 'An `Idempotency-Key` is the same for all organizations.',
    caughtBy: 'idempotency.scope',
    create: recalling((asked) => `${readPath(asked)} ${new TextDecoder().decode(asked.body)}`, isMade),
  },
  {
    breaks: 'Bodies whose members are in another order are other bodies.',
    caughtBy: 'idempotency.equal-bodies',
    create: () => {
      const bodies = new Map<string, string>()
      return async (asked, next) => {
        const answered = await next(asked)
        if (!keyed(asked, answered) || !isMade(answered)) return answered
        const place = `${asked.headers['idempotency-key']} ${readToken(asked)} ${readPath(asked)}`
        const body = new TextDecoder().decode(asked.body)
        if (!bodies.has(place)) bodies.set(place, body)
        return bodies.get(place) === body ? answered : refusal(409, 'CONFLICT')
      }
    },
  },
  {
    breaks: 'A repeated response shows the resource as it is now.',
    caughtBy: 'idempotency.replay-unchanged',
    create: repeats(async (answered, asked, next) => {
      const target = `${readPath(asked)}/${member(readJson(answered), 'id')}`
      const read = await next({ ...asked, method: 'GET', target, body: new Uint8Array() })
      return { ...answered, body: read.body }
    }),
  },
  {
    breaks: 'A repeated response has another token.',
    caughtBy: 'idempotency.tokens',
    create: repeats(async (answered) =>
      rewrite(answered, (body) =>
        setKey(
          setKey(body, 'key', (key) => `${key}`.replace(/.$/, '0')),
          'bearer_token',
          (token) => `${token}0`,
        ),
      ),
    ),
  },
  {
    breaks: 'Refusals are remembered by `Idempotency-Key` too.',
    caughtBy: 'idempotency.errors-forgotten',
    create: recalling(
      (asked) => `${readToken(asked)} ${readPath(asked)}`,
      ({ status }) => status === 409,
    ),
  },
  {
    breaks: 'A repeat is refused while the first call is executed.',
    caughtBy: 'idempotency.concurrent',
    create: () => {
      const executed = new Set<string>()
      return async (asked, next) => {
        const key = asked.headers['idempotency-key']
        if (key === undefined) return next(asked)
        if (executed.has(key)) return refusal(409, 'CONFLICT')
        executed.add(key)
        try {
          return await next(asked)
        } finally {
          executed.delete(key)
        }
      }
    },
  },
  {
    breaks: 'An `Idempotency-Key` never expires.',
    caughtBy: 'idempotency.expires',
    create: recalling(
      (asked) => `${readToken(asked)} ${readPath(asked)} ${new TextDecoder().decode(asked.body)}`,
      isMade,
    ),
  },
  {
    breaks: 'A dataset whose configuration is no object is refused.',
    caughtBy: 'datasets.config-open',
    create: () => async (asked, next) => {
      const config = at('POST', /^\/datasets$/)(asked, refusal(0, '')) ? member(readJson(asked), 'config') : {}
      return typeof config === 'object' && config !== null ? next(asked) : refusal(400, 'INVALID_REQUEST')
    },
  },
  {
    breaks: 'A dataset never has problems.',
    caughtBy: 'datasets.problems',
    create: answers(
      (asked) => readPath(asked).startsWith('/datasets'),
      (body) => withMembers(body, { problems: [] }),
    ),
  },
  {
    breaks: 'The tool `submit` answers the verdict.',
    caughtBy: 'run-mcp.submit',
    create: answers(at('POST', /\/mcp$/), (body) =>
      everyObject(body, (object) => ('remaining' in object ? { ...object, verdict: 'pass' } : object)),
    ),
  },
  {
    breaks: 'The endpoint of a run for MCP ignores `Task-Run-Id`.',
    caughtBy: 'run-mcp.chosen',
    create: asks((asked) =>
      /\/mcp$/.test(readPath(asked))
        ? {
            ...asked,
            headers: Object.fromEntries(Object.entries(asked.headers).filter(([name]) => name !== 'task-run-id')),
          }
        : asked,
    ),
  },
  {
    breaks: 'Files are missing in the results of tools.',
    caughtBy: 'run-mcp.bodies',
    create: answers(at('POST', /\/mcp$/), (body) =>
      everyObject(body, (object) =>
        Array.isArray(object.content) ? { ...object, content: object.content.slice(0, 1) } : object,
      ),
    ),
  },
  {
    breaks: 'A tool ignores the parameters of a list.',
    caughtBy: 'run-mcp.pages',
    create: asks((asked) =>
      /\/mcp$/.test(readPath(asked)) && asked.body.byteLength > 0
        ? {
            ...asked,
            body: new TextEncoder().encode(
              JSON.stringify(
                everyObject(readJson(asked), (object) =>
                  typeof object.query === 'object' ? { ...object, query: {} } : object,
                ),
              ),
            ),
          }
        : asked,
    ),
  },
]
