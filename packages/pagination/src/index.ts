export {
  type CursorCodec,
  type CursorCodecOptions,
  type CursorKey,
  createCursorCodec,
} from './cursor-codec.js'
export { type InvalidCursorCode, InvalidCursorError } from './invalid-cursor.js'
export {
  type FetchedPage,
  type FetchPage,
  type IterateOptions,
  iterateItems,
  iteratePages,
  PageError,
  type PageErrorCode,
  type Walk,
} from './iterate.js'
export { defaultLimit, InvalidLimitError, maximumLimit, parseLimit } from './limit.js'
export {
  type KeysetPage,
  type KeysetRequest,
  type PageBody,
  type PageItem,
  type PageMeta,
  type PaginateOptions,
  paginate,
} from './paginate.js'
export type { PageKey, PagePosition } from './position.js'
