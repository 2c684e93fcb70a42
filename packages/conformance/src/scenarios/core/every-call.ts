import type { Answer } from '../../exchange/exchange.js'
import { absent, either, filled, Rule } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'

const jsonType = /^application\/([\w.+-]+\+)?json(\s*;|$)/i
const error = { error: { code: filled, message: filled } }

export const reads = scenario({
  name: 'Reading with an organization key',
  ids: [
    'transport.json-bodies',
    'transport.v1-prefix',
    'errors.body',
    'errors.not-found',
    'errors.code-not-found',
    'errors.request-id',
    'errors.code-method-not-allowed',
    'errors.allow',
    'transport.request-id',
    'transport.request-id-kept',
    'transport.request-id-replaced',
    'transport.no-store',
    'transport.no-cors',
    'transport.head',
    'internal.list-environments',
    'internal.list-benchmarks',
    'internal.list-datasets',
    'criterion-runs.read-only',
    'json.unknown-query',
    'identifiers.not-dates',
    'errors.leaks-nothing',
    'errors.code-invalid-request',
  ],
  needs: ['organization-key'],
  readOnly: true,
  async run(k) {
    const everything: Answer[] = []
    const call: typeof k.call = async (...sent) => {
      const answer = await k.call(...sent)
      everything.push(answer)
      return answer
    }
    for (const [list, id] of [
      ['/environments', 'internal.list-environments'],
      ['/benchmarks', 'internal.list-benchmarks'],
      ['/datasets', 'internal.list-datasets'],
    ] as const) {
      const answer = await call('GET', `${list}?limit=2`)
      k.answer(id, answer, {
        status: 200,
        body: { data: new Rule('an array of at most 2', (v) => Array.isArray(v) && v.length <= 2) },
      })
      k.answer('transport.json-bodies', answer, { headers: { 'content-type': jsonType } })
    }
    for (const target of [
      '/environments/none',
      '/tasks/none',
      '/task-runs/none',
      '/criterion-runs/none',
      '/runs/none',
      '/environments/2026-03-02T00:00:00.000Z',
    ]) {
      const answer = await call('GET', target)
      k.answer('errors.not-found', answer, { status: 404, body: error })
      k.answer('errors.code-not-found', answer, { status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } })
      if (target.includes('2026')) k.answer('identifiers.not-dates', answer, 404)
    }
    for (const [method, target] of [
      ['GET', '/v1/environments'],
      ['GET', '/v1/benchmarks'],
      ['GET', '/v1/tasks/none'],
      ['POST', '/task-runs/none/start'],
      ['POST', '/benchmark-runs/none/start'],
    ] as const) {
      k.answer('transport.v1-prefix', await call(method, target), { status: either(401, 404, 405) })
    }
    await k.part(async () => {
      for (const [method, target] of [
        ['POST', '/criterion-runs'],
        ['PATCH', '/criterion-runs/none'],
        ['PUT', '/criterion-runs/none'],
        ['DELETE', '/criterion-runs/none'],
      ] as const) {
        const answer = await call(method, target, method === 'DELETE' ? undefined : { passed: true, score: 1 })
        k.answer('criterion-runs.read-only', answer, { status: either(401, 403, 404, 405) })
      }
      for (const [method, target, allow] of [
        ['PUT', '/environments', /GET.*POST/],
        ['DELETE', '/datasets', /GET.*POST/],
        ['POST', '/criterion-runs', /GET/],
        ['PUT', '/tasks/none', /(?=.*GET)(?=.*PATCH)(?=.*DELETE)/],
      ] as const) {
        const answer = await call(method, target, {})
        k.answer('errors.code-method-not-allowed', answer, {
          status: 405,
          body: { error: { code: 'METHOD_NOT_ALLOWED' } },
        })
        k.answer('errors.allow', answer, { headers: { allow } })
      }
    })
    await k.part(async () => {
      k.answer('json.unknown-query', await call('GET', '/environments?unheard_of=1'), { status: 400, body: error })
      k.answer('json.unknown-query', await call('GET', '/environments?limit=1&limit=2'), { status: 400, body: error })
      k.answer('errors.code-invalid-request', await call('GET', '/environments?unheard_of=1'), {
        status: 400,
        body: { error: { code: 'INVALID_REQUEST' } },
      })
    })
    await k.part(async () => {
      const idOf = (header: string | null) =>
        call('GET', '/environments?limit=1', undefined, header === null ? {} : { 'x-request-id': header })
      for (const header of ['a', 'A-z-9', 'x'.repeat(64)]) {
        k.answer('transport.request-id-kept', await idOf(header), { headers: { 'x-request-id': header } })
      }
      for (const header of ['', 'x'.repeat(65), 'a b', 'a_b', 'a/b']) {
        k.answer('transport.request-id-replaced', await idOf(header), {
          headers: { 'x-request-id': /^[A-Za-z0-9-]{1,64}$/ },
        })
      }
      const [first, other] = [await idOf(null), await idOf(null)]
      k.value(
        'transport.request-id',
        [first, other].map(({ headers }) => headers['x-request-id']),
        [filled, filled],
        first,
        other,
      )
      const differ = first.headers['x-request-id'] !== other.headers['x-request-id']
      k.value(
        'transport.request-id',
        { 'two requests have different ids': differ },
        { 'two requests have different ids': true },
        first,
        other,
      )
    })
    await k.part(async () => {
      for (const answer of [
        await call('GET', '/environments?limit=1', undefined, { origin: 'https://example.org' }),
        await k.as(null)('GET', '/environments?limit=1', undefined, { origin: 'https://example.org' }),
        await call('GET', '/environments/none', undefined, { origin: 'https://example.org' }),
      ]) {
        const cors = Object.keys(answer.headers).filter((header) => header.startsWith('access-control-allow'))
        k.value('transport.no-cors', cors, [], answer)
      }
    })
    await k.part(async () => {
      const read = await call('GET', '/environments?limit=1')
      const head = await call('HEAD', '/environments?limit=1')
      k.answer('transport.head', head, {
        status: read.status,
        text: '',
        headers: { 'content-type': read.headers['content-type'] ?? absent },
      })
      k.answer('transport.head', await call('HEAD', '/environments/none'), { status: 404, text: '' })
    })
    for (const answer of everything.filter(({ exchange }) => exchange.method !== 'HEAD')) {
      k.answer('transport.no-store', answer, { headers: { 'cache-control': /(^|,\s*)no-store(\s*,|$)/ } })
      k.answer('transport.request-id', answer, { headers: { 'x-request-id': filled } })
      if (answer.status < 400) continue
      k.answer('errors.body', answer, { body: error, headers: { 'content-type': jsonType } })
      k.answer('errors.request-id', answer, {
        body: { error: { request_id: answer.headers['x-request-id'] ?? filled } },
      })
      k.answer('errors.leaks-nothing', answer, { text: nothingLeaked(k.organizationKey) })
    }
  },
})

/** Matches a text without these keys, stack traces and file paths. */
export function nothingLeaked(...keys: readonly string[]): Rule {
  return new Rule(
    'a text without tokens, stacks and paths of a machine',
    (text) =>
      typeof text === 'string' &&
      !keys.some((key) => text.includes(key)) &&
      !/\bat .+:\d+:\d+|node_modules|\/(?:home|usr|var|work|root)\//.test(text),
  )
}
