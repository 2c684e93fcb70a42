import { decided, specified } from '../requirement.js'

export const paginationRequirements = [
  ...specified('4.4', {
    'pagination.envelope': 'Every list returns an object with the array `data` and the object `_meta`.',
    'pagination.meta-members': '`_meta` has `next`, `prev` (each a string or null) and `limit` (an integer).',
    'pagination.limit-default': 'Without `limit` a list returns at most 20 items, and `_meta.limit` is 20.',
    'pagination.limit-applied':
      'With `limit` from 1 to 100, a page has at most that many items, and `_meta.limit` is that limit.',
    'pagination.next-null': '`_meta.next` is null if there are no further items.',
    'pagination.next-forward': '`_meta.next` given as `cursor` returns the next page.',
    'pagination.walk-complete': 'Following `next` until it is null returns every item once.',
    'pagination.prev-null': '`_meta.prev` is null on the first page.',
    'pagination.prev-back': '`_meta.prev` given as `cursor` returns the previous page.',
    'pagination.newest-first': 'Lists are ordered by creation date, newest first.',
    'pagination.order-fixed': 'No parameter changes the order of a list.',
    'pagination.cursor-opaque': 'A cursor is an opaque string that the server accepts unchanged.',
    'pagination.all-lists': 'Every list endpoint paginates by the same rules.',
  }),
  ...specified('8', {
    'pagination.limit-minimum': 'A `limit` of 1 returns one item per page.',
    'pagination.limit-maximum': 'A `limit` of 100 returns up to 100 items per page.',
    'pagination.limit-clamped': 'A `limit` over 100 is clamped to 100, and `_meta.limit` is 100.',
  }),
  ...decided('Pagination', {
    'pagination.limit-invalid':
      'A `limit` that is not an integer of at least 1 is rejected with 400 `INVALID_REQUEST`.',
    'pagination.ties':
      'Items with the same creation time are ordered by id, latest first; none is skipped or repeated.',
    'pagination.stable-under-inserts':
      'Items added while the pages are read do not make other items repeat or disappear.',
    'pagination.stable-under-deletes':
      'Items deleted while the pages are read do not make other items repeat or disappear.',
    'pagination.prev-same-page': '`prev` of page n returns page n−1 with the same items in the same order.',
    'pagination.cursor-tampered':
      'A cursor with any character changed, added or removed is rejected with 400 `INVALID_CURSOR`.',
    'pagination.cursor-other-list': 'A cursor of another list is rejected with 400 `INVALID_CURSOR`.',
    'pagination.cursor-other-filter':
      'A cursor of the same list under another filter is rejected with 400 `INVALID_CURSOR`.',
    'pagination.cursor-other-organization': 'A cursor of another organization is rejected with 400 `INVALID_CURSOR`.',
    'pagination.cursor-other-limit': 'A cursor is valid with any `limit`.',
    'pagination.cursor-expiry': 'A cursor is valid for 24 hours, and rejected with 400 `INVALID_CURSOR` from then on.',
    'pagination.cursor-length': 'A cursor has at most 512 characters of base64url.',
    'pagination.criterion-runs-both':
      '`GET /criterion-runs` has `_meta` and a top-level `next_cursor` that equals `_meta.next`.',
  }),
]
