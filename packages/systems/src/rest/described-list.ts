/** The query parameters of lists. */
export const pageParameters = {
  limit: 'Rows per page, at most 100. Default 20.',
  cursor: '`_meta.next` or `_meta.prev` of another page.',
} as const

/** `_meta` of a single-page list. */
export const onlyPage = { next: null, prev: null, limit: 20 }

/** The direction of faxes, messages and calls. */
export const directions = ['outbound', 'inbound'] as const
