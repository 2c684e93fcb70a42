export { backOff } from './back-off.js'
export { type Collection, type CollectionDefinition, type Document, defineCollection } from './collection.js'
export { frozenCopy, frozenCopyInSteps, frozenInPlace } from './frozen-copy.js'
export type { AppendFailure, AppendResult, Checkpoint, Checkpoints, Log, LogAppend, LogHead } from './log.js'
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './memory/memory-store.js'
export type { Compression } from './memory/packed-log.js'
export {
  type CommitFailure,
  type CommitResult,
  check,
  type FilterTerm,
  insert,
  type Page,
  type PageRequest,
  remove,
  type Store,
  type Stored,
  StoreUnavailableError,
  update,
  type Write,
} from './store.js'
