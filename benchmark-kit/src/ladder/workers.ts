import { workClaimCorrect } from '../families/claim-correct/ladder.js'
import { workClaimStatus } from '../families/claim-status/ladder.js'
import { workCobOrder } from '../families/cob-order/ladder.js'
import { workEligSchedule } from '../families/elig-schedule/ladder.js'
import { workLabInbox } from '../families/lab-inbox/ladder.js'
import { workPaRfi } from '../families/pa-rfi/ladder.js'
import { workPaSubmit } from '../families/pa-submit/ladder.js'
import { workReferralThrough } from '../families/referral-through/ladder.js'
import { workRemitPost } from '../families/remit-post/ladder.js'
import type { FlawedWorker } from './flaws.js'

/** The workers of the rungs A2 to A6, by the family whose tasks they work. A family without one has no figures on these rungs. */
export const flawedWorkers: ReadonlyMap<string, FlawedWorker> = new Map([
  ['pa-submit', workPaSubmit],
  ['pa-rfi', workPaRfi],
  ['elig-schedule', workEligSchedule],
  ['cob-order', workCobOrder],
  ['lab-inbox', workLabInbox],
  ['claim-status', workClaimStatus],
  ['remit-post', workRemitPost],
  ['claim-correct', workClaimCorrect],
  ['referral-through', workReferralThrough],
])
