import { at, listAt } from '../../exchange/exchange.js'
import { each, either, filled, includingAll } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'
import { nothingLeaked } from './every-call.js'

function bytes(text: string) {
  return new TextEncoder().encode(text)
}

const invalid = { status: 400, body: { error: { code: 'INVALID_REQUEST' } } }
const tooLarge = { status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } }
const wrongType = { status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } }

export const bodies = scenario({
  name: 'Malformed bodies',
  ids: [
    'json.malformed',
    'json.invalid-utf8',
    'json.number-overflow',
    'json.unsafe-integer',
    'json.depth',
    'json.prototype-keys',
    'json.duplicate-keys',
    'json.unknown-member',
    'errors.code-invalid-request',
    'errors.changes-nothing',
    'errors.paths',
    'errors.path-of-missing',
    'errors.path-of-unknown',
    'errors.leaks-nothing',
    'errors.code-payload-too-large',
    'errors.payload-chunked',
    'errors.payload-large-groups',
    'errors.code-media-type',
    'errors.media-type-parsed',
    'errors.charset',
    'transport.snake-case-bodies',
    'transport.snake-case-queries',
  ],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const { call } = k
    const newest = async () => at((await call('GET', '/environments?limit=1')).body, 'data', 0, 'id') ?? null
    const before = await newest()
    const name = k.name('never')
    const open = (text: string) =>
      bytes(`{"type":"FHIR","name":${JSON.stringify(name)},"config":{"bundle":{"a":${text}}}}`)
    for (const [id, target, body] of [
      ['json.malformed', '/environments', bytes('{"name":')],
      ['json.malformed', '/environments', bytes(`{'name':'${name}'}`)],
      ['json.malformed', '/environments', bytes(`{"name":"${name}"} x`)],
      ['json.malformed', '/environments', bytes('')],
      ['json.malformed', '/environments', bytes(`{"name":"${name}",}`)],
      [
        'json.invalid-utf8',
        '/environments',
        Uint8Array.of(0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d),
      ],
      ['json.number-overflow', '/environments', bytes('{"name":1e400}')],
      ['json.number-overflow', '/benchmarks', bytes(`{"name":"${name}","overrides":{"seed":-1e999}}`)],
      ['json.unsafe-integer', '/datasets', open('9007199254740993')],
      ['json.unsafe-integer', '/datasets', open('-12345678901234567890')],
      ['json.depth', '/datasets', open(`${'['.repeat(98)}${']'.repeat(98)}`)],
      ['json.depth', '/datasets', open(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
      ['json.prototype-keys', '/environments', bytes(`{"name":"${name}","__proto__":1}`)],
      ['json.prototype-keys', '/datasets', open('{"constructor":{}}')],
      ['json.prototype-keys', '/datasets', open('{"prototype":{}}')],
      ['json.prototype-keys', '/datasets', open('{"__proto__":{}}')],
    ] as const) {
      const answer = await call('POST', target, body)
      k.answer(id, answer, invalid)
      k.answer('errors.code-invalid-request', answer, invalid)
      k.answer('errors.leaks-nothing', answer, { text: nothingLeaked(k.organizationKey) })
    }
    k.value('errors.changes-nothing', { newest: await newest() }, { newest: before as string | null })
    k.value('json.malformed', { newest: await newest() }, { newest: before as string | null })
    const most = await call(
      'POST',
      '/datasets',
      bytes(
        `{"type":"FHIR","name":${JSON.stringify(k.name('deep'))},"config":{"bundle":{"a":${'['.repeat(97)}` +
          `${']'.repeat(97)}}}}`,
      ),
    )
    k.answer('json.depth', most, 201)
    const safe = await call(
      'POST',
      '/datasets',
      bytes(`{"type":"FHIR","name":${JSON.stringify(k.name('safe'))},"config":{"bundle":{"a":9007199254740991}}}`),
    )
    k.answer('json.unsafe-integer', safe, { status: 201, body: { config: { bundle: { a: 9007199254740991 } } } })
    const twice = await call(
      'POST',
      '/environments',
      bytes(`{"name":"first","name":${JSON.stringify(k.name('second'))}}`),
    )
    k.answer('json.duplicate-keys', twice, { status: 201, body: { name: k.name('second') } })

    const faulty = await call('POST', '/benchmarks', { timeout: 'x', unheard_of: 1 })
    const paths = listAt(faulty.body, 'error', 'errors').map((error) => at(error, 'path'))
    k.answer('errors.paths', faulty, {
      status: 400,
      body: { error: { errors: each({ path: either('/name', '/timeout', '/unheard_of'), message: filled }, 3) } },
    })
    k.value('errors.path-of-missing', paths, includingAll('/name'), faulty)
    k.value('errors.path-of-unknown', paths, includingAll('/unheard_of'), faulty)
    k.answer('json.unknown-member', faulty, { status: 400 })
    const nested = await call('POST', '/benchmarks', { name, overrides: { 'a/b~': 1 } })
    k.answer('errors.path-of-unknown', nested, {
      status: 400,
      body: { error: { errors: [{ path: '/overrides/a~1b~0' }] } },
    })
    k.answer('json.unknown-member', await call('PATCH', `/environments/${at(twice.body, 'id')}`, { nme: 'x' }), {
      status: 400,
      body: { error: { errors: [{ path: '/nme' }] } },
    })
    const benchmark_id = await k.create('/benchmarks', { name: k.name('cases') })
    k.answer(
      'transport.snake-case-bodies',
      await call('POST', '/tasks', { benchmarkId: benchmark_id, name: 't' }),
      invalid,
    )
    k.answer('transport.snake-case-queries', await call('GET', `/tasks?benchmarkId=${benchmark_id}`), invalid)

    await k.part(async () => {
      const large = 'x'.repeat(1_048_577)
      k.answer(
        'errors.code-payload-too-large',
        await call('POST', '/environments', { name, description: large }),
        tooLarge,
      )
      const file = (content: string) => ({
        type: 'Files',
        name: k.name('large'),
        config: { files: [{ path: 'a.txt', content }] },
      })
      k.answer('errors.payload-large-groups', await call('POST', '/datasets', file(large)), 201)
      k.answer(
        'errors.payload-large-groups',
        await call('POST', '/datasets', file('x'.repeat(16 * 1_048_576))),
        tooLarge,
      )
      const chunked = bytes(`{"name":"${name}","description":"${large}"}`)
      k.answer(
        'errors.payload-chunked',
        await call('POST', '/environments', chunked, { 'x-conformance-chunked': '1' }),
        tooLarge,
      )
    })
    await k.part(async () => {
      for (const type of [
        'text/plain',
        'application/jsonp',
        'text/json',
        'x/application/json',
        'application/xml; charset=application/json',
      ]) {
        const answer = await call('POST', '/environments', { name }, { 'content-type': type })
        k.answer('errors.code-media-type', answer, wrongType)
        k.answer('errors.media-type-parsed', answer, wrongType)
      }
      for (const charset of ['iso-8859-1', '"utf-16"', 'us-ascii']) {
        const type = { 'content-type': `application/json; charset=${charset}` }
        k.answer('errors.charset', await call('POST', '/environments', { name }, type), wrongType)
      }
      for (const type of ['Application/JSON', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"']) {
        const answer = await call('POST', '/environments', { name: k.name('typed') }, { 'content-type': type })
        k.answer('errors.media-type-parsed', answer, 201)
      }
    })
    must(await call('GET', '/environments?limit=1'), 200)
  },
})

export const order = scenario({
  name: 'Requests that fail several checks',
  ids: [
    'order.path-first',
    'order.method-second',
    'order.token-third',
    'order.size-fourth',
    'order.media-type-fifth',
    'order.input-sixth',
    'order.resource-seventh',
    'order.state-last',
    'errors.changes-nothing',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { call } = k
    const none = k.as(null)
    const wrong = k.as('vk_wrong')
    const malformed = bytes('{"a":')
    const plain = { 'content-type': 'text/plain' }
    const large = bytes(`{"a":"${'x'.repeat(1_048_577)}`)
    for (const anyone of [none, wrong, call]) {
      k.answer('order.path-first', await anyone('PATCH', '/nowhere', malformed, plain), 404)
      k.answer('order.method-second', await anyone('PUT', '/environments?limit=x', malformed, plain), 405)
    }
    for (const [method, target] of [
      ['POST', '/environments'],
      ['PATCH', '/environments/none'],
      ['POST', '/tasks'],
      ['POST', '/v1/benchmark-runs'],
    ] as const) {
      k.answer('order.token-third', await wrong(method, target, large, plain), 401)
      k.answer('order.token-third', await none(method, target, malformed), 401)
    }
    for (const [method, target] of [
      ['POST', '/environments'],
      ['PATCH', '/environments/none'],
      ['POST', '/tasks'],
    ] as const) {
      k.answer('order.size-fourth', await call(method, target, large, plain), 413)
      k.answer('order.media-type-fifth', await call(method, target, malformed, plain), 415)
      k.answer('order.input-sixth', await call(method, target, { unheard_of: 1 }), 400)
    }
    k.answer('order.input-sixth', await call('GET', '/tasks?benchmark_id=none&limit=x'), 400)
    k.answer('order.input-sixth', await call('GET', '/task-runs?benchmark_run_id=none&unheard_of=1'), 400)
    k.answer('order.resource-seventh', await call('POST', '/benchmarks/none/versions'), 404)
    const { benchmark, name } = await k.clinic()
    k.answer('order.resource-seventh', await call('PATCH', '/benchmarks/none', { name: 'taken' }), 404)
    const taken = await call('POST', '/benchmarks', { name, environment_id: 'env_none' })
    k.answer('order.resource-seventh', taken, 404)
    const fixed = await call('PATCH', `/benchmarks/${benchmark}`, { name: k.name('renamed'), timeout: 5 })
    k.answer('order.state-last', fixed, 409)
    k.answer('errors.changes-nothing', await call('GET', `/benchmarks/${benchmark}`), { body: { name, timeout: 600 } })
  },
})
