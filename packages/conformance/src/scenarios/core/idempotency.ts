import type { Answer, Call } from '../../exchange/exchange.js'
import { absent } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const refused = { status: 400, body: { error: { code: 'INVALID_REQUEST' } } }
const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
const first = { status: 201, headers: { 'idempotent-replayed': absent } }
const repeated = { status: 201, headers: { 'idempotent-replayed': 'true' } }

/** Returns a function that sends a POST with an `Idempotency-Key`. */
function withKey(call: Call, key: string) {
  return (target: string, body: unknown) => call('POST', target, body, { 'idempotency-key': key })
}

/** Counts the environments with a name among the newest ones. */
async function countNamed(call: Call, name: string): Promise<number> {
  const { text } = must(await call('GET', '/environments?limit=100'), 200)
  return text.split(JSON.stringify(name)).length - 1
}

export const repeatedCreations = scenario({
  name: 'Repeated creations with an Idempotency-Key',
  ids: [
    'idempotency.key-shape',
    'idempotency.replayed',
    'idempotency.header',
    'idempotency.equal-bodies',
    'idempotency.other-body',
    'idempotency.scope',
    'idempotency.replay-unchanged',
    'idempotency.tokens',
    'idempotency.errors-forgotten',
    'idempotency.concurrent',
  ],
  needs: ['organization-key', 'solver-key', 'second-organization', 'authoring'],
  async run(k) {
    const { call } = k
    const same = (answer: Answer) => ({ ...repeated, text: answer.text })

    for (const key of ['', 'x'.repeat(129)]) {
      k.answer('idempotency.key-shape', await withKey(call, key)('/environments', { name: k.name('shape') }), refused)
    }
    for (const key of ['~', `"${k.name('a key')}"`.padEnd(128, '.')]) {
      k.answer('idempotency.key-shape', await withKey(call, key)('/environments', { name: k.name('shape') }), 201)
    }

    const post = withKey(call, k.name('once'))
    const name = k.name('repeated')
    const body = { name, description: 'One of them.' }
    const made = must(await post('/environments', body), 201)
    k.answer('idempotency.header', made, first)
    const again = await post('/environments', body)
    k.answer('idempotency.replayed', again, { status: 201, text: made.text })
    k.answer('idempotency.header', again, repeated)
    k.value('idempotency.replayed', { environments: await countNamed(call, name) }, { environments: 1 }, made, again)
    k.answer('idempotency.equal-bodies', await post('/environments', { description: 'One of them.', name }), same(made))

    const other = await post('/environments', { ...body, description: 'Another.' })
    k.answer('idempotency.other-body', other, conflict)
    k.value('idempotency.other-body', { environments: await countNamed(call, name) }, { environments: 1 }, other)

    const elsewhere = await post('/api-keys', { name })
    k.answer('idempotency.scope', elsewhere, first)
    k.answer('idempotency.scope', await withKey(k.other.call, k.name('once'))('/environments', body), first)
    k.answer('idempotency.scope', await withKey(call, k.name('twice'))('/environments', body), first)

    const target = `/environments/${textIn(made, 'id')}`
    must(await call('PATCH', target, { description: 'Changed.' }), 200)
    k.answer('idempotency.replay-unchanged', await post('/environments', body), same(made))
    must(await call('DELETE', target), 204)
    k.answer('idempotency.replay-unchanged', await post('/environments', body), same(made))

    await k.part(async () => {
      const key = await post('/api-keys', { name })
      k.answer('idempotency.tokens', key, same(elsewhere))
      k.answer('idempotency.tokens', await k.as(textIn(key, 'key'))('GET', '/environments?limit=1'), 200)
      const create = withKey(k.as(k.solverKey), k.name('once'))
      const benchmark = await k.reference()
      const run = must(await create('/v1/benchmark-runs', { benchmark }), 201)
      const runAgain = await create('/v1/benchmark-runs', { benchmark })
      k.answer('idempotency.tokens', runAgain, same(run))
      const path = `/v1/benchmark-runs/${textIn(run, 'benchmark_run_id')}`
      k.answer('idempotency.tokens', await k.as(textIn(runAgain, 'bearer_token'))('GET', path), 200)
    })

    await k.part(async () => {
      const alias = k.name('solver')
      const taken = await k.create('/solvers', { alias, name: 'First' })
      const failing = withKey(call, k.name('failing'))
      k.answer('idempotency.errors-forgotten', await failing('/solvers', { alias, name: 'x' }), 409)
      must(await call('DELETE', `/solvers/${taken}`), 204)
      k.answer('idempotency.errors-forgotten', await failing('/solvers', { alias: 'a b', name: 'x' }), 400)
      k.answer('idempotency.errors-forgotten', await failing('/solvers', { alias, name: 'x' }), first)
    })

    await k.part(async () => {
      const label = k.name('concurrent')
      const at = withKey(call, label)
      const answers = await Promise.all([1, 2, 3, 4].map(() => at('/environments', { name: label })))
      const [one] = answers
      for (const answer of answers) k.answer('idempotency.concurrent', answer, { status: 201, text: one?.text ?? '' })
      k.value(
        'idempotency.concurrent',
        { environments: await countNamed(call, label) },
        { environments: 1 },
        ...answers,
      )
    })
  },
})

export const expiredKeys = scenario({
  name: 'An Idempotency-Key after 24 hours',
  ids: ['idempotency.expires'],
  needs: ['organization-key', 'authoring', 'clock'],
  async run(k) {
    const post = withKey(k.call, k.name('expiring'))
    const name = k.name('expiring')
    const made = must(await post('/environments', { name }), 201)
    await k.elapse(24 * 3600 - 60)
    k.answer('idempotency.expires', await post('/environments', { name }), { ...repeated, text: made.text })
    await k.elapse(120)
    k.answer('idempotency.expires', await post('/environments', { name }), first)
    k.value('idempotency.expires', { environments: await countNamed(k.call, name) }, { environments: 2 }, made)
  },
})
