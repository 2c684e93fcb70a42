import { at } from '../../exchange/exchange.js'
import { absent, each, filled, instant, Rule } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { textIn } from '../../scenario/unmet.js'

const refused = { status: 401, body: { error: { code: 'UNAUTHORIZED' } } }
const four = /^.{4}$/

/** Matches a text that does not contain a key. */
function hides(key: string) {
  return new Rule('a text without the key', (text) => typeof text === 'string' && !text.includes(key))
}

export const keys = scenario({
  name: 'API keys, Solvers and their keys',
  ids: [
    'keys.create',
    'keys.list',
    'keys.revoke',
    'authentication.key-shown-once',
    'authentication.revoked',
    'authentication.organization-key-prefix',
    'authentication.solver-key-prefix',
    'authentication.token-shape',
    'authentication.tokens-not-leaked',
    'solvers.create',
    'solvers.alias-shape',
    'solvers.alias-unique',
    'solvers.read-change-delete',
    'solvers.keys',
    'solvers.revoke-key',
    'solvers.revoked-key-keeps-runs',
    'identifiers.prefixes',
    'transport.created',
    'transport.deleted',
    'transport.deleted-again',
  ],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const { call } = k
    const made = await call('POST', '/api-keys', { name: k.name('key') })
    k.answer('keys.create', made, {
      status: 201,
      body: { id: filled, name: k.name('key'), key: filled, prefix: filled, suffix: four, created_at: instant },
    })
    k.answer('transport.created', made, 201)
    k.answer('authentication.organization-key-prefix', made, { body: { key: /^vk_/ } })
    k.answer('authentication.token-shape', made, { body: { key: /^vk_[0-9A-Za-z]{43}$/ } })
    const key = textIn(made, 'key')
    const id = textIn(made, 'id')
    k.answer('keys.create', await k.as(key)('GET', '/environments?limit=1'), 200)
    const listed = await call('GET', '/api-keys?limit=100')
    k.answer('keys.list', listed, {
      status: 200,
      body: { data: each({ id: filled, name: filled, key: absent, prefix: filled, suffix: four }, 1) },
    })
    k.value('keys.list', at(listed.body, 'data', 0, 'suffix'), key.slice(-4), listed)
    k.answer('authentication.key-shown-once', listed, { text: hides(key) })
    k.answer('authentication.tokens-not-leaked', listed, { text: hides(key) })
    const revoked = await call('DELETE', `/api-keys/${id}`)
    k.answer('keys.revoke', revoked, { status: 204, text: '' })
    k.answer('transport.deleted', revoked, 204)
    const after = await k.as(key)('GET', '/environments?limit=1')
    k.answer('keys.revoke', after, refused)
    k.answer('authentication.revoked', after, refused)
    k.answer('authentication.tokens-not-leaked', after, { text: hides(key) })
    k.answer('transport.deleted-again', await call('DELETE', `/api-keys/${id}`), 404)

    const alias = k.name('agent')
    const solver = await call('POST', '/solvers', { alias, name: 'An agent', description: 'Tries.' })
    k.answer('solvers.create', solver, {
      status: 201,
      body: { id: filled, alias, name: 'An agent', description: 'Tries.', created_at: instant },
    })
    for (const wrong of ['', 'a b', 'a/b', 'ä', 'a?b', 'a#b']) {
      k.answer('solvers.alias-shape', await call('POST', '/solvers', { alias: wrong, name: 'x' }), 400)
    }
    k.answer('solvers.alias-unique', await call('POST', '/solvers', { alias, name: 'Another' }), {
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    })
    const target = `/solvers/${textIn(solver, 'id')}`
    k.answer('solvers.read-change-delete', await call('GET', target), {
      status: 200,
      body: { alias, name: 'An agent' },
    })
    k.answer('solvers.read-change-delete', await call('PATCH', target, { description: null }), {
      status: 200,
      body: { description: null, name: 'An agent' },
    })
    const solverKey = await call('POST', `${target}/api-keys`, { name: k.name('solver key') })
    k.answer('solvers.keys', solverKey, { status: 201, body: { key: filled, prefix: filled, suffix: four } })
    k.answer('authentication.solver-key-prefix', solverKey, { body: { key: /^vrl_slv_/ } })
    k.answer('authentication.token-shape', solverKey, { body: { key: /^vrl_slv_[0-9A-Za-z]{43}$/ } })
    const token = textIn(solverKey, 'key')
    const shown = await call('GET', `${target}/api-keys`)
    k.answer('solvers.keys', shown, {
      status: 200,
      body: { data: [{ key: absent, suffix: token.slice(-4) }] },
      text: hides(token),
    })
    k.answer('authentication.key-shown-once', shown, { text: hides(token) })
    k.value(
      'identifiers.prefixes',
      [id, at(solver.body, 'id')],
      [/^key_[0-9a-z]{26}$/, /^slv_[0-9a-z]{26}$/],
      made,
      solver,
    )

    const run = await k.createRun(await k.reference(), { key: token })
    k.answer('solvers.revoke-key', await call('DELETE', `${target}/api-keys/${textIn(solverKey, 'id')}`), 204)
    const refusedRun = await k.as(token)('POST', '/v1/benchmark-runs', { benchmark: await k.reference() })
    k.answer('solvers.revoke-key', refusedRun, refused)
    k.answer('authentication.revoked', refusedRun, refused)
    k.answer('solvers.revoked-key-keeps-runs', await run.read(), 200)
    k.answer('solvers.revoked-key-keeps-runs', await run.start(), 200)
    k.answer('solvers.revoked-key-keeps-runs', await run.complete(), 200)
    const idle = await call('POST', '/solvers', { alias: k.name('idle'), name: 'Idle' })
    const idleTarget = `/solvers/${textIn(idle, 'id')}`
    k.answer('solvers.read-change-delete', await call('DELETE', idleTarget), 204)
    k.answer('solvers.read-change-delete', await call('GET', idleTarget), 404)
  },
})
