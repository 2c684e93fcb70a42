import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root directory of the workspace. Also found from a bundle in a folder below it. */
export const workspaceRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  return existsSync(join(folder, 'pnpm-workspace.yaml')) ? folder : findRoot(dirname(folder))
}

/** A published package with its sources. */
export interface SourcePackage {
  /** `@carebench/server`, or `carebench` for the command line. */
  readonly name: string
  /** `packages/server`, or `fixtures`. */
  readonly folder: string
  readonly files: readonly SourceFile[]
}

/** One TypeScript file of a package. */
export interface SourceFile {
  /** Relative to the workspace. */
  readonly path: string
  readonly text: string
  readonly isTest: boolean
  readonly imports: readonly ImportStatement[]
}

/** An import, a re-export or a dynamic import. */
export interface ImportStatement {
  readonly specifier: string
  /** Absent at run time: `import type`, `export type … from`. */
  readonly isType: boolean
  /** Loaded on demand: `import(…)`. */
  readonly isDynamic: boolean
}

/** Folders without sources: installed packages, built files and copies. */
const passedOver = new Set(['node_modules', 'dist', '.examples'])

/**
 * The TypeScript files in a folder of the workspace and below, as paths relative to the workspace. It does not enter
 * installed packages: these hold a hundred times as many files.
 */
export function sourcePathsIn(folder: string): string[] {
  return readdirSync(join(workspaceRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return passedOver.has(entry.name) ? [] : sourcePathsIn(path)
    return path.endsWith('.ts') ? [path] : []
  })
}

/** Every package of `packages/*` and `fixtures`, with all files of its `src`. */
export function readPackages(): SourcePackage[] {
  const folders = [
    ...readdirSync(join(workspaceRoot, 'packages')).map((name) => `packages/${name}`),
    'fixtures',
  ].filter((folder) => existsSync(join(workspaceRoot, folder, 'package.json')))
  return folders.map((folder) => {
    const manifest: { readonly name: string } = JSON.parse(
      readFileSync(join(workspaceRoot, folder, 'package.json'), 'utf8'),
    )
    const source = `${folder}/src`
    const paths = existsSync(join(workspaceRoot, source)) ? sourcePathsIn(source) : []
    return {
      name: manifest.name,
      folder,
      files: paths.map(readSource),
    }
  })
}

/** Sources by path. Several test files read all of them, in one process. */
const known = new Map<string, SourceFile>()

/** Reads a file of {@link sourcePathsIn}, once in a process. */
export function readSource(path: string): SourceFile {
  const source = known.get(path) ?? parseSource(path)
  known.set(path, source)
  return source
}

function parseSource(path: string): SourceFile {
  const text = readFileSync(join(workspaceRoot, path), 'utf8')
  return {
    path,
    text,
    // Modules that only tests import are in `testing` folders.
    isTest: /\.(test|bench)\.ts$/.test(path) || /\/src\/(?:.*\/)?testing\//.test(path),
    imports: readImports(text),
  }
}

/**
 * Finds `import`, `export … from` and dynamic imports of string literals. Comments, templates and regular expressions
 * are blanked first, and string literals replaced by placeholders, so that code inside a string is not read as an
 * import.
 */
export function readImports(source: string): ImportStatement[] {
  const { code, strings } = opaque(source)
  const literal = '\\u0001(\\d+)\\u0001'
  const found: ImportStatement[] = []
  const add = (index: string | undefined, isType: boolean, isDynamic: boolean) => {
    const specifier = index === undefined ? undefined : strings[Number(index)]
    if (specifier !== undefined) found.push({ specifier, isType, isDynamic })
  }
  const statements = new RegExp(
    `(?<![\\w$.])(import|export)\\s+(type\\s+(?!from\\b|,))?([\\w$*\\s{},]*?)\\s*from\\s*${literal}` +
      `|(?<![\\w$.])import\\s*${literal}`,
    'g',
  )
  for (const [, , type, , from, bare] of code.matchAll(statements)) add(from ?? bare, type !== undefined, false)
  for (const [, dynamic] of code.matchAll(new RegExp(`(?<![\\w$.])import\\s*\\(\\s*${literal}`, 'g')))
    add(dynamic, false, true)
  return found
}

/** Code without comments, templates and regular expressions; literals become numbered placeholders. */
export function opaque(source: string): { readonly code: string; readonly strings: readonly string[] } {
  const strings: string[] = []
  // A slash starts a regular expression only where an expression may start.
  const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//
  const literal = /'((?:[^'\\\n]|\\[\s\S])*)'|"((?:[^"\\\n]|\\[\s\S])*)"|`(?:[^`\\]|\\[\s\S])*`/
  const before = /(?<=(?:[(,=:[!&|?{};\n]|=>|\breturn)\s*)/
  const regularExpression = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/
  const token = new RegExp(`${comment.source}|${literal.source}|${before.source}${regularExpression.source}`, 'g')
  const code = source.replace(token, (_match, single?: string, double?: string) => {
    const text = single ?? double
    if (text === undefined) return ' '
    // A backslash at the end of a line continues a literal.
    strings.push(text.replaceAll('\\\n', ''))
    return `\u0001${strings.length - 1}\u0001`
  })
  return { code, strings }
}
