import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const filesType = 'Files'

/** The path segment of its calls. */
export const filesGroup = {
  name: 'files',
  summary: 'List, read and submit files',
  // A file that happens to be JSON keeps its bytes.
  jsonMediaTypes: [],
  largeBodies: true,
} as const satisfies GroupDescription
