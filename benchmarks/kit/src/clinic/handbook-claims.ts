import { claimsPayers, patience } from './claims.js'
import { billingProvider } from './clearinghouse.js'
import { hangUpAfterwards, saidBesides } from './house-rules.js'
import { payerKeys, payers } from './payer-rules.js'
import { claimToldExample } from './scripts.js'

/** The actions of the worklist, with their meaning. */
export const claimActions = {
  post: 'the payment is ours and only has to be posted',
  'trace-payment': 'the payer paid another provider and traces the payment',
  wait: 'the payer is still within its time',
  'send-records': 'the payer waits for medical records',
  'await-remittance': 'the payer has paid, and the remittance is on its way',
  'send-claim': 'the payer has never received the claim, and it is not too late',
  'fix-claim': 'the claim was returned before it reached the payer',
  'ask-supervisor': 'the claim was never received, and the time to file it has passed',
  'correct-claim': 'denied for missing or wrong information',
  'close-duplicate': 'denied as a duplicate',
  'bill-other-payer': 'denied because another payer comes first',
  appeal: 'denied as not medically necessary',
  'write-off': 'denied as part of another service',
  'find-authorization': 'denied for want of an authorization',
} as const
export type ClaimAction = keyof typeof claimActions

/** Reasons of denials (CAS-02), with their group (CAS-01) and the action of the desk. */
export const denialReasons = {
  '16': { group: 'CO', action: 'correct-claim' },
  '18': { group: 'OA', action: 'close-duplicate' },
  '22': { group: 'CO', action: 'bill-other-payer' },
  '50': { group: 'CO', action: 'appeal' },
  '97': { group: 'CO', action: 'write-off' },
  '197': { group: 'CO', action: 'find-authorization' },
} as const
export type DenialReason = keyof typeof denialReasons

/** Claim status codes with which a 277CA returns claims. */
export const rejectionCodes = {
  '21': 'Missing or invalid information.',
  '33': 'The subscriber was not found.',
  '116': 'The claim was sent to the wrong payer.',
  '562': "The provider's NPI is not on file.",
} as const
export type RejectionCode = keyof typeof rejectionCodes

/** Days until the follow-up of a claim, by what the desk waits for. */
export const lookAgain = { trace: 14, remittance: 7 } as const

/** Paths in the file exchange: the list of open claims, and the worklist that the desk writes. */
export const agingPath = 'inbox/aging.csv'
export const worklistPath = 'outbound/claim-status.csv'
export const worklistColumns = ['account', 'status', 'action', 'reference', 'follow_up'] as const

/** Returns the handbook page on the status of open claims. */
export function claimStatusPage(): string {
  const lines = payerKeys.map((key) => {
    const { line, opens, closes, filingLimit } = claimsPayers[key]
    return `  ${payers[key].name.padEnd(27)}${line}   Mon to Fri, ${opens} to ${closes} Central   ${filingLimit} days`
  })
  const denials = Object.entries(denialReasons).map(
    ([reason, { group, action }]) => `  ${`${group} ${reason}`.padEnd(8)} ${action.padEnd(20)}${claimActions[action]}`,
  )
  return `HANDBOOK OF THE CLAIMS DESK
The status of open claims

1. The list
${agingPath} in the file exchange has one row for each claim that has been open for too long: the account (our number of the claim),
the payer, the name and the date of birth of the patient, the day of the service, the day on which we billed it, the charge, and a
note. Notes were true when they were written; they decide nothing. Work every claim on the list, and no other. "Today" is the day
on which the work begins.

2. Ask the payer, once
Ask the payer of each claim for its status by the clearinghouse (276/277): with our account, under the patient of the claim. Find
the patient in the chart by name and date of birth; several patients share a name. The member number is the subscriberId of the
Coverage with this payer. Send one inquiry for each claim, with one claim in it: payers charge for each. In EDI, name us as the
provider, and leave out what is optional. In JSON the answer has a word for the status; in EDI its category (STC01) is F1 paid, F2
denied, P1 pending, A4 not_found.

3. What the answer means
"Transactions" are those of the clearinghouse (GET clearinghouse/transactions, page by page). Days are counted from date to date.

  paid       Find the remittance (835) with the account (CLP01) among the transactions.
             The payee (N1*PE) is ${billingProvider.name}, NPI ${billingProvider.npi}:
               action post, reference: the payment number (TRN02), no follow-up.
             The payee is anybody else: telephone. The payer opens a trace.
               action trace-payment, reference: the number of the trace, follow up ${lookAgain.trace} days after today.
  denied     Find the remittance with the account among the transactions. The reason (CAS) of this claim decides the action:
${denials.map((line) => `           ${line}`).join('\n')}
               reference: the payer's claim number (CLP07), no follow-up.
  pending    Billed at most ${patience} days ago: do not telephone.
               action wait, no reference, follow up ${patience} days after the day on which it was billed.
             Billed more than ${patience} days ago: telephone. What the payer says there is newer than the 277, and decides the
             action, and is one of these; the status in the worklist stays pending.
               a decision is announced for a day: action wait, reference: that of the call, follow up on that day;
               medical records are wanted: action send-records, reference: that of the call, no follow-up;
               it has just been paid: action await-remittance, reference: the payment number, follow up ${lookAgain.remittance} days
               after today.
  not_found  Look for a claim acknowledgment (277CA) that returned the account (category A3 in STC01).
             There is one: action fix-claim, reference: the status code, the number after A3 (33 of A3:33), no follow-up.
             There is none: count the days from the service to today.
               At most the filing limit of the payer (section 4): action send-claim, no reference, no follow-up.
               More: action ask-supervisor, no reference, no follow-up.

4. Telephone
The claims departments, their hours, and the filing limit, which is how many days after the service a claim may arrive:

${lines.join('\n')}

Ask first, and telephone where the answer says so. Nobody answers outside these hours: wait. Then hold until a representative comes on. Make one call for each claim about which
section 3 tells you to telephone, and none about others. A department that is open always answers. Tell the account, the member number and the date of birth of the patient,
each as it is written. Calls are recorded, and their words are fixed: say this sentence with the numbers of the claim, and
nothing else but the names of the clinic and of the patient, ${saidBesides}.
    ${claimToldExample}
${hangUpAfterwards}
The representative then says what is known. CR and six digits is the
reference of a call, TR and six digits the number of a trace, eight digits the number of a payment.

5. The worklist
Write ${worklistPath} with the columns ${worklistColumns.join(', ')}: one row for each claim on the
list, in any order. status is the answer of the payer in the words of section 2; action is one of the words of section 3;
follow_up is a day, YYYY-MM-DD. Leave a cell empty where section 3 gives no reference or no follow-up. The file is taken up at
once: write it once, complete, when all payers have answered and all calls are made.

6. What this desk does not do
Send, replace or void no claim, and appeal nothing: the worklist says who has to. Write no other file, and change nothing in the
chart.
`
}
