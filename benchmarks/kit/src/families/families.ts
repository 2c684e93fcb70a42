import type { Family } from '../family.js'
import { addGuards } from '../guards/add-guards.js'
import { claimCorrect } from './claim-correct/family.js'
import { claimStatus } from './claim-status/family.js'
import { cobOrder } from './cob-order/family.js'
import { eligSchedule } from './elig-schedule/family.js'
import { labInbox } from './lab-inbox/family.js'
import { paElectronic } from './pa-electronic/family.js'
import { paRfi } from './pa-rfi/family.js'
import { paSubmit } from './pa-submit/family.js'
import { referralThrough } from './referral-through/family.js'
import { remitPost } from './remit-post/family.js'

/** All families, in the order of the benchmark, without the guards that they share. */
export const plainFamilies: readonly Family[] = [
  paSubmit,
  paRfi,
  eligSchedule,
  cobOrder,
  referralThrough,
  labInbox,
  claimStatus,
  remitPost,
  claimCorrect,
  paElectronic,
]

/** All families, in the order of the benchmark. */
export const families: readonly Family[] = plainFamilies.map(addGuards)

/** Returns the family of a task; undefined if no family has its name. */
export function familyOfTask(task: string): Family | undefined {
  const name = task.replace(/-\d+$/, '')
  return families.find((family) => family.name === name)
}
