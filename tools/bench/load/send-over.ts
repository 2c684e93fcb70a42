import type { Pool } from 'undici'
import type { Send } from './workload.js'

/** Returns a function that sends requests over HTTPS to the servers in turn, whichever client sends them. */
export function sendOver(...pools: readonly Pool[]): Send {
  let turn = 0
  return async (token, method, path, body) => {
    const pool = pools[turn++ % pools.length]
    if (pool === undefined) throw new RangeError('Expected at least one server.')
    const answer = await pool.request({
      method: method as 'GET',
      path,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': mediaTypeFor(path) }) },
      body: typeof body === 'string' || body === undefined ? (body ?? null) : JSON.stringify(body),
    })
    const retryAfter = answer.headers['retry-after']
    return {
      status: answer.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      text: await answer.body.text(),
    }
  }
}

function mediaTypeFor(path: string): string {
  if (path.includes('/fhir/')) return 'application/fhir+json'
  if (path.includes('/files/')) return 'text/csv'
  return path.includes('/hl7/') ? 'text/plain' : 'application/json'
}
