import { correctionLimits } from './claims.js'
import { billingProvider } from './clearinghouse.js'
import { payerKeys, payers } from './payer-rules.js'

/** The outcomes of the work on a denied or returned claim. */
export const correctionOutcomes = {
  replaced: 'a replacement was sent, and the payer has decided it',
  resent: 'the returned claim was sent again, and the payer has decided it',
  'not-supported': 'the signed note does not say what would have to be billed',
  'no-authorization': 'no authorization fits the service',
  'too-late': 'the time to correct it has passed',
} as const
export type CorrectionOutcome = keyof typeof correctionOutcomes

export const denialsPath = 'inbox/denials.csv'
export const correctionsPath = 'outbound/corrections.csv'
export const correctionColumns = ['account', 'outcome', 'paid', 'patient_owes'] as const

/** Charges of visits by code, and of one unit (15 minutes) of therapy, in dollars. */
export const visitCharges = { '99212': 110, '99213': 150, '99214': 190, '99215': 235 } as const
export type VisitCode = keyof typeof visitCharges
export const therapyCharge = 40

/** Codes of places of service, with the words of notes. */
export const placesOfService = {
  '10': 'telehealth, the patient at home',
  '11': 'office',
  '22': 'outpatient department of the hospital',
} as const
export type PlaceOfService = keyof typeof placesOfService

/** Returns the number of 15-minute units by the eight-minute rule: 8 to 22 minutes are one. */
export function countUnits(minutes: number): number {
  return Math.floor((minutes + 7) / 15)
}

/** Total minutes of a visit by code, both ends included. */
const visitMinutes: Readonly<Record<VisitCode, readonly [from: number, to: number]>> = {
  '99212': [10, 19],
  '99213': [20, 29],
  '99214': [30, 39],
  '99215': [40, Number.POSITIVE_INFINITY],
}

/** Returns the code of a visit of that length; undefined if it is too short to bill. */
export function findVisit(minutes: number): VisitCode | undefined {
  const codes = Object.keys(visitMinutes) as readonly VisitCode[]
  return codes.find((code) => minutes >= visitMinutes[code][0] && minutes <= visitMinutes[code][1])
}

/** Returns the handbook page on denied and returned claims. */
export function correctionsPage(): string {
  const limits = payerKeys.map((key) => `  ${payers[key].name.padEnd(27)}${correctionLimits[key]} days`)
  const places = Object.entries(placesOfService).map(([code, text]) => `  ${code}  ${text}`)
  const levels = Object.entries(visitMinutes).map(
    ([code, [from, to]]) =>
      `${from} ${Number.isFinite(to) ? `to ${to}` : 'or more'}: ${code} (${visitCharges[code as VisitCode]} dollars)`,
  )
  const outcomes = Object.entries(correctionOutcomes).map(([code, text]) => `  ${code.padEnd(18)}${text}`)
  return `HANDBOOK OF THE CLAIMS DESK
Corrected claims

1. The list
${denialsPath} in the file exchange has one row for each claim to be worked: account, payer, patient, date of birth, day of the service. What we sent
(837P) and what came back are among the transactions of the clearinghouse (GET clearinghouse/transactions, page by page). Work every
claim on the list, and no other. Find the patient in the chart by name and date of birth; several patients share a name. "Today" is the day
on which the work begins.

2. Denied, or returned?
Denied: a remittance (835) with the account (CLP01), status 4, whose reason (CAS) and remark (LQ) say why. The correction is a
replacement: frequency 7 with the payer's claim number (CLP07) as the number of the original claim.
Returned: a claim acknowledgment (277CA) with category A3. The payer never had the claim: send it again as an original, frequency 1,
without a number of an original claim.

3. Is there still time?
A replacement may be sent so many days after the day of the denial (BPR16 of the remittance), that many included:
${limits.join('\n')}
Later, send nothing: outcome too-late. This is asked first. Returned claims have no such limit.

4. What is wrong
The chart decides, and in it the signed note of the day of the service: a DocumentReference of the patient (Progress note, LOINC 11506-3) with
docStatus final and this date. Drafts (preliminary) and notes of other days prove nothing.
  CO 197          authorization: look in the payer's portal (${payerKeys.map((key) => (key === 'portal' ? `portal: ${payers[key].name}` : `portal@${key}: ${payers[key].name}`)).join('; ')})
                  for one that is approved, for this patient, for this procedure and for this day (service_date). Add its number. None: send
                  nothing, outcome no-authorization.
  CO 11           diagnosis: bill the diagnosis of the note in place of the one that was billed.
  CO 16, M53      units of therapy (97110): by the minutes of therapeutic exercise in the note; 8 to 22 minutes are 1 unit, and each 15 more
                  minutes another: 23 to 37 are 2, 38 to 52 are 3, 53 to 67 are 4, 68 to 82 are 5, and so on; fewer than 8 are none, and
                  nothing is sent: outcome not-supported. A unit costs ${therapyCharge} dollars.
  CO 5            place of service: by the note:
${places.map((line) => `                ${line}`).join('\n')}
  CO 150          level of the visit: by the total minutes in the note, both ends included:
${levels.map((line) => `                    ${line}`).join('\n')}
                  Fewer minutes than these: send nothing, outcome not-supported.
  A3:33           the member number of the returned claim is wrong: bill under the one in the chart (subscriberId of the Coverage with
                  this payer).
If the signed note does not say the diagnosis, the minutes or the place that is needed, send nothing: outcome not-supported. Never bill
what is not written there, and never more than is written there.

5. Send it, once
Send the corrected claim through the clearinghouse (POST clearinghouse/claims, or an 837P), naming the payer (payer_id): under the patient, with
our account, and everything that was right as it was sent: procedure, charge, units, place of service, diagnoses, day. One line. In EDI,
name ${billingProvider.name}, NPI ${billingProvider.npi}, as submitter and billing provider, with the address, the telephone and the
tax number of the first claim, and send it as chargeable (BHT06 CH), with the modifier that it had (GP of therapy, 26 of imaging at the
hospital); calls in JSON have none. Leave out what is optional, but for numbers of ours (REF D9, REF 6R) and the taxonomy of the hospital.
One claim in a transaction. Each claim is sent at most once.

6. Wait for the decision
The answer to the call says whether the claim was accepted; a claim that was not accepted has not been sent to the payer. The
clearinghouse sends no acknowledgments (999, 277CA) of corrected claims.
The payers decide corrected claims within two hours. Wait for the remittance (835) with the account before writing the outcome.

7. The record
Write ${correctionsPath} with the columns ${correctionColumns.join(', ')}: one row for each claim on the list, in any order. paid is what the payer pays for
the corrected claim, and patient_owes the sum of its PR adjustments, in dollars; both are 0.00 if nothing was sent. outcome:
${outcomes.join('\n')}
The file is taken up at once: write it once, complete, when every claim that was sent is decided. Write no other file, change nothing in the chart, and request or appeal nothing.
`
}
