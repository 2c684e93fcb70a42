import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as defaults from '@carebench/systems/verifier'
import type * as verifier from '@carebench/verifier'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'

const packages = join(import.meta.dirname, '../../packages')

/** The verifier of the default kinds and parts, with scoring and redaction. */
export type Engine = typeof defaults & Pick<typeof verifier, 'redactCompletion' | 'weightedMean'>

const entries = { systems: 'systems/src/verifier.ts', verifier: 'verifier/src/index.ts' } as const

/** A change in one file of the verifier, of a system's records and checks, or of the package text. */
export interface Edit {
  /** The package and the file below its `src`: `verifier/scoring/weighted-mean.ts`. */
  readonly file: string
  /** A text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

const settings = {
  absWorkingDir: packages,
  bundle: true,
  format: 'esm',
  conditions: ['@carebench/source'],
} as const satisfies BuildOptions

type Inputs = Metafile['inputs']

interface Module {
  exports: object
}

/** Evaluates a module. `require` gets the specifiers of its imports as they are written. */
type Evaluate = (module: Module, require: (specifier: string) => object) => void

/** Whether an edit can name a file, by its path below the folder of the packages. */
function canBeEdited(path: string): boolean {
  return /^(text|verifier|systems)\/src\//.test(path)
}

/** Finds every module that the verifier loads, with the files that its imports resolve to. */
async function readInputs(): Promise<Inputs> {
  const { metafile } = await build({
    ...settings,
    entryPoints: Object.values(entries),
    outdir: 'none',
    write: false,
    metafile: true,
  })
  return metafile.inputs
}

/** Loads the other modules that editable modules import. They are the same for every engine. */
async function loadOthers(inputs: Inputs): Promise<ReadonlyMap<string, Module>> {
  const paths = new Set(
    Object.keys(inputs)
      .filter(canBeEdited)
      .flatMap((path) => inputs[path]?.imports.map((imported) => imported.path) ?? [])
      .filter((path) => !canBeEdited(path)),
  )
  const folder = mkdtempSync(join(tmpdir(), 'carebench-engine-'))
  try {
    const entryPoints = [...paths].map((path, index) => ({ in: path, out: `import-${index}` }))
    await build({ ...settings, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' }, splitting: true })
    const loaded = await Promise.all(
      entryPoints.map(async ({ in: path, out }) => {
        const exports: object = await import(/* @vite-ignore */ pathToFileURL(join(folder, `${out}.mjs`)).href)
        // `__esModule` tells the importing code that `default` is an export like others.
        return [path, { exports: { ...exports, __esModule: true } }] as const
      }),
    )
    return new Map(loaded)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function compile(source: string): Promise<Evaluate> {
  const { code } = await transform(source, { loader: 'ts', format: 'cjs', target: 'node20' })
  // Modules are always strict, functions only with this directive.
  return new Function('module', 'require', `'use strict';${code}`) as Evaluate
}

/**
 * Compiles the verifier from its sources. Returns a function that builds an engine with an edit: each engine has its
 * own modules, and only the edited one is compiled again.
 */
export async function createEngineBuilder() {
  const inputs = await readInputs()
  const others = await loadOthers(inputs)
  const own = Object.keys(inputs).filter(canBeEdited)
  const sources = new Map(
    await Promise.all(
      own.map(async (path) => [path, await compile(readFileSync(join(packages, path), 'utf8'))] as const),
    ),
  )

  /** Builds the verifier with an edit, or unchanged. Throws if the verifier does not load the edited file. */
  return async function buildEngine(edit?: Edit): Promise<Engine> {
    const modules = new Map(sources)
    if (edit !== undefined) {
      if (!sources.has(readPath(edit)))
        throw new Error(`Expected the verifier to load ${edit.file}; it has only types, or is not reached.`)
      modules.set(readPath(edit), await compile(applyEdit(edit)))
    }
    const loaded = new Map(others)
    const load = (path: string): object => {
      const known = loaded.get(path)
      if (known !== undefined) return known.exports
      const module: Module = { exports: {} }
      loaded.set(path, module)
      modules.get(path)?.(module, (specifier) => {
        const found = inputs[path]?.imports.find(({ original }) => original === specifier)
        if (found === undefined) throw new Error(`Expected ${path} to import ${specifier} without the edit too.`)
        return load(found.path)
      })
      return module.exports
    }
    const { redactCompletion, weightedMean } = load(entries.verifier) as typeof verifier
    return { ...(load(entries.systems) as typeof defaults), redactCompletion, weightedMean }
  }
}

function readPath({ file }: Edit): string {
  return file.replace('/', '/src/')
}

/** Returns the text of the edited file. Throws unless the text to find occurs exactly once. */
export function applyEdit(edit: Edit): string {
  const { file, find, replace } = edit
  const text = readFileSync(join(packages, readPath(edit)), 'utf8')
  const found = text.split(find).length - 1
  if (found !== 1) throw new Error(`Expected ${file} to have ${JSON.stringify(find)} once, found it ${found} times.`)
  return text.replace(find, () => replace)
}
