import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '@carebench/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestBytes } from '../digest.js'
import { createHttpTool } from './http-tool.js'
import type { Tool } from './tool.js'

const server = createServer((request, response) => {
  const chunks: Uint8Array[] = []
  request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  request.on('end', () => {
    const { authorization, 'content-type': type = 'none' } = request.headers
    const seen = `${request.method} ${request.url} ${authorization} ${type} ${Buffer.concat(chunks)}`
    if (request.url === '/fhir/broken') {
      return response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"error":{"code":"UNAVAILABLE","message":"Away."}}')
    }
    if (request.url === '/fhir/outage')
      return response.writeHead(503, { 'content-type': 'text/plain' }).end('Down for lunch.')
    if (request.url === '/fhir/scan')
      return response.writeHead(200, { 'content-type': 'image/png' }).end('\u0001\u0002')
    response.writeHead(200, { 'content-type': 'text/plain', etag: 'W/"1"', 'x-powered-by': 'a system' }).end(seen)
  })
})

let tool: Tool
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  tool = createHttpTool({ endpoints: { fhir: `http://127.0.0.1:${port}/fhir` }, token: 'trial' })
})
afterAll(() => {
  server.close()
})

function request(args: JsonObject) {
  return tool.call({ system: 'fhir', method: 'GET', path: 'Patient', ...args }, new AbortController().signal)
}

describe('http_request', () => {
  it('sends what the model writes, with the token of the trial', async () => {
    const { text, ...rest } = await request({
      path: '/Patient?_count=2',
      query: { code: ['a', 'b c'], active: true },
      headers: { Authorization: 'Bearer other' },
    })
    const seen = 'GET /fhir/Patient?_count=2&code=a&code=b+c&active=true Bearer trial none '
    expect(text).toBe(`HTTP 200\ncontent-type: text/plain\netag: W/"1"\n\n${seen}`.trimEnd())
    expect(rest).toEqual({ isError: false, status: 200, bodyDigest: digestBytes(seen) })
  })

  it('leaves out headers of the connection, and sends nothing that a client or a server \
would break off at', async () => {
    const headers = { 'Content-Length': '999', Expect: '100-continue', Connection: 'upgrade', 'Transfer-Encoding': 'x' }
    expect(await request({ method: 'POST', body: 'a', headers })).toMatchObject({ status: 200 })
    const invalid = { isError: true, isInvalid: true, text: expect.stringContaining('Nothing was sent.') }
    expect(await request({ path: `Patient/${'x'.repeat(100_000)}` })).toMatchObject(invalid)
    expect(await request({ headers: { 'x-note': 'x'.repeat(100_000) } })).toMatchObject(invalid)
    expect(await request({ headers: { te: '\u007f' } })).toMatchObject(invalid)
  })

  it.each([
    [{ a: 1 }, {}, 'application/json {"a":1}'],
    ['MSH|', { 'Content-Type': 'application/hl7-v2' }, 'application/hl7-v2 MSH|'],
  ])('sends the body %j', async (body, headers, seen) => {
    const { text } = await request({ method: 'POST', body, headers })
    expect(text).toContain(`POST /fhir/Patient Bearer trial ${seen}`)
  })

  it.each([
    [{ system: 'labs' }, 'system must be one of fhir'],
    [{ system: 'constructor' }, 'system must be one of fhir'],
    [{ method: 'TRACE' }, 'method must be one of GET'],
    [{ path: 1 }, 'path must be a string'],
    [{ query: 'a=b' }, 'query must be an object'],
    [{ headers: { a: 1 } }, 'headers must be an object of strings'],
    [{ headers: { 'a b': 'c' } }, 'Nothing was sent.'],
    [{ method: 'GET', body: {} }, 'Nothing was sent.'],
  ])('refuses %j, and sends nothing', async (args, message) => {
    const { text, isInvalid } = await request(args)
    expect(text).toContain(message)
    expect(isInvalid).toBe(true)
  })

  it('shows an outage of a system to the model, but not one of the service', async () => {
    expect(await request({ path: 'outage' })).toMatchObject({ isError: true, status: 503 })
    await expect(request({ path: 'broken' })).rejects.toMatchObject({ ended: { kind: 'infra', reason: 'service' } })
  })

  it('describes binary bodies', async () => {
    expect((await request({ path: 'scan' })).text).toBe(
      'HTTP 200\ncontent-type: image/png\n\n(2 bytes that are not text)',
    )
  })

  it('ends the trial as unscored without a response', async () => {
    const gone = createHttpTool({ endpoints: { fhir: 'http://127.0.0.1:1' }, token: 'trial' })
    await expect(
      gone.call({ system: 'fhir', method: 'GET', path: 'a' }, new AbortController().signal),
    ).rejects.toMatchObject({ ended: { kind: 'infra', reason: 'service' } })
  })
})
