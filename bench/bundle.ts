import { mkdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** What is measured beside ours, and what ours runs on, is loaded as it was installed. */
const external = [
  ...['fhirpath', 'fhirpath/*', 'json-rules-engine', 'jsonata', 'jsonpath-plus'],
  ...['axios', 'got', 'ky', 'undici', 'msw', 'msw/*'],
]

const here = fileURLToPath(new URL('.', import.meta.url))

/** Bundles a file of this folder as the packages are published, peers left out, and answers the URL to import. */
export const bundle = async (file: string): Promise<string> => {
  const folder = `${here}node_modules/.cache/bench`
  mkdirSync(folder, { recursive: true })
  const outfile = `${folder}/${file.replace('/', '-').replace(/\.ts$/, '')}.mjs`
  await build({
    entryPoints: [`${here}${file}`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@carebench/source'],
    external,
    logLevel: 'warning',
  })
  return pathToFileURL(outfile).href
}
