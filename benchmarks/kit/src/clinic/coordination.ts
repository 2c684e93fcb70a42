import { textBesideCoding, writeOnce } from './house-rules.js'

/** Code systems that the handbook page on coordination of benefits introduces. */
export const coordinationReasonSystem = 'https://carebench.example.org/coordination-reason'
export const missingFactSystem = 'https://carebench.example.org/missing-fact'
export const coordinationPaperSystem = 'https://carebench.example.org/coordination-document'

/** Types of documents whose facts the rules of coordination use. */
export const coordinationPapers = {
  questionnaire: 'Coordination of benefits questionnaire',
  'court-order': 'Court order',
} as const

/**
 * Reasons with which a work item is closed: the rule that decided the order of the policies, or that a fact is missing.
 */
export const coordinationReasons = {
  'single-coverage': { status: 'completed', meaning: 'only one of the two policies is in force' },
  'court-order': { status: 'completed', meaning: 'a court order names the parent who provides health coverage' },
  'custodial-parent': { status: 'completed', meaning: 'the parents live apart, and one of them has custody' },
  'birthday-rule': { status: 'completed', meaning: 'the parent whose birthday is earlier in the year' },
  'employer-plan-first': { status: 'completed', meaning: 'the plan of the employer pays before Medicare' },
  'medicare-first': { status: 'completed', meaning: 'Medicare pays before the plan of the employer' },
  'fact-missing': { status: 'on-hold', meaning: 'a fact on which the order depends is not in the chart' },
} as const
export type CoordinationReason = keyof typeof coordinationReasons

/** The facts that can be missing. */
export const missingFacts = {
  custody: 'the parents live apart, and the questionnaire does not say who has custody',
  'court-order': 'the questionnaire says that there is a court order, and no order that counts is in the chart',
  'employer-size': 'the number of employees decides, and the questionnaire does not say it',
} as const
export type MissingFact = keyof typeof missingFacts

/**
 * Minimum number of employees with which the employer's plan pays before Medicare: for Medicare by age, and by
 * disability.
 */
export const employeesByAge = 20
export const employeesByDisability = 100

/** Months from the beginning of Medicare for kidney failure during which the employer's plan pays first. */
export const kidneyMonths = 30

/** Returns the handbook page on coordination of benefits. */
export function coordinationPage(): string {
  const reasons = Object.entries(coordinationReasons).map(
    ([code, { status, meaning }]) => `  ${code.padEnd(20)} ${status.padEnd(10)} ${meaning}`,
  )
  const facts = Object.entries(missingFacts).map(([code, meaning]) => `  ${code.padEnd(14)} ${meaning}`)
  return `HANDBOOK OF THE ELIGIBILITY DESK
Coordination of benefits: two policies, who pays first?

1. Work items
A patient with two policies has a work item: a FHIR Task with status "requested" and the code text "Coordination of benefits", with the patient in
"for". Work the item of the patient you were given, and no other: brothers and sisters have their own, and their order may differ.

2. The two policies, and the payers' answers
The policies (Coverage) of the patient whose period in the chart has today, both ends included, are those to put in order; the status of a policy in
the chart is not reliable. There are always two. Ask both payers once, each about its policy: one eligibility inquiry (270) for
the whole plan (service type 30), for today, with the member number of the policy. The ids of the payers are in handbook/clearinghouse.txt. A child or
a spouse of the subscriber is asked about as a dependent: in JSON, name the patient of the work item and give the member number of the policy. The
clearinghouse bills every inquiry; ask nothing else. Write nothing before both have answered.
If one payer says that the policy is not active today: reason single-coverage. The other policy gets order 1, and the inactive one gets none,
whatever the documents say.

3. The documents
The rules need facts from two kinds of documents of the patient's chart (DocumentReference, type with the system
${coordinationPaperSystem}):
  questionnaire   ${coordinationPapers.questionnaire}; of the final ones that somebody has signed, the one signed last
                  counts alone. Its last line says when it was signed.
  court-order     ${coordinationPapers['court-order']}; of the final ones that name the patient as the child, the one entered last counts.
                  Its last line says when it was entered.
The date of a document in the chart is the day on which it was scanned, and tells nothing about which one counts. Preliminary ones do not count.

4. A child with a policy of each of two households (the subscribers are parents or a step-parent)
RelatedPerson says who is the mother (MTH), the father (FTH) and a stepfather (STPFTH) of the child, with the medical record number of
each. Take the first of these that applies:
  a. The questionnaire says that there is a court order about health coverage. The parent whom the order names pays first: that parent's policy,
     or that of the step-parent who is married to that parent. Reason court-order. If no order that counts is in the chart: fact-missing, court-order.
  b. The parents live together, or have joint custody: the policy of the subscriber whose birthday comes earlier in the year (month and day, not the year of
     birth) pays first. Reason birthday-rule. No two subscribers of a child have the same birthday.
  c. The parents live apart, and one has custody: the policy of that parent pays first, or that of the step-parent who is married to that parent. Reason
     custodial-parent.
  d. The parents live apart, and the custody is not stated: fact-missing, custody.
A stepfather is married to the mother. The parent who is named or has custody always has one of the two policies, or the step-parent who is
married to that parent has it.

5. Medicare and the plan of an employer
The questionnaire says why the patient has Medicare. The plan of an employer is the other policy, whether the patient or the spouse works there.
  - age: if the subscriber works now and the employer has ${employeesByAge} employees or more, the employer's plan pays first. Otherwise Medicare pays first, also if the
    subscriber is retired or has the plan by COBRA, whatever the number of employees.
  - disability: the same with ${employeesByDisability} employees or more.
  - kidney failure: in the first ${kidneyMonths} months, counted from the day on which Medicare began for it, the employer's plan pays first; from the same day of
    the month ${kidneyMonths} months later on, Medicare does. Work and the number of employees do not matter.
Reasons employer-plan-first and medicare-first. If the number of employees decides and is not stated: fact-missing, employer-size.

6. Write the order
Set the element "order" of the policy that pays first to 1, and of the other to 2 (a positive integer of Coverage). For single-coverage only the policy in force gets
order 1. For fact-missing, no policy gets an order: do not guess. Change nothing else about a policy.

7. Close the work item
Set the status of the Task, and in businessStatus one coding with the system
${coordinationReasonSystem}:
  reason               status     meaning
${reasons.join('\n')}
${textBesideCoding}
For fact-missing, also name the fact in statusReason, one coding with the system
${missingFactSystem} and one of these codes:
${facts.join('\n')}
Name in reasonReference (a reference to the DocumentReference) the document that has decided: for court-order, the court order that counts; for every
other reason, single-coverage and fact-missing too, the questionnaire that counts.
${writeOnce}
Change nothing else: nothing about brothers and sisters, nothing about the parents.
`
}
