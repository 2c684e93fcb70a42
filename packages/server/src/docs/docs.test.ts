import { expect, it } from 'vitest'
import { call, echo, startServer } from '../testing/running-server.js'

it.each([
  ['/docs', 'text/html; charset=utf-8', '<title>carebench API</title>'],
  ['/docs?deep=link', 'text/html; charset=utf-8', '<title>carebench API</title>'],
  ['/docs/page.css', 'text/css; charset=utf-8', 'header'],
  ['/docs/page.js', 'text/javascript; charset=utf-8', '/openapi.json'],
  ['/docs/swagger-ui.css', 'text/css; charset=utf-8', '.swagger-ui'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'SwaggerUIBundle'],
])('%s is answered without a token and under a policy', async (path, mediaType, part) => {
  const at = await startServer(echo)
  const { status, headers, text } = await call(at, { path })
  expect([status, headers['content-type']]).toEqual([200, mediaType])
  expect(text).toContain(part)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-request-id']).toBe('generated-1')
})

it('loads nothing from another host', async () => {
  const at = await startServer(echo)
  const { text } = await call(at, { path: '/docs' })
  const places = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, place]) => place)
  expect(places.length).toBeGreaterThan(3)
  for (const place of places) expect(place).toMatch(/^(\/[^/]|data:)/)
})

it('rejects methods other than GET and HEAD', async () => {
  const at = await startServer(echo)
  const { status, headers, text } = await call(at, {
    path: '/docs',
    method: 'DELETE',
    headers: { 'x-request-id': 'mine' },
  })
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED', request_id: 'mine' } })
  const head = await call(at, { path: '/docs', method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
})

it.each(['/docs/', '/docs/nothing', '/docs/../package.json', '/docsx', '/docs/page.js/x'])(
  'passes %s to the service',
  async (path) => {
    const at = await startServer(echo)
    expect((await call(at, { path })).text).toBe(`GET ${path} 0`)
  },
)
