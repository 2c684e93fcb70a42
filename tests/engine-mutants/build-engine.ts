import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as defaults from '@carebench/systems/verifier'
import type * as verifier from '@carebench/verifier'
import { type BuildOptions, build, context, type Plugin } from 'esbuild'

const packages = join(import.meta.dirname, '../../packages')

/** The verifier of the default kinds and parts, with scoring and redaction. */
export type Engine = typeof defaults & Pick<typeof verifier, 'redactCompletion' | 'weightedMean'>

const entry = `export * from './systems/src/verifier.ts'
export { redactCompletion, weightedMean } from './verifier/src/index.ts'`

/** A change in one file of the verifier, of a system's records and checks, or of the package text. */
export interface Edit {
  /** The package and the file below its `src`: `verifier/scoring/weighted-mean.ts`. */
  readonly file: string
  /** A text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

const settings = {
  stdin: { contents: entry, resolveDir: packages },
  bundle: true,
  write: false,
  format: 'esm',
  conditions: ['@carebench/source'],
} as const satisfies BuildOptions

/** What the edited packages import from others. Those cannot be edited, so they are bundled once, into a folder of their own. */
async function bundleImports(folder: string): Promise<Plugin> {
  const found = new Map<string, string>()
  const imported = (urlOf: (path: string) => string): Plugin => ({
    name: 'imported',
    setup(bundler) {
      bundler.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === 'resolving' || /^@carebench\/(text|verifier|systems)\b/.test(args.path))
          return undefined
        const { kind, resolveDir } = args
        const { path } = await bundler.resolve(args.path, { kind, resolveDir, pluginData: 'resolving' })
        return { path: urlOf(path), external: true }
      })
    },
  })
  const collecting = imported((path) => {
    if (!found.has(path)) found.set(path, `import-${found.size}`)
    return path
  })
  await build({ ...settings, plugins: [collecting] })
  const entryPoints = [...found].map(([path, out]) => ({ in: path, out }))
  const { format, conditions } = settings
  const outExtension = { '.js': '.mjs' }
  await build({ entryPoints, outdir: folder, outExtension, bundle: true, splitting: true, format, conditions })
  return imported((path) => pathToFileURL(join(folder, `${found.get(path)}.mjs`)).href)
}

/** Bundles the verifier from its sources, one edit after another; unaffected files are parsed only once. */
export async function createEngineBuilder() {
  let current: Edit | undefined
  let isApplied = false
  const folder = mkdtempSync(join(tmpdir(), 'carebench-engine-'))
  const bundler = await context({
    ...settings,
    plugins: [
      await bundleImports(folder),
      {
        name: 'edit',
        setup({ onLoad }) {
          onLoad({ filter: /\/packages\/(text|verifier|systems)\/src\/.*\.ts$/ }, ({ path }) => {
            if (current === undefined || path !== pathOf(current)) return undefined
            isApplied = true
            return { contents: applyEdit(current), loader: 'ts' }
          })
        },
      },
    ],
  })
  return {
    /** The verifier after an edit. Calls must not overlap. Throws if the verifier does not load the file. */
    async build(edit: Edit): Promise<Engine> {
      current = edit
      isApplied = false
      const { outputFiles } = await bundler.rebuild()
      if (!isApplied)
        throw new Error(`Expected the verifier to load ${edit.file}; it has only types, or is not reached.`)
      const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
      return import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)
    },
    async dispose(): Promise<void> {
      await bundler.dispose()
      rmSync(folder, { recursive: true })
    },
  }
}

function pathOf({ file }: Edit): string {
  return join(packages, file.replace('/', '/src/'))
}

/** The edited file. Throws unless the text occurs exactly once. */
export function applyEdit(edit: Edit): string {
  const { file, find, replace } = edit
  const text = readFileSync(pathOf(edit), 'utf8')
  const found = text.split(find).length - 1
  if (found !== 1) throw new Error(`Expected ${file} to have ${JSON.stringify(find)} once, found it ${found} times.`)
  return text.replace(find, () => replace)
}
