import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { findChromium, runInChromium } from './verify-in-chromium.js'

/**
 * Bundles all entries with Vite into one application for browsers, and loads the bundle in Chromium. Throws if the
 * bundle would need a module of Node, or if an entry exports nothing there.
 */
export async function checkWithVite(entries: readonly string[], project: string): Promise<void> {
  const source = join(project, 'application')
  mkdirSync(source)
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}'`)
  const names = entries.map((_, index) => `Object.keys(entry${index}).length`)
  const program = `document.querySelector('pre').textContent = [${names.join(', ')}].join()`
  writeFileSync(join(source, 'main.js'), `${imports.join('\n')}\n${program}\n`)
  const outDir = join(source, 'dist')
  await build({
    root: source,
    logLevel: 'error',
    build: {
      outDir,
      target: 'es2023',
      rolldownOptions: {
        input: join(source, 'main.js'),
        output: { codeSplitting: false },
        onwarn(warning) {
          throw new Error(`Vite: ${warning.message}`)
        },
      },
    },
  })
  const [file] = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'))
  const bundle = readFileSync(join(outDir, 'assets', file ?? ''))
  console.log(`    all entries together: ${bundle.byteLength} bytes minified`)
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('Chromium is not installed: apt-get install chromium')
  const counts = (await runInChromium(chromium, bundle)).split(',').map(Number)
  const empty = entries.filter((_, index) => !((counts[index] ?? 0) > 0))
  if (empty.length > 0) throw new Error(`In Chromium these export nothing: ${empty.join(', ')}.`)
}
