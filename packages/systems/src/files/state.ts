import type { Steps } from '@carebench/protocol'
import type { SeedDataset } from '../simulator.js'
import { FileTree, type StoredFile } from './model/file-tree.js'
import { readSeededFiles } from './model/seeded-file.js'

/** The state of the files simulator: the tree of files. */
export type FilesState = FileTree

/** Puts or removes a file. There is no other effect. */
export type FilesEffect =
  | { readonly op: 'put'; readonly file: StoredFile }
  | { readonly op: 'delete'; readonly path: string }

/**
 * Builds the initial tree of a published version: the files of all datasets of type `Files`, oldest ancestor first. A
 * later file replaces an earlier one with the same path. Works in steps. Throws an Error that names the invalid file.
 */
export function* seedFiles(datasets: readonly SeedDataset[], at: string): Steps<FilesState> {
  const files: StoredFile[] = []
  for (const [index, { type, config }] of datasets.entries()) {
    if (type !== 'Files') continue
    for (const file of yield* readSeededFiles(config, `datasets[${index}].config`, at)) files.push(file)
    yield
  }
  return FileTree.create(files)
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyFilesEffect(state: FilesState, effect: FilesEffect): void {
  if (effect.op === 'put') state.put(effect.file)
  else state.delete(effect.path)
}
