import type { FileRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { FileTree, StoredFile } from './model/file-tree.js'

/**
 * Returns the files of the whole tree, in the order of their last write: `content` if the bytes are UTF-8, otherwise
 * `content_base64`. `seeded` is true for files of datasets and scenarios, until the agent overwrites them.
 */
export function filesEvidence(state: FileTree): SimulatorEvidence {
  return { files: state.files().map(fileRecord) }
}

/** Returns a file in the form of the evidence. */
export function fileRecord(file: StoredFile): FileRecord {
  const { path, seeded } = file
  return 'content' in file
    ? { path, content: file.content, seeded }
    : { path, content_base64: file.content_base64, seeded }
}
