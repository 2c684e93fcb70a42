/** What is reported of a sequence, with its unit. */
export const sequenceContenders = {
  'longest piece of a request': 'ms CPU',
  'all of the sequence': 'ms CPU',
  '/healthz, longest': 'ms',
} as const
