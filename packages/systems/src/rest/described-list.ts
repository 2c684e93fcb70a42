/** The query parameters of lists. */
export const pageParameters = {
  limit: 'Number of rows per page: at least 1; values above 100 count as 100. Default 20.',
  cursor: '`_meta.next` or `_meta.prev` of an earlier page of the same list.',
} as const

/** `_meta` of a single-page list. */
export const onlyPage = { next: null, prev: null, limit: 20 }
