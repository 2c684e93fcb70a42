import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as verifier from '@carebench/verifier'
import { context } from 'esbuild'

const sources = join(dirname(fileURLToPath(import.meta.url)), '../../packages/verifier/src')

/** What is changed in one file of the verifier. */
export interface Edit {
  /** Below the verifier's `src`. */
  readonly file: string
  /** A text that the file has exactly once. */
  readonly find: string
  readonly replace: string
}

/** Bundles the verifier from its sources, one edit after another; what an edit does not touch is parsed once. */
export async function createEngineBuilder() {
  let current: Edit | undefined
  const bundler = await context({
    entryPoints: [join(sources, 'index.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@carebench/source'],
    plugins: [
      {
        name: 'edit',
        setup({ onLoad }) {
          onLoad({ filter: /\/verifier\/src\/.*\.ts$/ }, ({ path }) =>
            current !== undefined && path === join(sources, current.file)
              ? { contents: applyEdit(readFileSync(path, 'utf8'), current), loader: 'ts' }
              : undefined,
          )
        },
      },
    ],
  })
  return {
    /** The verifier as it would be after an edit. Not to be called again before it has answered. */
    async build(edit: Edit): Promise<typeof verifier> {
      current = edit
      const { outputFiles } = await bundler.rebuild()
      const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
      return import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)
    },
    dispose: () => bundler.dispose(),
  }
}

function applyEdit(text: string, { file, find, replace }: Edit): string {
  const found = text.split(find).length - 1
  if (found !== 1) throw new Error(`Expected ${file} to have ${JSON.stringify(find)} once, found it ${found} times.`)
  return text.replace(find, () => replace)
}
