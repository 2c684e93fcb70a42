import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const filesType = 'Files'

/** Under which its calls are. */
export const filesGroup = {
  name: 'files',
  summary: 'List, read and submit files',
  // A file that happens to be JSON keeps its bytes.
  jsonMediaTypes: [],
} as const satisfies GroupDescription
