import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import { newFolder, type RunnerTestbed } from './runner-testbed.js'

/** Serves a testbed over plain HTTP, for a runner in another process. */
export async function serveTestbed(testbed: RunnerTestbed): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (message, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of message) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...headers } = message.headers
    const answer = await testbed.fetch(`http://service.test${message.url}`, {
      method: message.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Bundles the program of `killed-process.ts`, and returns its path. */
export async function bundleChild(): Promise<string> {
  const bundle = join(newFolder(), 'process.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'killed-process.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@carebench/source'],
  })
  return bundle
}
