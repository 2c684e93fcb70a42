import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Carebench } from './carebench.js'
import { CarebenchSolver } from './carebench-solver.js'
import { createdRun, runToken, sessionAnswers } from './testing/run-answers.js'
import { catchRejection, json, stubFetch } from './testing/stub-fetch.js'

const apiKey = 'vk_canary7apikey'
const solverKey = 'vrl_slv_canary7solverkey'
const baseUrl = 'https://service.example.org'

/** Returns everything that a log could contain of a value. */
function showAll(value: unknown): string {
  const deep = inspect(value, { depth: 20, showHidden: true, getters: false })
  const text = typeof value === 'object' && value !== null && 'stack' in value ? String(value.stack) : ''
  return [deep, JSON.stringify(value), JSON.stringify({ ...(value as object) }), String(value), text].join('\n')
}

async function openSession(...answers: Response[]) {
  const { fetch, sent } = stubFetch(...sessionAnswers(), ...answers)
  const solver = new CarebenchSolver({ baseUrl, solverKey, fetch })
  const run = await solver.runs.create({ benchmark: 'small@1' })
  const session = await run.tasks[0]?.start()
  if (session === undefined) throw new Error('The run has no task.')
  return { solver, run, session, sent }
}

describe('tokens and credentials', () => {
  it('are sent', async () => {
    const { sent, session } = await openSession()
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${solverKey}`, `Bearer ${runToken}`])
    expect(session.sandboxes[0]?.credentials).toEqual({
      username: 'u',
      password: 'canary7password',
      clientId: 'c',
      clientSecret: 'canary7secret',
    })
  })

  it('are not shown by inspect, JSON and logs', async () => {
    const { solver, run, session } = await openSession()
    const carebench = new Carebench({ baseUrl, apiKey })
    const parts = [session.fhir, session.portal, session.system('files'), ...session.sandboxes, ...run.tasks]
    for (const value of [carebench, solver, solver.runs, run, session, ...parts]) {
      expect(showAll(value)).not.toContain('canary7')
    }
    expect(showAll(run)).toContain('run_1')
  })

  it.each([
    ['a rejection that quotes the token', json(401, { error: { code: 'UNAUTHORIZED', message: `No: ${apiKey}` } })],
    ['an unknown rejection that quotes it', json(401, { error: { code: 'NOPE', message: `No: ${apiKey}` } })],
    ['a failure that quotes it', new TypeError('fetch failed', { cause: new Error(`bad header ${apiKey}`) })],
    ['a failure', new TypeError('fetch failed', { cause: new Error('ECONNRESET') })],
    ['a body that is not JSON', new Response(apiKey, { headers: { 'content-type': 'application/json' } })],
  ])('are not in the error of %s', async (_, answer) => {
    const carebench = new Carebench({ baseUrl, apiKey, fetch: stubFetch(answer).fetch })
    expect(showAll(await catchRejection(carebench.call('listBenchmarks')))).not.toContain('canary7')
  })

  it('are not in the error of a simulated system', async () => {
    const { session } = await openSession(json(422, { errors: [{ field: '', message: `No: ${runToken}` }] }))
    expect(showAll(await catchRejection(session.portal.submitPriorAuth({})))).not.toContain('canary7')
  })

  it('are not in the error of an unreadable response that contains one', async () => {
    const broken = new Response(JSON.stringify(createdRun).slice(0, -1), {
      status: 201,
      headers: { 'content-type': 'application/json' },
    })
    const solver = new CarebenchSolver({ baseUrl, solverKey, fetch: stubFetch(broken).fetch })
    const error = await catchRejection(solver.runs.create({ benchmark: 'small@1' }))
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 201 })
    expect(showAll(error)).not.toContain('canary7')
  })

  it.each(['', 'canary7 key', 'canary7key\n', 'canary7\u2713'])(
    'that are invalid in a header are rejected without being quoted: %j',
    (key) => {
      const make = () => new Carebench({ baseUrl, apiKey: key })
      expect(make).toThrow(TypeError)
      expect(make).toThrow(/^apiKey must (?!.*canary7)/)
    },
  )
})
