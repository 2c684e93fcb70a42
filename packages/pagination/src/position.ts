/** Where an item stands in a list: by its time of creation, then by its id. */
export interface PageKey {
  /** RFC 3339 in UTC with milliseconds, so that the order of the texts is the order of the times. */
  readonly createdAt: string
  readonly id: string
}

/** A place between items. `next`: the items right after `key` in the list (older). `prev`: those right before it (newer). */
export interface PagePosition {
  readonly direction: 'next' | 'prev'
  readonly key: PageKey
}

/** Stands before every item of a list, newer than all. */
export const newestKey: PageKey = { createdAt: '~', id: '' }

/** Stands after every item of a list, older than all. */
export const oldestKey: PageKey = { createdAt: '', id: '' }
