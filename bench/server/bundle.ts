import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Bundles the child as the packages are published, and answers its file. Run through tsx instead, every named closure
 * would be given its name again each time it is made, which costs the code with closures and nobody else.
 */
export async function bundleChild(): Promise<string> {
  const folder = `${here}../node_modules/.cache/server`
  mkdirSync(folder, { recursive: true })
  const outfile = `${folder}/child.mjs`
  await build({
    entryPoints: [`${here}child.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@carebench/source'],
    external: ['express', 'fastify', 'hono', '@hono/node-server'],
    // What is bundled from CommonJS asks for Node's modules by `require`.
    banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
    logLevel: 'warning',
  })
  return outfile
}
