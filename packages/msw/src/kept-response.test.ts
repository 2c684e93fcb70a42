import { describe, expect, it } from 'vitest'
import { KeptResponse } from './kept-response.js'

const url = 'https://carebench.test/patients/1'
const headers = { 'content-type': 'application/json', 'x-request-id': 'r1' }

function ordinary(content: string | Uint8Array<ArrayBuffer>): Response {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return Object.defineProperty(new Response(bytes, { status: 201, headers }), 'url', { value: url })
}

function kept(content: string | Uint8Array<ArrayBuffer>): Response {
  return new KeptResponse(content, { status: 201, headers: () => headers, url, redirected: false })
}

const contents = {
  JSON: '{"name":["Ana","Øyvind"]}',
  'a byte order mark at the start': '\ufeff{"name":"Ana"}',
  'half of a surrogate pair': '{"name":"\ud83d"}',
  'characters beyond 16 bits': '{"name":"😀"}',
  'no JSON': '{"name":',
  bytes: new Uint8Array([0x22, 0xc3, 0xa9, 0xff, 0x22]),
  nothing: '',
}

/** Ways to use a response, each with its result. */
const uses: Readonly<Record<string, (response: Response) => unknown>> = {
  head: ({ status, ok, statusText, type, url, redirected, headers, bodyUsed }) => {
    return [status, ok, statusText, type, url, redirected, [...headers], bodyUsed]
  },
  text: (response) => response.text(),
  json: (response) => response.json(),
  'array buffer': async (response) => [...new Uint8Array(await response.arrayBuffer())],
  blob: async (response) => {
    const blob = await response.blob()
    return [blob.type, await blob.text()]
  },
  'form data': (response) => response.formData(),
  stream: async ({ body }) => {
    const text = await new Response(body).text()
    return [body?.locked, text]
  },
  'text twice': async (response) => {
    const text = await response.text()
    return [text, response.bodyUsed, await response.text()]
  },
  'text, then JSON': async (response) => [await response.text(), await response.json()],
  'text, then the stream': async (response) => [await response.text(), response.bodyUsed, response.body?.locked],
  'text, then a clone': async (response) => [await response.text(), response.clone()],
  'bytes, then text': async (response) => [(await response.arrayBuffer()).byteLength, await response.text()],
  'stream seen, then text': async (response) => [response.body?.locked, response.bodyUsed, await response.text()],
  'stream taken, then text': async (response) => [response.body?.getReader() !== undefined, await response.text()],
  clone: async (response) => {
    const clone = response.clone()
    const [own, other] = await Promise.all([response.text(), clone.text()])
    return [own, other, clone.status, [...clone.headers], response.bodyUsed, clone.bodyUsed]
  },
  'clone beside a stream': async (response) => {
    const locked = response.body?.locked
    const clone = response.clone()
    return [locked, await clone.text(), await response.text()]
  },
  'changed headers': async (response) => {
    response.headers.set('x-request-id', 'r2')
    return [response.headers.get('x-request-id'), response.clone().headers.get('x-request-id')]
  },
}

async function outcome(use: (response: Response) => unknown, response: Response): Promise<unknown> {
  try {
    return { value: await use(response) }
  } catch (error) {
    return { error: error instanceof Error ? [error.name, error.message] : error }
  }
}

describe.each(Object.entries(contents))('a response with %s', (_, content) => {
  it.each(Object.entries(uses))('is used like an ordinary one: %s', async (_, use) => {
    expect(await outcome(use, kept(content))).toEqual(await outcome(use, ordinary(content)))
  })
})

it('is a Response, and so are its clones, which keep the URL', () => {
  const response = kept('{}')
  const clone = response.clone()
  expect(response).toBeInstanceOf(Response)
  expect([clone instanceof Response, clone.url]).toEqual([true, url])
  const { body } = response
  expect([body?.locked, response.clone().url]).toEqual([false, url])
})
