import assert from 'node:assert/strict'
import type { Answer, Remote } from './remote.js'

/** Returns a valid body for creating a benchmark; `name` must be new. */
export function newBenchmark(name: string): string {
  return JSON.stringify({
    name,
    description: 'Files a prior authorization, follows it up and tells the clinic. '.repeat(3),
    timeout: 900,
    concurrency: 4,
    overrides: { pass_threshold: 0.8, axis_weights: { correctness: 3, safety: 1 } },
  })
}

/**
 * Collects what must be equal in the responses of all contenders: the bytes of shared data, the pages, which have
 * different cursors, and the status and code of rejections. Throws if two responses of one contender contradict each
 * other.
 */
export async function readAnswers(remote: Remote): Promise<readonly unknown[]> {
  const observed: unknown[] = []
  const refused = async (...call: Parameters<Remote['ask']>) => {
    const answer = await remote.ask(...call)
    assert.equal(JSON.parse(answer.text).error.request_id, answer.headers['x-request-id'])
    observed.push([...call, answer.status, JSON.parse(answer.text).error.code])
  }

  const middle = remote.ids[remote.ids.length >> 1] ?? ''
  const one = await remote.ask('GET', `/benchmarks/${middle}`)
  observed.push(one.status, one.text, readHeaders(one))
  const kept = await remote.ask('GET', `/benchmarks/${middle}`, undefined, { 'x-request-id': 'mine' })
  assert.equal(kept.headers['x-request-id'], 'mine')

  const list: string[] = []
  let cursor: string | null = null
  let previous: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await remote.ask('GET', `/benchmarks?limit=100${query}`)
    const { data, _meta } = JSON.parse(page.text)
    assert.equal(page.status, 200)
    list.push(...data.map((item: unknown) => JSON.stringify(item)))
    previous = _meta.prev
    cursor = _meta.next
  } while (cursor !== null)
  assert.equal(list.length, remote.ids.length)
  assert.equal(list[list.length - 1 - (remote.ids.length >> 1)], one.text)
  const before = await remote.ask('GET', `/benchmarks?limit=100&cursor=${previous}`)
  observed.push(list, JSON.parse(before.text).data)

  const created = await remote.ask('POST', '/benchmarks', newBenchmark('A benchmark of the check'))
  const { id, created_at, updated_at, ...rest } = JSON.parse(created.text)
  assert.equal(created_at, updated_at)
  assert.equal((await remote.ask('GET', `/benchmarks/${id}`)).text, created.text)
  const [newest] = JSON.parse((await remote.ask('GET', '/benchmarks?limit=1')).text).data
  assert.equal(newest.id, id)
  observed.push(created.status, created.text.length, rest, readHeaders(created))

  await refused('GET', '/benchmarks/bench_unknown')
  await refused('GET', `/benchmarks/${middle}`, undefined, { authorization: 'Bearer vk_wrong' })
  await refused('GET', '/benchmarks?limit=0')
  await refused('GET', `/benchmarks?cursor=${'A'.repeat(100)}`)
  await refused('POST', '/benchmarks', newBenchmark('A benchmark of the check'))
  await refused('POST', '/benchmarks', newBenchmark('of nobody'), { authorization: 'Bearer vk_wrong' })
  await refused('POST', '/benchmarks', '{"name":')
  await refused('POST', '/benchmarks', '{"name":"x","concurrency":"4"}')
  await refused('POST', '/benchmarks', '{"name":"x","unknown":1}')
  await refused('POST', '/benchmarks', '{"name":"x@1"}')
  await refused('POST', '/benchmarks', '{"name":"x"}', { 'content-type': 'text/plain' })
  return observed
}

/** Returns the headers that must be equal for all contenders, and checks the others. */
function readHeaders(answer: Answer): unknown {
  const { headers, text } = answer
  assert.match(String(headers['x-request-id']), /^[A-Za-z0-9-]{1,64}$/)
  assert.equal(headers['content-length'], String(Buffer.byteLength(text)))
  return [String(headers['content-type']).replace(/; charset=utf-8$/i, ''), headers['cache-control']]
}
