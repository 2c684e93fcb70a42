import type { Attributes, FileEntry } from 'ssh2'
import type { Found } from './remote-files.js'
import { isWritable } from './remote-path.js'

const folderMode = 0o040000
const fileMode = 0o100000

/** Returns the attributes of a file or a folder. Owners are unknown, so they are 0. */
export function toAttributes(path: string, found: Found): Attributes {
  const mayWrite = isWritable(path) || path === 'outbound'
  if (found.kind === 'folder') {
    return { mode: folderMode | (mayWrite ? 0o755 : 0o555), size: 0, uid: 0, gid: 0, atime: 0, mtime: 0 }
  }
  const seconds = Math.floor(Date.parse(found.row.modified_at) / 1000)
  return {
    mode: fileMode | (mayWrite ? 0o644 : 0o444),
    size: found.row.size,
    uid: 0,
    gid: 0,
    atime: seconds,
    mtime: seconds,
  }
}

/** Returns the attributes of a file that is being written. */
export function openAttributes(size: number): Attributes {
  return { mode: fileMode | 0o644, size, uid: 0, gid: 0, atime: 0, mtime: 0 }
}

/** Returns an entry of a folder, with the line that `ls -l` shows. */
export function toEntry(name: string, path: string, found: Found): FileEntry {
  const attrs = toAttributes(path, found)
  const letters = [0o400, 0o200, 0o100, 0o40, 0o20, 0o10, 4, 2, 1]
    .map((bit, place) => ((attrs.mode & bit) === 0 ? '-' : ('rwx'[place % 3] ?? '-')))
    .join('')
  const time = new Date(attrs.mtime * 1000).toISOString().slice(0, 16).replace('T', ' ')
  const kind = found.kind === 'folder' ? 'd' : '-'
  const longname = `${kind}${letters} 1 agent agent ${String(attrs.size).padStart(10)} ${time} ${name}`
  return { filename: name, longname, attrs }
}
