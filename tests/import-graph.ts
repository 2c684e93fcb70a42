import { dirname, join } from 'node:path'
import type { SourceFile } from './workspace-sources.js'

/** What imports what, by the paths of files or folders. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The file in a relative import. */
export function target(file: SourceFile, specifier: string): string {
  return join(dirname(file.path), specifier).replace(/\.js$/, '.ts')
}

/** The imports of files among each other. */
export function graphOfFiles(files: readonly SourceFile[]): ImportGraph {
  return new Map(files.map((file) => [file.path, listTargets(file)]))
}

/**
 * The rooms of a folder, and what imports what among them: its files and its folders, each folder as one room. Type
 * imports count. The index, which imports everything, is no room.
 */
export function findRooms(folder: string, files: readonly SourceFile[]): ImportGraph {
  const roomOf = (path: string): string | undefined =>
    path.startsWith(`${folder}/`) ? `${folder}/${path.slice(folder.length + 1).split('/', 1)[0]}` : undefined
  const graph = new Map<string, string[]>()
  for (const file of files) {
    const from = roomOf(file.path)
    if (from === undefined || from === `${folder}/index.ts`) continue
    const to = listTargets(file)
      .map(roomOf)
      .filter((room) => room !== undefined && room !== from)
    graph.set(from, [...new Set([...(graph.get(from) ?? []), ...(to as string[])])])
  }
  return graph
}

/** Every folder that files are in, from `src` down. */
export function listFolders(files: readonly SourceFile[]): readonly string[] {
  const folders = new Set<string>()
  for (const { path } of files) {
    for (let folder = dirname(path); folder.includes('/src'); folder = dirname(folder)) folders.add(folder)
  }
  return [...folders].toSorted()
}

/** The number of rooms on the longest path down. The graph must be acyclic. */
export function countFloors(graph: ImportGraph): number {
  const floors = new Map<string, number>()
  const floorOf = (room: string): number => {
    const known = floors.get(room)
    if (known !== undefined) return known
    const floor = 1 + Math.max(0, ...(graph.get(room) ?? []).map(floorOf))
    floors.set(room, floor)
    return floor
  }
  return Math.max(0, ...[...graph.keys()].map(floorOf))
}

function listTargets(file: SourceFile): readonly string[] {
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
