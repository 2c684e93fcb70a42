import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { promisify } from 'node:util'

/** The paths of Chromium on Debian and Ubuntu. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The Chromium executable; undefined if it is not installed. */
export function findChromium(): string | undefined {
  return places.find((place) => existsSync(place))
}

/**
 * Runs a module in Chromium, with only scripts of the same origin allowed and without code generation from strings.
 * Resolves with the text that the module writes into the page.
 */
export async function runInChromium(chromium: string, module: Uint8Array): Promise<string> {
  const page = '<!doctype html><title>carebench</title><pre></pre><script type="module" src="/module.js"></script>'
  const server = createServer(({ url }, response) => {
    const isModule = url === '/module.js'
    response.writeHead(200, {
      'content-type': isModule ? 'text/javascript' : 'text/html',
      'content-security-policy': "default-src 'none'; script-src 'self'",
    })
    response.end(isModule ? module : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=60000', '--dump-dom']
    const { stdout } = await promisify(execFile)(chromium, [...flags, `http://127.0.0.1:${port}/`], { maxBuffer: 1e7 })
    return /<pre>([^<]*)<\/pre>/.exec(stdout)?.[1] ?? ''
  } finally {
    server.close()
  }
}
