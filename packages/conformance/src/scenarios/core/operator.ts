import { absent, each, filled, instant } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { textIn } from '../../scenario/unmet.js'

const refused = { status: 401, body: { error: { code: 'UNAUTHORIZED' } } }

export const operator = scenario({
  name: 'Organizations and the operator key',
  ids: [
    'organizations.create',
    'organizations.list',
    'organizations.create-key',
    'organizations.operator-key',
    'keys.last',
  ],
  needs: ['organization-key', 'operator-key', 'authoring'],
  async run(k) {
    const call = k.as(k.operatorKey)
    const created = await call('POST', '/organizations', { name: k.name('organization') })
    k.answer('organizations.create', created, {
      status: 201,
      body: { id: filled, name: k.name('organization'), created_at: instant },
    })
    const listed = await call('GET', '/organizations?limit=100')
    k.answer('organizations.list', listed, {
      status: 200,
      body: { data: each({ id: filled, name: filled, created_at: instant, key: absent }, 1) },
    })
    const path = `/organizations/${textIn(created, 'id')}/api-keys`
    const key = await call('POST', path, { name: k.name('key') })
    k.answer('organizations.create-key', key, { status: 201, body: { id: filled, key: /^vk_[0-9A-Za-z]{43}$/ } })
    k.answer('organizations.create-key', await k.as(textIn(key, 'key'))('GET', '/environments?limit=1'), 200)
    k.answer('organizations.create-key', await call('POST', '/organizations/org_none/api-keys', { name: 'x' }), 404)
    for (const token of [k.organizationKey, textIn(key, 'key')]) {
      k.answer('organizations.operator-key', await k.as(token)('GET', '/organizations'), refused)
      k.answer('organizations.operator-key', await k.as(token)('POST', path, { name: 'x' }), refused)
    }
    const own = k.as(textIn(key, 'key'))
    k.answer('keys.last', await own('DELETE', `/api-keys/${textIn(key, 'id')}`), {
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    })
    k.answer('keys.last', await own('GET', '/environments?limit=1'), 200)
    for (const target of ['/environments', '/api-keys', '/benchmark-runs']) {
      k.answer('organizations.operator-key', await call('GET', target), refused)
    }
  },
})
