import { type Answer, at, type Call } from '../../exchange/exchange.js'
import { filled } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { nothingLeaked } from './every-call.js'

const refused = { status: 401, body: { error: { code: 'UNAUTHORIZED', message: filled } } }

/** Every call of the internal API in specification 4.1 except `/mcp`. */
export const internalCalls: readonly (readonly [method: string, target: string])[] = [
  ['GET', '/environments'],
  ['GET', '/environments/none'],
  ['PATCH', '/environments/none'],
  ['GET', '/benchmarks'],
  ['POST', '/benchmarks'],
  ['GET', '/runs/none'],
  ['GET', '/datasets'],
  ['GET', '/tasks?benchmark_id=none'],
  ['POST', '/tasks'],
  ['GET', '/tasks/none'],
  ['PATCH', '/tasks/none'],
  ['DELETE', '/tasks/none'],
  ['GET', '/tasks/none/entities'],
  ['POST', '/tasks/none/entities'],
  ['DELETE', '/tasks/none/entities/none'],
  ['GET', '/task-runs?benchmark_run_id=none'],
  ['GET', '/task-runs/none'],
  ['POST', '/task-runs/none/complete'],
  ['POST', '/task-runs/none/cancel'],
  ['GET', '/criterion-runs?task_run_id=none'],
  ['GET', '/criterion-runs/none'],
]

/** Calls of each path that requires a run token. Specification 4.2. */
export const runCalls: readonly (readonly [method: string, target: string])[] = [
  ['GET', '/v1/benchmark-runs/none'],
  ['GET', '/v1/benchmark-runs/none/fhir/Patient'],
  ['POST', '/v1/benchmark-runs/none/fhir/Patient'],
  ['GET', '/v1/benchmark-runs/none/hl7/inbox'],
  ['POST', '/v1/benchmark-runs/none/hl7/outbound'],
  ['GET', '/v1/benchmark-runs/none/files/inbox'],
  ['GET', '/v1/benchmark-runs/none/files/a.txt'],
  ['GET', '/v1/benchmark-runs/none/portal/patients'],
  ['POST', '/v1/task-runs/none/start'],
  ['POST', '/v1/task-runs/none/complete'],
]

/** Calls of the internal API that only docs/reference/contract.md defines. */
const extendedCalls: readonly (readonly [method: string, target: string])[] = [
  ['POST', '/environments'],
  ['GET', '/simulators'],
  ['GET', '/criteria?task_id=none'],
  ['POST', '/criteria'],
  ['GET', '/solvers'],
  ['POST', '/api-keys'],
  ['GET', '/benchmark-runs'],
  ['POST', '/benchmarks/none/versions'],
  ['GET', '/playgrounds'],
  ['GET', '/sandboxes?playground_id=none'],
]

function send(call: Call, method: string, target: string, headers?: Readonly<Record<string, string>>) {
  return call(method, target, ['POST', 'PATCH'].includes(method) ? {} : undefined, headers)
}

export const authentication = scenario({
  name: 'Every call with every kind of token',
  ids: [
    'authentication.bearer',
    'authentication.missing',
    'authentication.invalid',
    'authentication.internal-organization-key',
    'authentication.internal-other-tokens',
    'authentication.organization-key-prefix',
    'errors.unauthorized',
    'authentication.challenge',
    'authentication.wrong-kind',
    'open.nothing-else',
  ],
  needs: ['organization-key', 'solver-key'],
  readOnly: true,
  async run(k) {
    k.value('authentication.organization-key-prefix', k.organizationKey.slice(0, 3), 'vk_')
    const none = k.as(null)
    for (const [method, target] of [...internalCalls, ['POST', '/v1/benchmark-runs'] as const, ...runCalls]) {
      const answer = await send(none, method, target)
      k.answer('authentication.missing', answer, refused)
      k.answer('errors.unauthorized', answer, refused)
      k.answer('authentication.challenge', answer, { headers: { 'www-authenticate': /^Bearer\b/ } })
    }
    for (const [method, target] of extendedCalls)
      k.answer('open.nothing-else', await send(none, method, target), refused)
    for (const token of [
      'vk_',
      `vk_${'0'.repeat(43)}`,
      'nonsense',
      `${k.organizationKey}x`,
      k.organizationKey.slice(0, -1),
    ]) {
      for (const target of ['/environments', '/tasks/none']) {
        const answer = await k.as(token)('GET', target)
        k.answer('authentication.invalid', answer, refused)
        k.answer('errors.unauthorized', answer, refused)
      }
    }
    for (const token of [`vrl_slv_${'0'.repeat(43)}`, `vrl_run_${'0'.repeat(43)}`]) {
      for (const [method, target] of [['POST', '/v1/benchmark-runs'] as const, ...runCalls]) {
        k.answer('authentication.invalid', await send(k.as(token), method, target), refused)
      }
    }
    for (const scheme of ['Basic', 'Token', '']) {
      const authorization = `${scheme} ${k.organizationKey}`.trim()
      const answer = await none('GET', '/environments', undefined, { authorization })
      k.answer('authentication.bearer', answer, refused)
    }
    k.answer('authentication.bearer', await k.call('GET', '/environments?limit=1'), 200)
    for (const [method, target] of [...internalCalls, ...extendedCalls]) {
      const answer = await send(k.as(k.solverKey), method, target)
      k.answer('authentication.internal-other-tokens', answer, refused)
      k.answer('authentication.wrong-kind', answer, refused)
    }
    for (const [method, target] of [['POST', '/v1/benchmark-runs'] as const, ...runCalls]) {
      k.answer('authentication.wrong-kind', await send(k.call, method, target), refused)
    }
    for (const [method, target] of internalCalls.filter(([method]) => method === 'GET')) {
      const { status, exchange } = await k.call(method, target)
      k.value(
        'authentication.internal-organization-key',
        { exchange: exchange.target, authenticated: status !== 401 },
        { authenticated: true },
      )
    }
  },
})

export const runTokens = scenario({
  name: 'A run token and a Solver key outside their own run',
  ids: [
    'authentication.solver-key-prefix',
    'authentication.run-token-prefix',
    'authentication.solver-creates-runs',
    'authentication.solver-own-benchmarks',
    'authentication.solver-only-creates-runs',
    'authentication.run-token-own-run',
    'authentication.run-token-create',
    'authentication.foreign-task-run',
    'authentication.tokens-not-leaked',
    'authentication.internal-other-tokens',
    'authentication.token-shape',
    'authentication.run-token-reads-run',
    'authentication.run-token-start',
    'authentication.run-token-complete',
    'errors.leaks-nothing',
  ],
  needs: ['organization-key', 'solver-key', 'benchmark'],
  async run(k) {
    k.value('authentication.solver-key-prefix', k.solverKey.slice(0, 8), 'vrl_slv_')
    const reference = await k.reference()
    const [run, other] = [await k.createRun(reference), await k.createRun(reference)]
    k.answer('authentication.solver-creates-runs', run.created, { body: { bearer_token: filled } })
    k.answer('authentication.solver-own-benchmarks', run.created, { body: { bearer_token: filled } })
    k.answer('authentication.run-token-prefix', run.created, { body: { bearer_token: /^vrl_run_./ } })
    k.answer('authentication.token-shape', run.created, { body: { bearer_token: /^vrl_run_[0-9A-Za-z]{43}$/ } })
    const said: Answer[] = []
    const solver = k.as(k.solverKey)
    for (const [method, target] of [
      ['GET', `/v1/benchmark-runs/${run.id}`],
      ['POST', `/v1/task-runs/${run.taskRun()}/start`],
      ['POST', `/v1/task-runs/${run.taskRun()}/complete`],
      ['GET', `/v1/benchmark-runs/${run.id}/fhir/Patient`],
      ['GET', `/v1/benchmark-runs/${run.id}/files/inbox`],
    ] as const) {
      const answer = await solver(method, target)
      said.push(answer)
      k.answer('authentication.solver-only-creates-runs', answer, refused)
    }
    for (const [method, target] of internalCalls) {
      k.answer('authentication.solver-only-creates-runs', await send(solver, method, target), refused)
      k.answer('authentication.internal-other-tokens', await send(run.call, method, target), refused)
    }
    for (const [method, target] of [
      ['GET', `/v1/benchmark-runs/${other.id}`],
      ['GET', `/v1/benchmark-runs/${other.id}/fhir/Patient`],
      ['GET', `/v1/benchmark-runs/${other.id}/portal/prior-auths`],
      ['GET', `/v1/benchmark-runs/${other.id}/hl7/inbox`],
      ['POST', `/v1/task-runs/${other.taskRun()}/start`],
      ['POST', `/v1/task-runs/${other.taskRun()}/complete`],
    ] as const) {
      const answer = await run.call(method, target)
      said.push(answer)
      k.answer('authentication.run-token-own-run', answer, { status: 401 })
    }
    for (const id of [other.taskRun(), 'tr_00000000000000000000000000', 'none']) {
      for (const action of ['start', 'complete']) {
        k.answer('authentication.foreign-task-run', await run.call('POST', `/v1/task-runs/${id}/${action}`), refused)
      }
    }
    k.answer(
      'authentication.run-token-create',
      await run.call('POST', '/v1/benchmark-runs', { benchmark: reference }),
      refused,
    )
    const read = await run.read()
    k.answer('authentication.run-token-reads-run', read, 200)
    const started = await run.start()
    k.answer('authentication.run-token-start', started, 200)
    const completed = await run.complete()
    k.answer('authentication.run-token-complete', completed, 200)
    said.push(
      read,
      started,
      completed,
      await k.call('GET', `/runs/${run.id}`),
      await k.call('GET', `/task-runs/${run.taskRun()}`),
    )
    for (const answer of said) {
      k.answer('authentication.tokens-not-leaked', answer, {
        text: nothingLeaked(k.organizationKey, k.solverKey, run.token, other.token),
      })
      if (answer.status >= 400)
        k.answer('errors.leaks-nothing', answer, { text: nothingLeaked(k.solverKey, run.token) })
    }
    k.answer('authentication.tokens-not-leaked', run.created, { text: nothingLeaked(k.organizationKey, k.solverKey) })
    k.value(
      'authentication.run-token-prefix',
      at(run.created.body, 'bearer_token') === at(other.created.body, 'bearer_token'),
      false,
      run.created,
      other.created,
    )
  },
})
