/** The figures that are reported for a sequence, with their units. */
export const sequenceContenders = {
  'longest piece of a request': 'ms CPU',
  'all of the sequence': 'ms CPU',
  '/healthz, longest': 'ms',
} as const
