import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycle, findRooms, graphOfFiles, listFolders, target } from '../import-graph.js'
import { readSource, sourcePathsIn } from '../workspace-sources.js'

const files = sourcePathsIn('benchmarks/kit/src').map(readSource)
const sources = files.filter(({ isTest }) => !isTest)

/** The folder of the family to which a file belongs. */
function findFamily(path: string): string | undefined {
  return /\/families\/([^/]+)\//.exec(path)?.[1]
}

/** Lists the imports of families that a rule forbids, as `file imports file`. */
function wrongImports(isWrong: (from: string, to: string) => boolean): readonly string[] {
  return files.flatMap((file) =>
    file.imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => target(file, specifier))
      .filter(
        (to) => findFamily(to) !== undefined && findFamily(to) !== findFamily(file.path) && isWrong(file.path, to),
      )
      .map((to) => `${file.path} imports ${to}`),
  )
}

describe('the kit', () => {
  it('has no import cycle of files, or of the rooms of a folder', () => {
    const folders = listFolders(sources)
    expect(folders.length).toBeGreaterThan(15)
    expect(findCycle(graphOfFiles(sources))).toBeUndefined()
    for (const folder of folders) expect(findCycle(findRooms(folder, sources)), folder).toBeUndefined()
  })

  it('has families that do not import each other', () => {
    expect(new Set(sources.flatMap(({ path }) => findFamily(path) ?? [])).size).toBeGreaterThan(8)
    expect(wrongImports((from) => findFamily(from) !== undefined)).toEqual([])
  })

  it('names families in one list', () => {
    const isList = (path: string) => path === 'benchmarks/kit/src/families/families.ts'
    const isTest = (path: string) => basename(path).endsWith('.test.ts')
    expect(wrongImports((from) => findFamily(from) === undefined && !isList(from) && !isTest(from))).toEqual([])
  })
})
