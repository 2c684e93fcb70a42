import { billingProvider } from './clearinghouse.js'

/** Paths in the file exchange: the inputs of the payment desk, and the files that it writes. */
export const paymentsPath = 'inbox/payments.csv'
export const ledgerPath = 'inbox/ledger.csv'
export const depositsPath = 'inbox/bank/deposits-morning.csv'
export const lateDepositsPath = 'inbox/bank/deposits-afternoon.csv'
export const decisionsPath = 'inbox/write-off-decisions.csv'
export const postingsPath = 'outbound/postings.csv'
export const batchesPath = 'outbound/batches.csv'
export const requestsPath = 'outbound/write-off-requests.csv'

export const paymentColumns = ['trace', 'payer'] as const
export const ledgerColumns = ['account', 'patient', 'born', 'payer', 'service_date', 'code', 'charge'] as const
export const depositColumns = ['date', 'trace', 'payer', 'amount'] as const
export const decisionColumns = ['account', 'code', 'decision', 'next'] as const
export const postingColumns = [
  'trace',
  'account',
  'code',
  'entry',
  'paid',
  'write_off',
  'patient',
  'open',
  'next',
] as const
export const batchColumns = [
  'trace',
  'result',
  'payment',
  'posted',
  'not_ours',
  'interest',
  'recovered',
  'reason',
  'reference',
] as const
export const requestColumns = ['account', 'code', 'amount'] as const

/** Maximum write-off of one line without approval, in cents. */
export const writeOffLimit = 25_000

/** The next steps for a posted line, with their meaning. */
const nextSteps = {
  'bill-patient': 'the amount under patient is billed to the patient',
  'bill-secondary': 'the amount under patient is billed to the second policy',
  'correct-claim': 'a corrected claim is due',
  'send-records': 'the payer waits for medical records',
  'verify-coverage': 'the coverage on the day of the service is asked about',
  'close-duplicate': 'the line was billed twice',
  'bill-other-payer': 'another payer comes first',
  appeal: 'the denial is appealed',
  'find-authorization': 'the authorization is looked for',
} as const
export type NextStep = keyof typeof nextSteps

/** The column of the postings into which an adjustment goes. */
export type Column = 'write_off' | 'patient' | 'open'

/** How the desk posts an adjustment, by its group, reason and, in some rules, remark. */
export interface AdjustmentRule {
  readonly group: 'CO' | 'OA' | 'PR'
  readonly reason: string
  /** The remark code that the line must have. */
  readonly remark?: string
  readonly column: Column
  /** Whether a write-off above {@link writeOffLimit} needs approval. */
  readonly limited?: true
  readonly next?: NextStep
  readonly text: string
}

export const adjustmentRules: readonly AdjustmentRule[] = [
  { group: 'CO', reason: '45', column: 'write_off', text: 'charge above the contract' },
  { group: 'CO', reason: '29', column: 'write_off', limited: true, text: 'filed too late; section 7' },
  { group: 'CO', reason: '96', remark: 'N425', column: 'write_off', limited: true, text: 'excluded by law; section 7' },
  { group: 'CO', reason: '96', remark: 'N30', column: 'open', next: 'verify-coverage', text: 'patient not eligible' },
  { group: 'CO', reason: '16', remark: 'M127', column: 'open', next: 'send-records', text: 'records missing' },
  {
    group: 'CO',
    reason: '16',
    remark: 'N382',
    column: 'open',
    next: 'correct-claim',
    text: 'patient identifier wrong',
  },
  { group: 'CO', reason: '16', remark: 'M53', column: 'open', next: 'correct-claim', text: 'units missing or wrong' },
  { group: 'OA', reason: '18', column: 'open', next: 'close-duplicate', text: 'duplicate' },
  { group: 'CO', reason: '22', column: 'open', next: 'bill-other-payer', text: 'another payer comes first' },
  { group: 'CO', reason: '50', column: 'open', next: 'appeal', text: 'not medically necessary' },
  { group: 'CO', reason: '197', column: 'open', next: 'find-authorization', text: 'no authorization' },
  {
    group: 'PR',
    reason: '27',
    column: 'open',
    next: 'verify-coverage',
    text: 'coverage had ended; not billed to the patient',
  },
  { group: 'PR', reason: '1', column: 'patient', text: 'deductible' },
  { group: 'PR', reason: '2', column: 'patient', text: 'coinsurance' },
  { group: 'PR', reason: '3', column: 'patient', text: 'copayment' },
]

/**
 * The CO reason of a service that is part of another one: a write-off if another line of the claim is paid, otherwise
 * open with this next step.
 */
export const bundledReason = '97'
export const bundledNext: NextStep = 'correct-claim'

/** Reasons for which a remittance is not posted, with the result of its batch. */
export const refusals = {
  'claim-out-of-balance': { result: 'returned', text: 'a line or a claim does not balance' },
  'payment-out-of-balance': { result: 'returned', text: 'all claims balance, the payment does not' },
  'recovery-unexplained': { result: 'held', text: 'money is taken back for a claim that nobody reversed' },
  'deposit-differs': { result: 'held', text: 'the bank has another amount' },
  'no-deposit': { result: 'held', text: 'the bank has no such payment, in the afternoon either' },
} as const
export type RefusalReason = keyof typeof refusals

/** Seconds from the beginning of the work, 8:00 Central, until the bank's second list of deposits arrives. */
export const afternoonSeconds = 7 * 3600
/** Seconds within which the supervisor decides on write-offs. */
export const decisionSeconds = 7200

/** Returns the handbook page on posting remittances. */
export function remittancesPage(): string {
  const rules = adjustmentRules.map(({ group, reason, remark, column, next, text }) => {
    const code = `${group} ${reason}${remark === undefined ? '' : ` with ${remark}`}`
    return `  ${code.padEnd(16)}${column.padEnd(11)}${(next ?? '').padEnd(20)}${text}`
  })
  const reasons = Object.entries(refusals).map(
    ([reason, { result, text }]) => `  ${reason.padEnd(24)}${result.padEnd(10)}${text}`,
  )
  const steps = Object.entries(nextSteps).map(([step, text]) => `  ${step.padEnd(20)}${text}`)
  return `HANDBOOK OF THE PAYMENT DESK
Posting remittances

1. The list
${paymentsPath} in the file exchange has one row for each payment to be worked: its trace number and the payer. The remittance is the
835 with this trace number (TRN02) among the transactions of the clearinghouse (GET clearinghouse/transactions, page by page). Work every
payment on the list, and no other: other remittances there are posted already, or were sent to us by mistake (payee, N1*PE, not NPI
${billingProvider.npi}). ${ledgerPath} has our lines, one in each row: account, patient, born, payer, service_date, code,
charge. A claim has one or more lines, each with another code. Take sections 2 to 4 in this order for each remittance; the first that finds a reason
not to post decides, and the rest does not matter. Amounts are in dollars and cents; work to the cent, without rounding. An 835 leaves zeros at
the end out: 125.5 is 125.50.

2. Does it balance?
  a. Each line (SVC): the charge (SVC02) less all its adjustments (CAS) is the payment (SVC03). One CAS may hold up to six adjustments: reason in
     CAS02, amount in CAS03; the next in CAS05 and CAS06, in CAS08 and CAS09, and so on.
  b. Each claim (CLP): the charges of its lines add up to CLP03, and their payments to CLP04.
  c. The payment (BPR02) is the sum of CLP04 of all claims, less the sum of all amounts in the provider adjustments (PLB04, PLB06, PLB08, and so on).
Count all claims, also those that are not ours. If a or b is not true of a claim: reason claim-out-of-balance, reference: its account (CLP01), of several the first.
If only c is not true: reason payment-out-of-balance, no reference. Such a remittance is returned to the payer, and nothing of it is posted.

3. Is money taken back, and why?
The code of a provider adjustment (PLB03-1, PLB05-1, and so on) is L6 for interest, WO for money that is taken back, FB for money that is carried from one
remittance to another; its second part (PLB03-2) is the payer's number of the claim. A positive amount of WO or FB reduces the
payment. It is explained if its number is CLP07 of a claim that was reversed (CLP02 is 22) in this remittance or in another one that was paid to us
(payee NPI ${billingProvider.npi}), whether that is on the list or not. A WO or FB with a positive amount that is not explained: reason
recovery-unexplained, reference: the number of the claim in the PLB, of several the first. Negative amounts need no explanation.

4. Is the money in the bank?
A remittance that pays nothing (BPR02 is 0) needs no deposit. For every other one, look for its trace number in ${depositsPath}
(columns ${depositColumns.join(', ')}). If it is there with exactly the amount of BPR02, go on. If it is there with another amount: reason
deposit-differs, no reference. If it is not there: at 15:00 Central (21:00 UTC) the bank sends ${lateDepositsPath}, with the same columns.
Wait until then, read it, and look there in the same way, before you write any posting or batch. If the trace number is in neither: reason no-deposit, no reference. Only
the trace number counts: other payments may have the same amount.

5. Post each line
A claim is ours if ${ledgerPath} has its account (CLP01), written exactly so. Of a claim that is not ours post nothing, whatever its patient is
called; its CLP04 goes into the column not_ours of the batch. For each line of each claim that is ours, write one row: the account, the procedure code (SVC01-2), and
  entry       reversal if CLP02 is 22, otherwise payment
  paid        SVC03
  write_off   the sum of the adjustments that section 6 puts there
  patient     the sum of the adjustments that section 6 puts there
  open        the sum of the adjustments that section 6 puts there
  next        for a reversal: empty. Otherwise the next step that section 6 gives for what is open; if nothing is open, for what is under patient:
              bill-secondary if the patient has a second policy, a Coverage in the chart with order 2 whose period has the service_date of the ledger,
              both ends included, and bill-patient if not. The status of a Coverage is not reliable. Empty if nothing is open and nothing under patient.
A reversal takes an earlier posting back: all its amounts are posted with the signs that they have in the remittance. A claim that was reversed and decided
again is in a remittance twice, and both are posted. Find a patient in the chart by the name and the date of birth that the ledger has for the account; several patients
share a name. paid, write_off, patient and open add up to the charge of the line. Write 0.00 for nothing.

6. Adjustments
By group (CAS01), reason and, where one is given, remark (LQ*HE) of the same line:
  code            column     next                what it says
${rules.join('\n')}
  CO 97           part of another service: if another line of the same claim is paid (SVC03 is not 0), write_off.
                  If not, open, next ${bundledNext}.
CO and OA amounts are never billed to a patient.
The next steps:
${steps.join('\n')}

7. Large write-offs
For CO 29, and for CO 96 with N425, the desk writes off at most ${writeOffLimit / 100}.00 dollars a line by itself (${writeOffLimit / 100}.00 included). For more, ask the billing supervisor before
posting: write ${requestsPath} with the columns ${requestColumns.join(', ')}, one row for each such line
of the remittances that are posted, with the amount of that adjustment. The supervisor answers within two hours in ${decisionsPath} (columns ${decisionColumns.join(', ')}):
approved: the amount goes to write_off; declined: it goes to open, and next is what the answer says. Read the answer before you
write the postings. A line that is not in the request, or has another amount there, gets no answer. The other reasons have no limit, and reversals are not asked about. Ask for nothing
else.

8. The files
${postingsPath}: the columns ${postingColumns.join(', ')}; one row for each line that is posted,
in any order. trace is the trace number of the remittance. If nothing is posted, leave the file out, or without rows.
${batchesPath}: the columns ${batchColumns.join(', ')}; one row
for each payment on the list.
  result      posted, returned or held
  payment     BPR02
  posted      the sum of the column paid of the rows of this remittance
  not_ours    the sum of CLP04 of the claims that are not ours
  interest    the sum of the PLB amounts with L6, with the opposite sign: interest that the payer pays us is positive
  recovered   the sum of the PLB amounts with WO and FB, with their signs: money that is taken back is positive
  reason      empty if posted; otherwise one of those below
  reference   empty, unless section 2 or 3 gives one
payment is posted plus not_ours plus interest less recovered. For a remittance that is not posted, all amounts but payment are 0.00.
  reason                  result    when
${reasons.join('\n')}
Each file has these columns and no others, and no rows but these: no line twice, no line of a remittance that is not posted, no payment that is not on
the list. Each file is taken over as soon as it is written, and a second version of it is not read: write it once, complete, and not before all is known that its rows
depend on.

9. What this desk does not do
Send no claim and no inquiry, telephone nobody, and change nothing in the chart: the columns next and result say who has to. Write no other file.
`
}
