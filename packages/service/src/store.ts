// The port of storage, for those who implement it: `@carebench/service/store`.
export {
  type Collection,
  type CollectionDefinition,
  type Document,
  type DocumentKey,
  defineCollection,
} from './ports/collection.js'
export { type AppendFailure, type AppendResult, assertAppendable, type Log, type LogAppend } from './ports/log.js'
export {
  type CommitFailure,
  type CommitResult,
  check,
  type FilterTerm,
  insert,
  type Page,
  type PagePosition,
  type PageRequest,
  remove,
  type Store,
  type Stored,
  StoreUnavailableError,
  update,
  type Write,
} from './ports/store.js'
