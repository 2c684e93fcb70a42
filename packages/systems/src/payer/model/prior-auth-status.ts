/** The states of a prior authorization; see `decideRequest` for the state chart. */
export const priorAuthStatuses = [
  'pending',
  'approved',
  'partially_approved',
  'denied',
  'more_information',
  'cancelled',
] as const

export type PriorAuthStatus = (typeof priorAuthStatuses)[number]
