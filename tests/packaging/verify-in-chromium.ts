import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { promisify } from 'node:util'

/** Where Debian and Ubuntu put it. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The program of Chromium; undefined where it is not installed. */
export function findChromium(): string | undefined {
  return places.find((place) => existsSync(place))
}

/**
 * What a module leaves as the text of the page, run in Chromium where nothing but scripts of the same origin may run and
 * no code is made of strings.
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
