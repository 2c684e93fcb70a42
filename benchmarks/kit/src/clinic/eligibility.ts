import { type PartnerKey, tradingPartners } from './clearinghouse.js'
import { textBesideCoding, writeOnce } from './house-rules.js'

/** Code systems that the handbook of the eligibility desk introduces. */
export const eligibilityOutcomeSystem = 'https://carebench.example.org/eligibility-outcome'
export const eligibilityListSystem = 'https://carebench.example.org/eligibility-list'
export const amountSystem = 'https://carebench.example.org/amount'
export const visitTypeSystem = 'https://carebench.example.org/visit-type'

/** LOINC code of a scanned insurance card. */
export const cardLoinc = '64290-0'

/** The outcomes of an eligibility check. */
export const eligibilityOutcomes = {
  covered: { status: 'completed', meaning: 'a payer covers the visit' },
  'newborn-under-mother': { status: 'completed', meaning: "the newborn is covered by the mother's policy" },
  ended: { status: 'on-hold', meaning: 'the policy ended before the visit' },
  'not-started': { status: 'on-hold', meaning: 'the policy begins after the visit' },
  'member-not-found': { status: 'on-hold', meaning: 'the payer does not know the member' },
  'referral-missing': { status: 'on-hold', meaning: 'the payer wants a referral, and the chart has none that fits' },
} as const
export type EligibilityOutcome = keyof typeof eligibilityOutcomes

/** A kind of visit, with the X12 service type of its inquiry. */
export interface VisitKind {
  readonly code: string
  readonly text: string
  readonly serviceType: string
}

export const visitKinds = {
  office: { code: 'office', text: 'Office visit', serviceType: '98' },
  therapy: { code: 'therapy', text: 'Physical therapy', serviceType: 'PT' },
  counseling: { code: 'counseling', text: 'Behavioral health visit', serviceType: 'MH' },
  imaging: { code: 'imaging', text: 'MRI or CT', serviceType: '62' },
  eyes: { code: 'eyes', text: 'Eye examination', serviceType: 'AL' },
} as const satisfies Readonly<Record<string, VisitKind>>
export type VisitKindKey = keyof typeof visitKinds
export const visitKindKeys = Object.keys(visitKinds) as readonly VisitKindKey[]

/** The plans of the front desk's patients, by payer. */
export const deskPlans = {
  portal: ['Choice PPO', 'Select HMO'],
  prairie: ['Open Access PPO', 'Value HMO'],
  lakeside: ['Lakeside Flex PPO'],
} as const satisfies Partial<Record<PartnerKey, readonly string[]>>
export type DeskPayer = keyof typeof deskPlans
export const deskPayers = Object.keys(deskPlans) as readonly DeskPayer[]

/** An agreement by which another payer covers one kind of visit for a plan; both days of the period are included. */
export interface CarveOut {
  readonly payer: DeskPayer
  readonly plan: string
  readonly kind: VisitKindKey
  readonly to: DeskPayer
  readonly from: string
  readonly until: string | null
}

export const carveOuts: readonly CarveOut[] = [
  { payer: 'portal', plan: 'Select HMO', kind: 'counseling', to: 'lakeside', from: '2025-01-01', until: null },
  { payer: 'portal', plan: 'Select HMO', kind: 'eyes', to: 'prairie', from: '2024-01-01', until: '2025-12-31' },
  { payer: 'prairie', plan: 'Value HMO', kind: 'eyes', to: 'lakeside', from: '2026-01-01', until: null },
  { payer: 'prairie', plan: 'Value HMO', kind: 'counseling', to: 'lakeside', from: '2024-07-01', until: '2026-01-31' },
]

/** Days after the birth for which the mother's policy covers a newborn. */
export const newbornDays = 30

/** The message of a copayment whose visit needs a referral. */
export const referralMessage = 'REFERRAL REQUIRED'

/** Returns the handbook page of the eligibility desk. */
export function eligibilityPage(): string {
  const outcomes = Object.entries(eligibilityOutcomes).map(
    ([code, { status, meaning }]) => `  ${code.padEnd(22)} ${status.padEnd(11)} ${meaning}`,
  )
  const kinds = Object.values(visitKinds).map(
    ({ code, text, serviceType }) => `  ${code.padEnd(12)} ${text.padEnd(26)} ${serviceType}`,
  )
  const carved = carveOuts.map(({ payer, plan, kind, to, from, until }) => {
    const period = until === null ? `from ${from} until further notice` : `from ${from} until ${until}`
    return `  ${tradingPartners[payer].name}, plan ${plan}: ${kind} is with ${tradingPartners[to].name} (${tradingPartners[to].id}), ${period}`
  })
  return `HANDBOOK OF THE ELIGIBILITY DESK
The visits of tomorrow

1. Lists and work items
Each list has the visits of one clinician on one day. inbox/eligibility/lists.csv has the numbers of the lists. Every visit on a
list has a work item: a FHIR Task with status "requested", the number of the list as its groupIdentifier, the Appointment as its focus and
the patient in "for". Work all items of the list you were given, and no others. Take the steps below for each visit.

2. What to ask about
The type of the visit (serviceType of the Appointment) says which X12 service type to ask about:
  visit type   what it is                 service type
${kinds.join('\n')}
The day to ask about is the day of the visit.

3. Whom to ask about, and which policy
Ask about the policy (Coverage) of the patient whose period has the day of the visit, both ends included. The status of a policy in the
chart is not reliable: some that have ended are still marked active. Earlier answers of payers in the chart (CoverageEligibilityResponse) are
not used, whatever they say: payers change their answers from one month to the next.
A newborn, at most ${newbornDays} days old on the day of the visit and without a policy of its own, is covered by the policy of the mother, not by that
of anybody else. The mother is in the newborn's RelatedPerson with relationship MTH, with her medical record number. Ask about the mother, as
herself, for the service type of the newborn's visit. Everything below is then about her policy; a referral is never needed.

4. Which payer to ask
The payer of the policy, except where its plan (class "plan" of the Coverage) leaves a type of visit to another payer on the day of the visit:
${carved.join('\n')}
Ask that other payer instead, with the same member number, and not the payer of the policy.

5. Ask once
Send one eligibility inquiry (270) to the payer (its id is in handbook/clearinghouse.txt): the person, the member number as it is on the policy, one service type,
the day of the visit. The clearinghouse bills every inquiry: never ask twice about the same, nor about other service types, other days
or other people.
Ask about all visits of the list, the second inquiries of step 6 included, before you write anything: the front desk takes a list up as soon as
something is written about one of its visits.

6. What the answer means
  - active: go on with step 7.
  - inactive, and the plan ended before the visit: outcome ended. Correct the end of the policy's period in the chart to the day that the payer
    gives, and change nothing else there.
  - inactive, and the plan begins after the visit: outcome not-started. Do not change the policy.
    An inactive plan has always ended before the visit or begins after it.
  - rejected because the member is not found (AAA 72, 73 or 75; payers reject for no other reason): read the scanned insurance cards in the patient's chart (DocumentReference, LOINC ${cardLoinc}).
    Of those that are final, of the payer of the policy and in the name of the patient, the newest counts; the name is in the text. If its member
    number differs from that on the policy, ask once more with that number. If the payer then knows the member, write that number on the policy, as
    subscriberId and as the value of its only identifier, and go on with the answer. If no card counts, or the number is the same, or the payer
    does not know it either: outcome member-not-found, and the policy stays as it is.

7. Does the payer want a referral?
If the copayment that applies (step 8) has the message "${referralMessage}", the chart needs a referral: a ServiceRequest of the patient with the category
"Referral", status active, with the clinician of the visit as its performer, whose occurrencePeriod has the day of the visit. Without one
the outcome is referral-missing.

8. What the patient pays
The copayment (EB01 "B") of the service type that you asked about, in the network (not one that says it is out of network). If there is none, that of the whole
plan (service type 30) in the network. If there is none either, 0. Deductibles and coinsurance are not recorded.

9. Close the work item
Set the status of the Task, and in businessStatus one coding with the system
${eligibilityOutcomeSystem}:
  outcome                status      meaning
${outcomes.join('\n')}
${textBesideCoding}
For covered and newborn-under-mother, add one output to the Task: its type has one coding with the system
${amountSystem} and the code copay, and its valueMoney is the amount in USD. The other
outcomes have no output.
${writeOnce}
Change nothing else: no visit is cancelled or moved, no policy is added, and nothing is written about other patients.
`
}
