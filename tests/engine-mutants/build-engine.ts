import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as defaults from '@carebench/systems/verifier'
import type * as verifier from '@carebench/verifier'
import { context } from 'esbuild'

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

/** Bundles the verifier from its sources, one edit after another; unaffected files are parsed only once. */
export async function createEngineBuilder() {
  let current: Edit | undefined
  let isApplied = false
  const bundler = await context({
    stdin: { contents: entry, resolveDir: packages },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@carebench/source'],
    plugins: [
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
    dispose: () => bundler.dispose(),
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
