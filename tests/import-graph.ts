import { dirname, join } from 'node:path'
import type { SourceFile } from './workspace-sources.js'

/** The imports among files or folders: for each path, the paths that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Returns the path of the file that a relative import names. */
export function target(file: SourceFile, specifier: string): string {
  return join(dirname(file.path), specifier).replace(/\.js$/, '.ts')
}

/** Returns the imports of files among each other. */
export function graphOfFiles(files: readonly SourceFile[]): ImportGraph {
  return new Map(files.map((file) => [file.path, listTargets(file)]))
}

/**
 * Finds the rooms of a folder, which are its files and its direct folders, and the imports among them. Type imports
 * count. The index, which imports everything, is not a room.
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

/** Lists every folder with files, from `src` down. */
export function listFolders(files: readonly SourceFile[]): readonly string[] {
  const folders = new Set<string>()
  for (const { path } of files) {
    for (let folder = dirname(path); folder.includes('/src'); folder = dirname(folder)) folders.add(folder)
  }
  return [...folders].toSorted()
}

/** Returns the number of rooms on the longest chain of imports. The graph must be acyclic. */
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

/** Returns the first cycle, with its first file repeated at the end; undefined if there is none. */
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
