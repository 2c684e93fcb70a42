/** The position of an item in a list: by creation time, then by id. */
export interface PageKey {
  /** RFC 3339 in UTC with milliseconds, so that the texts sort like the times. */
  readonly createdAt: string
  readonly id: string
}

/**
 * A position between items. `next`: right after `key` in the list (older items). `prev`: right before it (newer items).
 */
export interface PagePosition {
  readonly direction: 'next' | 'prev'
  readonly key: PageKey
}

/** Precedes every item of a list. */
export const newestKey: PageKey = { createdAt: '~', id: '' }

/** Follows every item of a list. */
export const oldestKey: PageKey = { createdAt: '', id: '' }
