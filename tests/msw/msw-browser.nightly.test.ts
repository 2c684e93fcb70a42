import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { chromium, launchBrowser } from '../chromium.js'

// Nightly, because it takes 7 s in a browser. CI runs the mock in Node, and bundles it for browsers.

it.skipIf(chromium.program === undefined)(`an agent works against a mock in a browser${chromium.missing}`, async () => {
  const result = await runPage()
  expect(result).toEqual({
    results: [
      { total: expect.any(Number), verdict: 'fail' },
      { total: expect.any(Number), verdict: 'fail' },
    ],
    code: 'connection',
    runs: 3,
    ids: expect.any(Array),
  })
})

/** Serves the page and msw's worker on loopback, and waits for the page's report. */
async function runPage(): Promise<unknown> {
  const require = createRequire(import.meta.url)
  const worker = join(dirname(require.resolve('msw/package.json')), 'lib/mockServiceWorker.js')
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'msw-browser-page.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    conditions: ['@carebench/source'],
    logLevel: 'silent',
  })
  const files: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
    '/': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', outputFiles[0]?.contents ?? ''],
    '/mockServiceWorker.js': ['text/javascript', readFileSync(worker)],
  }
  let tell: (result: unknown) => void = () => undefined
  const report = new Promise<unknown>((resolve) => {
    tell = resolve
  })
  const server = createServer((request, response) => {
    if (request.url === '/result') {
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (part: string) => {
        text += part
      })
      request.on('end', () => {
        response.end()
        tell(JSON.parse(text))
      })
      return
    }
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const browser = await launchBrowser()
  try {
    await (await browser.newPage()).goto(url)
    return await report
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}
