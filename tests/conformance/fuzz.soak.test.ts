import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type BrokenServer, member, readJson, readPath, refusal, rewrite, withMembers } from './broken-server.js'
import { findingsOfFuzzing } from './in-memory-target.js'

// The fuzzer must find violations in servers that are broken on purpose, and minimize the requests.

describe('finds and minimizes', () => {
  it.each([
    [
      'a request that makes the server fail',
      'Any request',
      () => async (asked, next) =>
        asked.target.includes('limit=') && asked.target.includes('x=')
          ? { status: 500, headers: {}, body: 'oops' }
          : next(asked),
    ],
    [
      'a call that accepts any token',
      'No call accepts',
      () => async (asked, next) => {
        const answered = await next(asked)
        return asked.method === 'POST' && asked.target === '/benchmarks' && answered.status === 401
          ? refusal(400, 'INVALID_REQUEST')
          : answered
      },
    ],
    [
      'pagination by offset',
      'Reading all pages',
      () => async (asked, next) => {
        if (asked.method !== 'GET' || readPath(asked) !== '/tasks') return next(asked)
        const query = new URLSearchParams(asked.target.split('?')[1])
        const limit = Number(query.get('limit') ?? 20)
        const from = Number(query.get('cursor') ?? 0)
        const answered = await next({ ...asked, target: `/tasks?benchmark_id=${query.get('benchmark_id')}&limit=100` })
        const all = member(readJson(answered), 'data')
        if (!Array.isArray(all)) return answered
        const more = from + limit < all.length ? String(from + limit) : null
        return rewrite(answered, (body) =>
          withMembers(body, { data: all.slice(from, from + limit), _meta: { next: more, prev: null, limit } }),
        )
      },
    ],
    [
      'a cancelled task run that restarts',
      'A task run follows',
      () => async (asked, next) => {
        const answered = await next(asked)
        const isRead = asked.method === 'GET' && asked.target.startsWith('/task-runs/')
        return isRead && member(readJson(answered), 'status') === 'cancelled'
          ? rewrite(answered, (body) => withMembers(body, { phase: 'created' }))
          : answered
      },
    ],
    [
      'a header that leaks an answer',
      'Nothing that a run token',
      () => {
        let leaked = ''
        return async (asked, next) => {
          if (asked.target === '/criteria')
            leaked ||= /canary[0-9a-z]+/.exec(new TextDecoder().decode(asked.body))?.[0] ?? ''
          const answered = await next(asked)
          return asked.target.endsWith('/files/inbox')
            ? { ...answered, headers: { ...answered.headers, 'x-debug': leaked } }
            : answered
        }
      },
    ],
  ] satisfies readonly (readonly [string, string, BrokenServer['create']])[])('%s', async (_, property, create) => {
    const findings = await findingsOfFuzzing(60, create)
    expect(findings.map((finding) => finding.property.slice(0, property.length))).toContain(property)
    const [{ script } = { script: '' }] = findings.filter((finding) => finding.property.startsWith(property))
    expect(script).toContain('curl -sS')
    expect(script).not.toMatch(/vrl_run_[0-9A-Za-z]{20}|vk_[0-9A-Za-z]{20}/)
    execFileSync('sh', ['-n'], { input: script })
  })
})
