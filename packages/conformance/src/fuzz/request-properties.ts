import fc from 'fast-check'
import { internalCalls, runCalls } from '../scenarios/core/authentication.js'
import { assertSane, expectStatus, type FuzzProperty } from './fuzz-context.js'
import { judge } from './judge.js'

const oddText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '',
    'null',
    '../..',
    '%',
    '0',
    '-1',
    '1e400',
    "'",
    '"',
    '<script>',
    '\u0000',
    'x'.repeat(300),
    '__proto__',
  ),
)
// Created on demand: preparing to generate arbitrary characters takes longer than loading everything else.
function anyBody() {
  const json = fc.jsonValue({ maxDepth: 3, noUnicodeString: false })
  return fc.oneof(
    fc.constant(undefined),
    json,
    fc.dictionary(
      fc.constantFrom(
        'name',
        'benchmark_id',
        'task_item',
        'tags',
        'description',
        'timeout',
        'concurrency',
        'overrides',
        'simulators',
        'benchmark',
        'scored',
        'status',
        'unheard_of',
        '__proto__',
      ),
      json,
      { maxKeys: 5 },
    ),
    fc.uint8Array({ maxLength: 40 }),
  )
}

const query = fc.array(
  fc.tuple(fc.constantFrom('limit', 'cursor', 'benchmark_id', 'task_run_id', 'tag', 'sort', 'x'), oddText),
  { maxLength: 3 },
)
const headers = fc.dictionary(
  fc.constantFrom('content-type', 'x-request-id', 'task-run-id', 'if-match', 'accept'),
  fc.stringMatching(/^[ -~]{1,30}$/),
  { maxKeys: 2 },
)

function withQuery(target: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return target
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${target}${target.includes('?') ? '&' : '?'}${text}`
}

/** Every request to a documented call gets a response that {@link assertSane} accepts. */
export const anyRequest: FuzzProperty = {
  name: 'Any request gets a response that conforms to the contract',
  ids: ['errors.body', 'errors.code-invalid-request'],
  needs: 'nothing',
  check({ kit, exchanges }, runs, seed) {
    const calls = fc.constantFrom(...internalCalls, ...runCalls)
    const id = fc.oneof(oddText, fc.stringMatching(/^(env|task|run|tr|bench)_[0-9a-z]{1,26}$/))
    return judge(
      fc.asyncProperty(calls, id, query, anyBody(), headers, async ([method, target], drawn, pairs, sent, more) => {
        const place = target.replaceAll('none', encodeURIComponent(drawn) || 'none')
        // Created resources would have to be removed, and resources of others must not be changed.
        const payload = method === 'GET' || method === 'DELETE' ? undefined : sent
        assertSane(await kit.call(method, withQuery(place, pairs), payload, more))
      }),
      runs,
      seed,
      exchanges,
    )
  },
}

/** No call accepts a token of the wrong kind, or a corrupted one. */
export const authMatrix: FuzzProperty = {
  name: 'No call accepts a token of the wrong kind',
  ids: ['authentication.invalid', 'authentication.wrong-kind', 'authentication.missing'],
  needs: 'nothing',
  check({ kit, exchanges }, runs, seed) {
    const spoilt = (key: string) =>
      fc.oneof(
        fc
          .nat(key.length - 1)
          .map((place) => key.slice(0, place) + (key[place] === 'A' ? 'B' : 'A') + key.slice(place + 1)),
        fc.nat(key.length - 1).map((length) => key.slice(0, length)),
        fc.constant(`${key}0`),
        fc.constant(key.toUpperCase()),
      )
    const wrong = {
      internal: fc.oneof(
        fc.constant(null),
        fc.constant(kit.solverKey),
        fc.constant('vrl_run_x'),
        spoilt(kit.organizationKey),
      ),
      run: fc.oneof(
        fc.constant(null),
        fc.constant(kit.solverKey),
        fc.constant(kit.organizationKey),
        fc.constant('vrl_run_x'),
      ),
    }
    const pair = fc.oneof(
      fc.tuple(fc.constantFrom(...internalCalls), wrong.internal),
      fc.tuple(fc.constantFrom(...runCalls), wrong.run),
    )
    return judge(
      fc.asyncProperty(pair, async ([[method, target], token]) => {
        expectStatus(await kit.as(token)(method, target, method === 'GET' || method === 'DELETE' ? undefined : {}), 401)
      }),
      runs,
      seed,
      exchanges,
    )
  },
}
