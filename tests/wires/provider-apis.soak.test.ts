import { once } from 'node:events'
import { connect } from 'node:net'
import type { Wire } from '@carebench/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { openWiredWorld, type WiredContents, type WiredWorld } from './wired-world.js'

// A soak test, because the server disconnects stalled peers by the clock of the machine: seconds of waiting.

const kinds = ['mllp', 'sftp', 'sms-api', 'fax-api'] as const
const opened: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

interface Apis {
  readonly world: WiredWorld
  readonly sms: Wire & { readonly url: string }
  readonly fax: Wire & { readonly url: string }
  /** Paths of the account of the messages. */
  readonly account: string
  call(wire: Wire, method: string, path: string, options?: CallOptions): Promise<{ status: number; body: unknown }>
}

interface CallOptions {
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: BodyInit
  readonly type?: string
  readonly authorization?: string
}

async function open(contents: WiredContents = {}, limits = {}): Promise<Apis> {
  const world = await openWiredWorld({ kinds, limits }, contents)
  opened.push(() => world.close())
  const wireOf = (type: string) => {
    const [wire] = listAt(world.sandboxOf(type), 'wires') as Wire[]
    if (wire?.url === undefined) throw new Error(`There is no wire to ${type}.`)
    return { ...wire, url: wire.url }
  }
  const sms = wireOf('Message')
  return {
    world,
    sms,
    fax: wireOf('Fax'),
    account: `/2010-04-01/Accounts/${sms.username}`,
    async call({ url = '', username, password }, method, path, options = {}) {
      const { form, json, type } = options
      const own = username === undefined ? `Bearer ${password}` : `Basic ${btoa(`${username}:${password}`)}`
      const headers: Record<string, string> = { authorization: options.authorization ?? own }
      if (json !== undefined) headers['content-type'] = 'application/json'
      if (type !== undefined) headers['content-type'] = type
      const body = form ? new URLSearchParams(form) : json !== undefined ? JSON.stringify(json) : options.body
      const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
      const text = await response.text()
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
    },
  }
}

const hello = { To: '+15550100142', From: '+15550100100', Body: 'Your visit is booked.' }
const note = `data:text/plain;base64,${btoa('Referral of Ada Okafor.')}`
const referral = { to: '+1 (555) 010-0142', from: '+15550100100', connection_id: '1', media_url: note }

it('sends a text message, and has it in the system', async () => {
  const { world, sms, account, call } = await open()
  const sent = await call(sms, 'POST', `${account}/Messages.json`, { form: hello })
  expect(sent.status).toBe(201)
  expect(sent.body).toMatchObject({
    account_sid: sms.username,
    body: hello.Body,
    to: hello.To,
    from: '+15550100100',
    direction: 'outbound-api',
    status: 'delivered',
    date_created: 'Mon, 02 Mar 2026 18:00:00 +0000',
    num_segments: '1',
    error_code: null,
  })
  const sid = textAt(sent.body, 'sid')
  expect(sid).toMatch(/^SM[0-9a-f]{32}$/)
  expect(await call(sms, 'GET', textAt(sent.body, 'uri'))).toEqual({ status: 200, body: sent.body })
  const inside = await world.agent('GET', 'messages')
  expect(listAt(inside, 'data')).toMatchObject([{ channel: 'sms', to: hello.To, body: hello.Body }])
  // Also by the id that webhooks have.
  const own = textAt(inside, 'data', 0, 'id')
  expect(await call(sms, 'GET', textAt(sent.body, 'uri').replace(sid, own))).toEqual({ status: 200, body: sent.body })
})

it('walks the messages of the channel by the URIs of their pages', async () => {
  const steps = (['sms', 'email', 'sms', 'sms'] as const).map((channel, number) => ({
    type: 'receive_message' as const,
    channel,
    from: channel === 'sms' ? '+15550100198' : 'ada@example.org',
    body: `Question ${number}`,
  }))
  const { sms, account, call } = await open({ steps })
  await call(sms, 'POST', `${account}/Messages.json`, { form: hello })
  const seen: string[] = []
  let uri: string | null = `${account}/Messages.json?PageSize=3`
  for (let page = 0; uri !== null; page++) {
    const { body } = await call(sms, 'GET', uri)
    expect(at(body, 'page')).toBe(page)
    seen.push(...listAt(body, 'messages').map((message) => textAt(message, 'body')))
    uri = at(body, 'next_page_uri') as string | null
  }
  expect(seen).toEqual([hello.Body, 'Question 3', 'Question 2', 'Question 0'])
  const from = await call(sms, 'GET', `${account}/Messages.json?From=%2B15550100198`)
  expect(listAt(from.body, 'messages').map((message) => at(message, 'status'))).toEqual(Array(3).fill('received'))
})

it.each([
  ['without a recipient', { To: '' }, 400, 21604],
  ['without a sender', { From: '' }, 400, 21603],
  ['without a text', { Body: '' }, 400, 21602],
  ['to something that is not a number', { To: 'Ada' }, 400, 21211],
  ['that is too long', { Body: 'é'.repeat(1601) }, 400, 21617],
  ['with a picture', { MediaUrl: 'https://example.org/a.png' }, 400, 20001],
])('rejects a message %s', async (_, change, status, code) => {
  const { world, sms, account, call } = await open()
  const refused = await call(sms, 'POST', `${account}/Messages.json`, { form: { ...hello, ...change } })
  expect(refused).toMatchObject({ status, body: { code, status, more_info: expect.stringMatching(/^https:/) } })
  expect(textAt(refused.body, 'message')).not.toBe('')
  expect(listAt(await world.agent('GET', 'messages'), 'data')).toEqual([])
})

it('accepts a text message of the maximum length', async () => {
  const { sms, account, call } = await open()
  const sent = await call(sms, 'POST', `${account}/Messages.json`, { form: { ...hello, Body: 'é'.repeat(1600) } })
  expect(sent).toMatchObject({ status: 201, body: { num_segments: '11' } })
})

it('finds no message of another channel, and nothing of another account', async () => {
  const { world, sms, account, call } = await open()
  const mail = await world.agent(
    'POST',
    'messages',
    JSON.stringify({ channel: 'email', to: 'ada@example.org', body: 'Hello' }),
    'application/json',
  )
  const sid = `SM${Buffer.from(textAt(mail, 'id').slice(4)).toString('hex')}`
  for (const path of [
    `${account}/Messages/${sid}.json`,
    `${account}/Messages/SM${'0'.repeat(32)}.json`,
    `${account}/Calls.json`,
    `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`,
    account,
  ]) {
    expect(await call(sms, 'GET', path)).toMatchObject({ status: 404, body: { code: 20404 } })
  }
  expect(await call(sms, 'DELETE', `${account}/Messages.json`)).toMatchObject({ status: 405, body: { code: 20004 } })
  expect(await call(sms, 'GET', `${account}/Messages.json?DateSent=2026-03-02`)).toMatchObject({ status: 400 })
  expect(await call(sms, 'GET', `${account}/Messages.json?Page=1`)).toMatchObject({ status: 400 })
  expect(await call(sms, 'GET', '/v1/benchmark-runs')).toMatchObject({ status: 404 })
  const json = await call(sms, 'POST', `${account}/Messages.json`, { json: hello })
  expect(json).toMatchObject({ status: 415, body: { code: 20415 } })
})

it('accepts only the credentials of the sandbox for this API', async () => {
  const { sms, fax, account, call } = await open({}, { failedLogins: 3 })
  const path = `${account}/Messages.json`
  const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` })
  const wrong = [
    basic(`${sms.username}:${sms.password}0`),
    basic(`${sms.username}:`),
    { authorization: `Bearer ${fax.password}` },
    { authorization: 'Basic ~' },
  ]
  for (const credentials of wrong) {
    expect(await call(sms, 'GET', path, credentials)).toMatchObject({ status: 401, body: { code: 20003 } })
  }
  expect(await call(fax, 'GET', '/faxes', basic(`${sms.username}:${sms.password}`))).toMatchObject({
    status: 401,
    body: { errors: [{ code: '10009' }] },
  })
  expect(await call(sms, 'GET', path)).toMatchObject({ status: 200 })
  for (let count = 0; count < 9; count++) await call(sms, 'GET', path, basic('a:b'))
  expect(await call(sms, 'GET', path)).toMatchObject({ status: 200 })
  await call(sms, 'GET', path, basic(`${sms.username}:c`))
  expect(await call(sms, 'GET', path)).toMatchObject({ status: 429, body: { code: 20429 } })
  expect(await call(fax, 'GET', '/faxes')).toMatchObject({ status: 200 })
})

it('sends a fax of a data URL and of a file, and has them in the system', async () => {
  const { world, fax, call } = await open()
  const sent = await call(fax, 'POST', '/faxes', {
    json: { ...referral, document_type: 'referral', t38_enabled: true },
  })
  expect(sent.status).toBe(202)
  expect(at(sent.body, 'data')).toMatchObject({
    record_type: 'fax',
    direction: 'outbound',
    to: '+15550100142',
    status: 'delivered',
    page_count: 1,
    failure_reason: null,
    document_type: 'referral',
  })
  const form = new FormData()
  form.set('to', '+15550100143')
  form.set('from', '+15550100100')
  form.set('contents', new File(['Lab results.\fSecond page.'], 'results.txt', { type: 'text/plain' }))
  const file = await call(fax, 'POST', '/faxes', { body: form })
  expect(file).toMatchObject({ status: 202, body: { data: { page_count: 2, document_type: 'other' } } })
  const read = await call(fax, 'GET', `/faxes/${textAt(sent.body, 'data', 'id')}`)
  expect(at(read.body, 'data')).toEqual({ ...Object(at(sent.body, 'data')), text: 'Referral of Ada Okafor.' })
  const inside = await world.agent('GET', 'faxes')
  expect(listAt(inside, 'data')).toMatchObject([
    { to_number: '+15550100143', media_type: 'text/plain' },
    { to_number: '+15550100142', document_type: 'referral' },
  ])
})

it('counts pages of faxes, and gives the media of a received one', async () => {
  const steps = Array.from({ length: 5 }, (_, number) => ({
    type: 'receive_fax' as const,
    from: '+15550100199',
    text: `Fax ${number}`,
  }))
  const { fax, call, world } = await open({ steps })
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const path = `/faxes?filter[direction][eq]=inbound&page[size]=2&page[number]=${number}`
      const { body } = await call(fax, 'GET', path)
      expect(at(body, 'meta')).toEqual({ total_pages: 3, total_results: 5, page_number: number, page_size: 2 })
      return listAt(body, 'data').map((one) => textAt(one, 'id'))
    }),
  )
  expect(pages.map((ids) => ids.length)).toEqual([2, 2, 1, 0])
  const [newest = ''] = pages.flat()
  expect(new Set(pages.flat()).size).toBe(5)
  const { body } = await call(fax, 'GET', `/faxes/${newest}`)
  expect(at(body, 'data')).toMatchObject({ text: 'Fax 4', media_url: `${fax.url}/faxes/${newest}/media` })
  const media = await call(fax, 'GET', `/faxes/${newest}/media`)
  expect(media.status).toBe(200)
  expect(String(media.body)).toMatch(/^%PDF-/)
  const own = listAt(await world.agent('GET', 'faxes?direction=inbound'), 'data').map((one) => textAt(one, 'id'))
  const byOwn = await Promise.all(own.map((id) => call(fax, 'GET', `/faxes/${id}`)))
  expect(byOwn.map((one) => textAt(one.body, 'data', 'id')).toSorted()).toEqual(pages.flat().toSorted())
})

it.each([
  ['without a recipient', { to: '' }, 422, '10004', '/to'],
  ['to something that is not a number', { to: 'Ada' }, 422, '10002', '/to'],
  ['without a document', { media_url: undefined }, 422, '10004', '/media_url'],
  ['of a page elsewhere', { media_url: 'http://169.254.169.254/' }, 400, '10015', '/media_url'],
  ['of what was uploaded', { media_url: undefined, media_name: 'a.pdf' }, 400, '10015', '/media_name'],
  ['of a picture', { media_url: 'data:image/png;base64,AAAA' }, 400, '10015', undefined],
])('rejects a fax %s', async (_, change, status, code, pointer) => {
  const { world, fax, call } = await open()
  const refused = await call(fax, 'POST', '/faxes', { json: { ...referral, ...change } })
  expect(refused).toMatchObject({ status, body: { errors: [{ code }] } })
  if (pointer !== undefined) expect(at(refused.body, 'errors', 0, 'source')).toEqual({ pointer })
  expect(listAt(await world.agent('GET', 'faxes'), 'data')).toEqual([])
})

it('rejects a form in which a part is given twice', async () => {
  const { world, fax, call } = await open()
  const form = new FormData()
  for (const [name, value] of Object.entries({ to: '+15550100143', from: '+15550100100', media_url: note })) {
    form.set(name, value)
  }
  form.append('to', '+15550100144')
  const refused = await call(fax, 'POST', '/faxes', { body: form })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: '10015' }] } })
  expect(listAt(await world.agent('GET', 'faxes'), 'data')).toEqual([])
})

it('answers in the shape of the provider, whatever a peer sends', async () => {
  const { fax, sms, account, call } = await open({}, { messageBytes: 10_000 })
  expect(await call(fax, 'GET', '/faxes/1')).toMatchObject({ status: 404, body: { errors: [{ code: '10005' }] } })
  expect(await call(fax, 'GET', '/faxes?page[number]=0')).toMatchObject({ status: 400 })
  expect(await call(fax, 'PATCH', '/faxes')).toMatchObject({ status: 405 })
  const text = { body: '{', type: 'application/json' }
  expect(await call(fax, 'POST', '/faxes', text)).toMatchObject({ status: 400, body: { errors: [{ code: '10015' }] } })
  const parts = { body: '--x', type: 'multipart/form-data; boundary=y' }
  expect(await call(fax, 'POST', '/faxes', parts)).toMatchObject({ status: 400 })
  expect(await call(fax, 'POST', '/faxes', { body: 'a', type: 'text/plain' })).toMatchObject({ status: 415 })
  const long = { ...referral, media_url: `data:text/plain,${'a'.repeat(10_000)}` }
  expect(await call(fax, 'POST', '/faxes', { json: long })).toMatchObject({ status: 413 })
  const form = { ...hello, Body: 'a'.repeat(10_000) }
  const refused = await call(sms, 'POST', `${account}/Messages.json`, { form })
  expect(refused).toMatchObject({ status: 413, body: { code: 20413 } })
})

it('leaves the same log, evidence and score as calls over HTTP', async () => {
  const work = async (over: 'http' | 'apis') => {
    const { world, sms, fax, account, call } = await open()
    if (over === 'apis') {
      await call(sms, 'POST', `${account}/Messages.json`, { form: hello })
      await call(fax, 'POST', '/faxes', { json: { ...referral, document_type: 'referral' } })
    } else {
      const json = 'application/json'
      await world.agent('POST', 'messages', JSON.stringify({ channel: 'sms', to: hello.To, body: hello.Body }), json)
      const document = { media_type: 'text/plain', content_base64: btoa('Referral of Ada Okafor.') }
      const sent = { to_number: referral.to, document_type: 'referral', ...document }
      await world.agent('POST', 'faxes', JSON.stringify(sent), json)
    }
    const completed = await world.call(world.token, 'POST', `/v1/task-runs/${world.taskRunId}/complete`)
    const record = await world.call(world.organizationKey, 'GET', `/task-runs/${world.taskRunId}/record`)
    return { completed, log: at(record.body, 'log'), evidence: at(record.body, 'evidence') }
  }
  const byApis = await work('apis')
  expect(byApis.completed.status).toBe(200)
  expect(byApis.log).toBeDefined()
  // The bodies above have their members in the order in which the API writes them.
  expect(byApis).toEqual(await work('http'))
})

it('accepts nobody after the end of the sandbox [wires.ended]', async () => {
  const { world, sms, account, call } = await open()
  await world.call(world.token, 'POST', `/v1/task-runs/${world.taskRunId}/complete`)
  await world.wires.sweep()
  expect(await call(sms, 'GET', `${account}/Messages.json`)).toMatchObject({ status: 401 })
})

it('disconnects peers that do not finish their requests or send nothing', async () => {
  const { sms, account, call } = await open({}, { stallMs: 200, loginMs: 200, readMs: 300 })
  const join = async (sent: string) => {
    const socket = connect({ host: sms.host, port: sms.port })
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    await once(socket, 'connect')
    socket.resume().write(sent)
    return { closed }
  }
  const stalled = await join(`POST ${account}/Messages.json HTTP/1.1\r\nhost: a\r\n`)
  const silent = await join('')
  await stalled.closed
  await silent.closed
  expect(await call(sms, 'GET', `${account}/Messages.json`)).toMatchObject({ status: 200 })
})

/** A socket to the API of a provider that reads nothing; `closed` resolves once the other side has ended it. */
async function joinSilently({ host, port }: Wire) {
  const socket = connect({ host, port })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  socket.pause()
  opened.push(async () => socket.destroy())
  return { socket, closed }
}

describe('a peer of the API of a provider', () => {
  const head = (account: string, { username, password }: Wire) =>
    `GET ${account}/Messages.json HTTP/1.1\r\nhost: a\r\nauthorization: Basic ` +
    `${btoa(`${username}:${password}`)}\r\n\r\n`

  it('that sends requests ahead is answered in order, one after another', async () => {
    const { world, sms, account } = await open()
    let [running, most, calls] = [0, 0, 0]
    const { handle } = world.service
    world.service.handle = async (request) => {
      most = Math.max(most, ++running)
      calls++
      await new Promise((resolve) => setImmediate(resolve))
      const answer = await handle(request)
      running--
      return answer
    }
    const { socket } = await joinSilently(sms)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.resume().write(head(account, sms).repeat(20))
    await expect.poll(() => text.split('HTTP/1.1 200 OK').length - 1).toBe(20)
    expect([calls, most]).toEqual([20, 1])
  })

  it('that sends too many requests ahead is disconnected, whatever they cost', async () => {
    const { world, sms, account } = await open()
    const { handle } = world.service
    let calls = 0
    world.service.handle = async (request) => {
      calls++
      await new Promise((resolve) => setTimeout(resolve, 50))
      return handle(request)
    }
    const { socket, closed } = await joinSilently(sms)
    socket.resume().write(head(account, sms).repeat(100))
    await closed
    expect(calls).toBeLessThan(2)
  })

  it('that does not read its answer is disconnected, and its next request is not answered', async () => {
    const { world, fax, call } = await open(
      { steps: [{ type: 'receive_fax', from: '+15550100199', text: 'Referral' }] },
      { readMs: 300 },
    )
    const { body } = await call(fax, 'GET', '/faxes')
    const { handle } = world.service
    let calls = 0
    world.service.handle = async (request) => {
      calls++
      // More than the socket buffers of the operating system hold.
      return { ...(await handle(request)), body: new Uint8Array(20_000_000) }
    }
    const { socket, closed } = await joinSilently(fax)
    const target = `/v2/faxes/${textAt(body, 'data', 0, 'id')}/media`
    socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${fax.password}\r\n\r\n`.repeat(2))
    await expect.poll(() => calls).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    socket.resume()
    await closed
    expect(received).toBeLessThan(20_000_000)
    expect(calls).toBe(1)
  })

  it('that sends its body byte by byte is disconnected', async () => {
    const { sms, account } = await open({}, { stallMs: 200 })
    const { socket, closed } = await joinSilently(sms)
    socket.write(`POST ${account}/Messages.json HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n`)
    socket.write(`authorization: Basic ${btoa(`${sms.username}:${sms.password}`)}\r\n\r\n`)
    const drip = setInterval(() => socket.write('a'), 20)
    await closed
    clearInterval(drip)
  })

  it('with a form of a hundred thousand names is rejected quickly', async () => {
    const { sms, account, call } = await open()
    const body = Array.from({ length: 100_000 }, (_, number) => `${number}=`).join('&')
    const refused = await call(sms, 'POST', `${account}/Messages.json`, {
      body: `${body}&7=`,
      type: 'application/x-www-form-urlencoded',
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 20001, message: '7 must be given once.' } })
  })
})

it('rejects requests over more connections than a sandbox may have, until one is closed', async () => {
  const { sms, account } = await open({}, { connectionsOfSandbox: 2 })
  const { port, hostname, pathname } = new URL(sms.url)
  const request = [
    `GET ${pathname.replace(/\/$/, '')}${account}/Messages.json HTTP/1.1`,
    'Host: messages',
    `Authorization: Basic ${btoa(`${sms.username}:${sms.password}`)}`,
  ]
  const connectOne = async () => {
    const socket = connect({ port: Number(port), host: hostname })
    opened.push(async () => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const ask = async (socket: Awaited<ReturnType<typeof connectOne>>) => {
    socket.write(`${request.join('\r\n')}\r\n\r\n`)
    const [data]: Buffer[] = await once(socket, 'data')
    return data?.toString().slice(9, 12)
  }
  const [first, second, third] = [await connectOne(), await connectOne(), await connectOne()]
  expect([await ask(first), await ask(second), await ask(first)]).toEqual(['200', '200', '200'])
  expect(await ask(third)).toBe('429')
  first.destroy()
  await expect.poll(() => ask(third)).toBe('200')
  expect(await ask(second)).toBe('200')
})
