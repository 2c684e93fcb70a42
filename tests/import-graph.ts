import { dirname, join } from 'node:path'
import type { SourceFile } from './workspace-sources.js'

/** What imports what, by the paths of files or folders. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The file in a relative import. */
export function target(file: SourceFile, specifier: string): string {
  return join(dirname(file.path), specifier).replace(/\.js$/, '.ts')
}

/** The folder of a file directly below its package's `src`; undefined for files of `src` itself, which join the folders. */
function folderOf(path: string): string | undefined {
  return /^(?:.*\/)?src\/[^/]+(?=\/)/.exec(path)?.[0]
}

/** The imports of files among each other. */
export function graphOfFiles(files: readonly SourceFile[]): ImportGraph {
  return new Map(files.map((file) => [file.path, targetsOf(file)]))
}

/** The imports among the folders below `src`; files of `src` itself have no part in it. */
export function graphOfFolders(files: readonly SourceFile[]): ImportGraph {
  const graph = new Map<string, string[]>()
  for (const file of files) {
    const from = folderOf(file.path)
    if (from === undefined) continue
    const to = targetsOf(file)
      .map(folderOf)
      .filter((folder) => folder !== undefined && folder !== from)
    graph.set(from, [...(graph.get(from) ?? []), ...(to as string[])])
  }
  return graph
}

function targetsOf(file: SourceFile): readonly string[] {
  return file.imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => target(file, specifier))
}

/** The first cycle, with its first file repeated at the end. */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const finished = new Set<string>()
  const visit = (at: string, path: readonly string[]): readonly string[] | undefined => {
    const seen = path.indexOf(at)
    if (seen !== -1) return [...path.slice(seen), at]
    if (finished.has(at)) return undefined
    for (const next of graph.get(at) ?? []) {
      const cycle = visit(next, [...path, at])
      if (cycle !== undefined) return cycle
    }
    finished.add(at)
    return undefined
  }
  for (const start of graph.keys()) {
    const cycle = visit(start, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}
