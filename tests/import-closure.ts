import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { target } from './import-graph.js'
import { type ImportStatement, readPackages, workspaceRoot } from './workspace-sources.js'

/** Everything that a file imports, directly or through its imports. */
export interface ImportClosure {
  /** Paths relative to the workspace. */
  readonly files: ReadonlySet<string>
  /** The specifiers that are not followed: `node:fs`, `fast-check`. */
  readonly outside: ReadonlySet<string>
}

export interface ClosureOptions {
  /** Which imports are followed. Default: all, including types and dynamic imports. */
  readonly follows?: (statement: ImportStatement) => boolean
  /** Whether imports of other packages of the workspace are followed, too. Default: false. */
  readonly acrossPackages?: boolean
}

const packages = readPackages()
const sources = new Map(packages.flatMap(({ files }) => files.map((file) => [file.path, file])))

/** Returns everything that a file imports. Throws if the file, or one that it imports, does not exist. */
export function findClosure(
  entry: string,
  { follows = () => true, acrossPackages = false }: ClosureOptions = {},
): ImportClosure {
  const files = new Set<string>()
  const outside = new Set<string>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path)) continue
    files.add(path)
    if (path.endsWith('.json')) continue
    const file = sources.get(path)
    if (file === undefined) throw new Error(`${path} is not one of the sources.`)
    for (const statement of file.imports.filter(follows)) {
      const { specifier } = statement
      const next = specifier.startsWith('.')
        ? target(file, specifier)
        : acrossPackages
          ? findEntry(specifier)
          : undefined
      if (next === undefined) outside.add(specifier)
      else open.push(next)
    }
  }
  return { files, outside }
}

/** Returns the source of an entry of a workspace package, such as `@carebench/client/node`; undefined for others. */
export function findEntry(specifier: string): string | undefined {
  const found = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  if (found === undefined) return undefined
  const { exports }: { readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>> } =
    JSON.parse(readFileSync(join(workspaceRoot, found.folder, 'package.json'), 'utf8'))
  const entry = exports[`.${specifier.slice(found.name.length)}`]
  const source = typeof entry === 'string' ? entry : entry?.['@carebench/source']
  if (source === undefined) throw new Error(`${found.name} exports no ${specifier}.`)
  return join(found.folder, source)
}
