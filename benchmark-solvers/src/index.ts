import { claimCorrect } from './claim-correct.js'
import { claimStatus } from './claim-status.js'
import { cobOrder } from './cob-order.js'
import { eligSchedule } from './elig-schedule.js'
import { labInbox } from './lab-inbox.js'
import { paRfi } from './pa-rfi.js'
import { paSubmit } from './pa-submit.js'
import { referralThrough } from './referral-through.js'
import { remitPost } from './remit-post.js'
import type { Solver } from './solver.js'

export { type Disagreement, disagreements } from './disagreements.js'
export type { Solver, SolverOutput } from './solver.js'

/** The solvers that exist; a family without one is reported as unproven. */
export const solvers: readonly Solver[] = [
  paSubmit,
  paRfi,
  eligSchedule,
  cobOrder,
  labInbox,
  claimStatus,
  claimCorrect,
  remitPost,
  referralThrough,
]
