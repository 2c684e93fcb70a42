import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { makeTrial, serveHttp } from '../../testing/make-trial.js'
import { createHttpAgent } from './http-agent.js'

type Reply = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>]

/** An agent over HTTP that gives its replies in order, the last one again and again. */
async function serveReplies(...replies: readonly Reply[]) {
  const requests: { readonly line: string; readonly body: unknown }[] = []
  const url = await serveHttp(async (request: IncomingMessage, response) => {
    const body = request.method === 'POST' ? await json(request) : undefined
    requests.push({ line: `${request.method} ${request.url}`, body })
    const [status, text, headers = {}] = replies[Math.min(requests.length, replies.length) - 1] ?? [500, '']
    response.writeHead(status, headers).end(text)
  })
  const agent = createHttpAgent({ name: 'service', url: `${url}/tasks/`, version: '1.2', pollInterval: 1 })
  return { agent, url, requests }
}

it('posts the task with the token of the trial, and reads the submission in the response', async () => {
  const { agent, url, requests } = await serveReplies([200, '{"output": {"answer": 42}, "usage": {"input": 7}}'])
  expect(agent).toMatchObject({ kind: 'http', isolation: 'remote', identity: { url: `${url}/tasks`, version: '1.2' } })
  const { trial } = makeTrial()
  expect(await agent.run(trial)).toMatchObject({
    output: { answer: 42 },
    ended: { kind: 'completed', reason: 'done' },
    usage: { input: 7, output: null },
  })
  expect(requests).toMatchObject([
    { line: 'POST /tasks', body: { version: 1, trial_id: 'trial-1', token: trial.token, mcp: { url: trial.mcpUrl } } },
  ])
  expect(requests[0]?.body).toMatchObject({ callback: { url: trial.callbackUrl } })
  expect(requests[0]?.body).not.toHaveProperty('token_env')
})

it('polls while the agent works', async () => {
  const accepted: Reply = [202, '', { 'Retry-After': '0' }]
  const { agent, requests } = await serveReplies(accepted, [202, ''], [503, ''], [200, ''])
  const end = await agent.run(makeTrial({ id: 'a/b/1' }).trial)
  expect(end.ended).toEqual({ kind: 'completed', reason: 'done' })
  const look = 'GET /tasks/a%2Fb%2F1'
  expect(requests.map(({ line }) => line)).toEqual(['POST /tasks', look, look, look])
})

it('quotes no part of its token where a response is cut', async () => {
  const token = 'token-0123456789abcdef'
  const url = await serveHttp((request, response) => {
    response.writeHead(500).end('0'.repeat(185) + request.headers.authorization)
  })
  const { ended } = await createHttpAgent({ name: 'a', url, token }).run(makeTrial().trial)
  expect(ended).toEqual({
    kind: 'agent',
    reason: 'crash',
    message: `The agent answered 500: ${'0'.repeat(185)}Bearer [secret]`,
  })
})

it('is not polled again after a promised callback', async () => {
  const made = makeTrial()
  let requests = 0
  const url = await serveHttp((_, response) => {
    requests++
    response.writeHead(202).end('{"callback": true}', () => made.submit())
  })
  const { ended } = await createHttpAgent({ name: 'a', url, pollInterval: 1 }).run(made.trial)
  expect([ended, requests]).toEqual([{ kind: 'completed', reason: 'done' }, 1])
})

it('gets its token with every request, only over private connections', async () => {
  const tokens: unknown[] = []
  const url = await serveHttp((request, response) => {
    tokens.push(request.headers.authorization)
    response.writeHead(request.method === 'POST' ? 202 : 200).end()
  })
  await createHttpAgent({ name: 'a', url, token: 'service-token', pollInterval: 1 }).run(makeTrial().trial)
  expect(tokens).toEqual(['Bearer service-token', 'Bearer service-token'])
  const create = (address: string) => () => createHttpAgent({ name: 'a', url: address, token: 'service-token' })
  expect(create('http://agents.example.org/')).toThrow('Expected an address with https')
  expect(create('https://agents.example.org/')().identity).toEqual({ url: 'https://agents.example.org', version: null })
})

describe('a response', () => {
  it.each([
    [401, 'infra', 'auth'],
    [404, 'agent', 'crash'],
    [500, 'agent', 'crash'],
  ] as const)('of %i is %s, %s', async (status, kind, reason) => {
    const { agent } = await serveReplies([status, 'because'])
    const { ended } = await agent.run(makeTrial().trial)
    expect(ended).toEqual({ kind, reason, message: `The agent answered ${status}: because` })
  })

  it.each([429, 503])('with status %i is retried within the time of the trial', async (status) => {
    const busy: Reply = [status, '', { 'Retry-After': '0' }]
    const { agent, requests } = await serveReplies(busy, [status, ''], [200, '{"output": 42}'])
    expect(await agent.run(makeTrial().trial)).toMatchObject({ output: 42, ended: { kind: 'completed' } })
    expect(requests.map(({ line }) => line)).toEqual(['POST /tasks', 'POST /tasks', 'POST /tasks'])
  })

  it('of a service that never takes the task uses up the time of the trial', async () => {
    const made = makeTrial()
    let answers = 0
    const url = await serveHttp((_, response) => {
      response.writeHead(503).end()
      if (++answers === 3) made.stop({ kind: 'limit', reason: 'timeout' })
    })
    const { ended } = await createHttpAgent({ name: 'a', url, pollInterval: 1 }).run(made.trial)
    expect(ended).toEqual({ kind: 'limit', reason: 'timeout' })
  })

  it('that is not followed by another is a crash, because the service has seen the task', async () => {
    let isSeen = false
    const url = await serveHttp((request, response) => {
      if (isSeen) request.socket.destroy()
      else response.writeHead(503).end()
      isSeen = true
    })
    const { ended } = await createHttpAgent({ name: 'a', url, pollInterval: 1 }).run(makeTrial().trial)
    expect(ended).toMatchObject({ kind: 'agent', reason: 'crash' })
  })

  it('that is not JSON is bad output', async () => {
    const { agent } = await serveReplies([200, 'forty-two'])
    expect((await agent.run(makeTrial().trial)).ended).toMatchObject({ kind: 'agent', reason: 'bad_output' })
  })

  it('that breaks off is a crash; one that never starts is a network error', async () => {
    const broken = await serveHttp((_, response) => response.destroy())
    const crash = await createHttpAgent({ name: 'a', url: broken }).run(makeTrial().trial)
    expect(crash.ended).toMatchObject({ kind: 'agent', reason: 'crash' })
    const absent = await createHttpAgent({ name: 'a', url: 'http://127.0.0.1:9' }).run(makeTrial().trial)
    expect(absent.ended).toMatchObject({ kind: 'infra', reason: 'network' })
  })

  it('that never comes ends with the trial, or with its submission', async () => {
    const made = makeTrial()
    const url = await serveHttp(() => made.stop({ kind: 'limit', reason: 'timeout' }))
    expect((await createHttpAgent({ name: 'a', url }).run(made.trial)).ended).toEqual({
      kind: 'limit',
      reason: 'timeout',
    })
    const other = makeTrial()
    const submitting = await serveHttp(() => other.submit())
    const end = await createHttpAgent({ name: 'a', url: submitting }).run(other.trial)
    expect(end.ended).toEqual({ kind: 'completed', reason: 'done' })
  })

  it('that is lost after the task was accepted is a crash', async () => {
    let isTaken = false
    const url = await serveHttp((_, response) => {
      if (isTaken) response.destroy()
      else response.writeHead(202).end()
      isTaken = true
    })
    const { ended } = await createHttpAgent({ name: 'a', url, pollInterval: 1 }).run(makeTrial().trial)
    expect(ended).toMatchObject({
      kind: 'agent',
      reason: 'crash',
      message: expect.stringContaining('no longer responds'),
    })
  })
})

it('rejects invalid addresses, and passwords, without showing them', () => {
  const create = (url: string) => () => createHttpAgent({ name: 'a', url })
  expect(create('agent.py')).toThrow('Expected the address of an agent, such as http://127.0.0.1:8080/tasks')
  expect(create('ftp://example.org/')).toThrow('without a user or password; got ')
  expect(create('http://me:hidden@example.org/')).toThrow(/got "http:\/\/example.org"\.$/)
})
