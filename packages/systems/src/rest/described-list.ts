/** The query parameters that lists take. */
export const pageParameters = {
  limit: 'How many rows a page has: from 1, more than 100 is 100; default 20.',
  cursor: '`_meta.next` or `_meta.prev` of an earlier answer of the same list.',
} as const

/** `_meta` of a list with one page. */
export const onlyPage = { next: null, prev: null, limit: 20 }
