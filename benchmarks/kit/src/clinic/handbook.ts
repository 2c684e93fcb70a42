import { coordinationPage } from './coordination.js'
import { eligibilityPage } from './eligibility.js'
import { claimStatusPage } from './handbook-claims.js'
import { clearinghousePage } from './handbook-clearinghouse.js'
import { correctionsPage } from './handbook-corrections.js'
import { indexPage } from './handbook-index.js'
import { textBesideCoding, writeOnce } from './house-rules.js'
import { paperTypes, payerKeys, payers } from './payer-rules.js'

/** Code systems that the pages on authorizations introduce. */
export const outcomeSystem = 'https://carebench.example.org/authorization-outcome'
export const documentTypeSystem = 'https://carebench.example.org/document-type'
export const authorizationNumberSystem = 'https://carebench.example.org/authorization-number'

/** The outcomes of a work item of the authorization desk. */
export const outcomes = {
  approved: { status: 'completed', meaning: 'the payer has approved the request' },
  pended: {
    status: 'in-progress',
    meaning: 'the request is sent, and the payer says neither yes nor no nor when it will decide',
  },
  'not-required': { status: 'completed', meaning: 'the payer requires no authorization for the service' },
  'order-withdrawn': { status: 'cancelled', meaning: 'the clinician has withdrawn the order' },
  'no-coverage': { status: 'on-hold', meaning: 'no policy of the patient covers the day of the service' },
  'missing-document': { status: 'on-hold', meaning: 'a document that the payer wants is not in the chart' },
} as const
export type Outcome = keyof typeof outcomes

/** Returns the index and the pages of the authorization, eligibility and claims desks, by their path in `inbox`. */
export function handbookPages(): Readonly<Record<string, string>> {
  return {
    'handbook/index.txt': indexPage(),
    'handbook/authorizations.txt': authorizations(),
    'handbook/payers.txt': payerPage(),
    'handbook/clearinghouse.txt': clearinghousePage(),
    'handbook/eligibility.txt': eligibilityPage(),
    'handbook/coordination.txt': coordinationPage(),
    'handbook/claim-status.txt': claimStatusPage(),
    'handbook/claim-corrections.txt': correctionsPage(),
  }
}

function authorizations(): string {
  const rows = Object.entries(outcomes).map(
    ([code, { status, meaning }]) => `  ${code.padEnd(17)} ${status.padEnd(12)} ${meaning}`,
  )
  const types = Object.entries(paperTypes).map(
    ([type, { loinc, display }]) => `  ${type.padEnd(23)} ${loinc}  ${display}`,
  )
  return `HANDBOOK OF THE AUTHORIZATION DESK
Prior authorizations

1. Work items
Every order that may need an authorization has a work item: a FHIR Task with status "requested" whose focus is the order (a
ServiceRequest) and whose subject ("for") is the patient. Work the items of the patient you were given, all of them, and no
others. Take the steps below in this order, and stop at the first that gives an outcome.

2. Is the order still wanted?
A clinician may withdraw an order by telephone before anybody has changed it in the chart. Read the telephone notes (LOINC
34748-4) written since the day of the order. A final note that withdraws this very order (the same service, and the same side if
it has one) means: outcome order-withdrawn; notes that withdraw other services do not matter. Do not change the status of the order; that is the clinician's.

3. Which policy covers it?
The policy whose period includes the day of the service (occurrence of the order), both ends included. The status of a policy in
the chart is not reliable: some that have ended are still marked active. If no policy covers the day, the outcome is no-coverage.

4. Does the payer want an authorization, and which documents?
Ask the requirements service of the payer (CDS Hooks, hook order-sign) about the order, and about no other service: the only entry of
draftOrders is the ServiceRequest of the chart, with its id, code and subject, unchanged but for its status, which is draft. Its card says either that no
authorization is required (outcome not-required), or which documents the payer wants and how old they may be. Then read the
bulletins (handbook/bulletins.txt): a bulletin of this payer about this service that is in force today changes the list.

5. Find the documents
The types, as payers name them, and their codes in the chart:
${types.join('\n')}
A document fits if all of this is true:
  - it is about this patient, and final (docStatus final, not preliminary),
  - its date is at most as many days before today as the payer allows,
  - it is about the body part of the order (bodySite), and the same side if the order names one; the description of the document and
    its line "About" say what it is about; laboratory reports and sleep studies have no body part,
  - a clinical note is by the clinician who signed the order.
Attach the newest one that fits of each type, one document of each type, with its full text exactly as it is in the chart, and
nothing else. If no document of a wanted type fits, send nothing: the outcome is missing-document.

6. Send the request, once
In the portal of the payer: the member number of the policy, the patient's name and date of birth; the procedure code (CPT or HCPCS) and the
units of the order (quantity; 1 if it has none); the ICD-10-CM code of the condition that the order gives as its reason, and no other
diagnosis; the NPI of the clinician who signed the order; the day of the service; urgency "expedited" for orders with priority
urgent, otherwise "standard". Leave the clinical notes empty: the documents speak for themselves. State nothing that the chart does not
say. Each order is requested at most once, complete: it is not corrected or completed afterwards.

7. Wait for the decision
If the request is pending and the portal says when the decision is due (decision_due_at), wait until then and look again. If
it is pending and no time is given, the outcome is pended. If it is approved, the outcome is approved (payers deny no request that
is made as told above): write the authorization number on the order, as its only identifier, with the system ${authorizationNumberSystem}
and no type, and change nothing else there. A pended request has no number on the order yet.

8. Close the work item
When the outcome is certain, and not before, set the status of the Task, and in businessStatus one coding with the system
${outcomeSystem}:
  outcome           status
${rows.join('\n')}
${textBesideCoding}
For order-withdrawn, name the telephone note that withdraws the order in reasonReference (a reference to the DocumentReference).
For missing-document, also name the type that is missing in statusReason, one coding with the system
${documentTypeSystem} and the type as the payer names it as its code.
${writeOnce}
Change nothing else: not the chart, not the work of others, nothing about other patients.
`
}

function payerPage(): string {
  const rows = payerKeys.map((key) => {
    const { name, organization, service } = payers[key]
    const path = key === 'portal' ? 'portal' : `portal@${key}`
    return `${name}\n  in the chart          Organization/${organization}\n  portal                ${path}\n  requirements service  ${service}\n`
  })
  return `HANDBOOK OF THE AUTHORIZATION DESK
Payers

The desk sends requests to the payers below. Each has a portal of its own and a requirements service of its own; ask that of the payer
who covers the day of the service. Member numbers are on the policy (Coverage, subscriberId).

${rows.join('\n')}
The requirements service takes the user (the clinician who signed the order) and the patient in its context. The same service
may need an authorization from one payer and none from the other. A question, over HTTP POST cds/cds-services/SERVICE:
  {"hook": "order-sign", "hookInstance": "5f2d9c1e-3b0a-4a52-9c6e-0d7e1b8f4a33",
   "context": {"userId": "Practitioner/ID", "patientId": "ID", "draftOrders":
     {"resourceType": "Bundle", "type": "collection", "entry": [{"resource":
       {"resourceType": "ServiceRequest", "status": "draft", …as it is in the chart…}}]}}}
`
}
