/**
 * One call of the client over TLS on the same machine, 16 in flight: the CPU of the calling process for each.
 * Contenders: the default client (global fetch), the client over `@carebench/client/undici`, and what people use otherwise:
 * the global fetch, undici.request, ky, axios, got; all with kept connections and the same certificate. The server is a
 * process of its own. Contenders take turns in every round, their answers are compared before anything is timed, and the
 * figure of each is what a tenth of its rounds stayed below, as other processes only ever add to it. It runs as the packages
 * are published, bundled.
 *
 *     pnpm --filter @carebench/bench bench client.ts
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { bundle } from './bundle.js'
import type { Target } from './client/measure.js'

/** Starts the server in a process of its own. */
function start(): Promise<{ readonly child: ChildProcess; readonly target: Target }> {
  const flags = ['--conditions=@carebench/source', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, new URL('./client/server.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    child.stdout?.on('data', (part: Buffer) => {
      text += part
      if (text.endsWith('\n')) resolve({ child, target: JSON.parse(text) })
    })
  })
}

const { measureAll } = (await import(await bundle('client/measure.ts'))) as typeof import('./client/measure.js')
const { child, target } = await start()
try {
  await measureAll(target)
} finally {
  child.kill()
}
// Kept connections would keep the process.
process.exit(0)
