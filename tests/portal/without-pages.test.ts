import { createRequest, textOfBody } from '@carebench/service'
import { beforeAll, expect, it } from 'vitest'
import { type StartedPayer, startPayer } from './open-portal.js'
import { portalBenchmark } from './portal-benchmark.js'

// A mock has no pages, and `tests/msw` compares it with a server without pages. Here, that server is compared with one
// that has pages.

let payers: readonly [withPages: StartedPayer, withoutPages: StartedPayer]
beforeAll(async () => {
  payers = [await startPayer(), await startPayer(portalBenchmark, { pages: false })]
})

async function ask(payer: StartedPayer, method: string, path: string, headers: Readonly<Record<string, string>>) {
  const target = path.replace('RUN', payer.runId).replace('SANDBOX', payer.sandboxId)
  const tokens = { authorization: `Bearer ${path.startsWith('/v1') ? payer.runToken : payer.organizationKey}` }
  const bytes = method === 'POST' ? new TextEncoder().encode('member_id=MBR-1001') : undefined
  const sent = { 'x-request-id': 'asked', ...(path.startsWith('/portals') ? {} : tokens), ...headers }
  const response = await payer.service.handle(createRequest(method, target, sent, bytes))
  const { status, headers: received } = response
  return { status, headers: received, body: response.body === null ? '' : textOfBody(response) }
}

const paths = ['', 'prior-auths', 'prior-auths/PA00000001', 'prior-auths/none', 'patients', 'nothing']
const targets = [
  ...paths.flatMap((path) => [`/v1/benchmark-runs/RUN/portal/${path}`, `/sandboxes/SANDBOX/portal/${path}`]),
  ...['/portals/SANDBOX', '/portals/SANDBOX/', '/portals/SANDBOX/login', '/portals/none/prior-auths'],
  ...['/v1/benchmark-runs/RUN/fhir/Patient', '/benchmarks', '/v1/benchmark-runs/RUN', '/healthz'],
]
const accepts = ['text/html', 'text/html, */*;q=0.8', 'application/json', '*/*', 'application/json, text/html;q=0.9']
const types = ['application/x-www-form-urlencoded', 'application/json', 'text/plain']
const requests = [
  ...accepts.flatMap((accept) => ['GET', 'HEAD'].map((method) => ({ method, accept }))),
  ...types.map((type) => ({ method: 'POST', accept: '*/*', 'content-type': type })),
]

it.each(targets)('%s answers the same without pages, except where it answers a browser', async (target) => {
  for (const { method, ...headers } of requests) {
    const page = await ask(payers[0], method, target, headers)
    const answer = await ask(payers[1], method, target, headers)
    const request = { method, ...headers }
    const isPage = page.headers['content-type'] === 'text/html; charset=utf-8' || page.status === 303
    const isRefused = answer.status === 501
    if (isRefused) {
      const asksForPage = /^text.html/.test(headers.accept) || /form/.test(`${Object.values(headers)[1]}`)
      expect({ ...request, asksForPage: asksForPage || target.startsWith('/portals') }).toMatchObject({
        asksForPage: true,
      })
      expect(JSON.parse(answer.body)).toMatchObject({
        error: { code: 'NOT_IMPLEMENTED', message: expect.stringContaining('use its JSON interface') },
      })
    } else expect({ ...request, ...answer }).toEqual({ ...request, ...page })
    if (isPage) expect({ ...request, isRefused }).toEqual({ ...request, isRefused: true })
  }
})
