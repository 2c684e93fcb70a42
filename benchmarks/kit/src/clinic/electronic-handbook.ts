import { cardSection, formSection, linesSection, statusSection } from './electronic-cases.js'
import { questionSystem, requestUrls } from './electronic-codes.js'
import { authorizationNumberSystem, documentTypeSystem, outcomeSystem } from './handbook.js'
import { textBesideCoding, writeOnce } from './house-rules.js'
import type { Requirement } from './payer-rules.js'

/** The outcomes of a work item of electronic prior authorization. */
export const electronicOutcomes = {
  'not-required': { status: 'completed', meaning: 'the payer says that no authorization is needed' },
  satisfied: { status: 'completed', meaning: 'an earlier authorization of the payer covers the order' },
  approved: { status: 'completed', meaning: 'the payer has approved the request as it was sent' },
  reduced: { status: 'completed', meaning: 'the payer has approved fewer units than were requested' },
  pended: { status: 'in-progress', meaning: 'the payer decides later and wants nothing more' },
  appealed: { status: 'in-progress', meaning: 'the payer has denied the request, and the denial is appealed' },
  'peer-to-peer': { status: 'in-progress', meaning: 'the payer has denied the request, and a talk is asked for' },
  'missing-answer': { status: 'on-hold', meaning: 'the chart does not answer a question of the form' },
  'missing-document': { status: 'on-hold', meaning: 'a document that the payer wants is not in the chart' },
} as const
export type ElectronicOutcome = keyof typeof electronicOutcomes

/** Days within which a payer has to decide. */
export const decisionDays = { urgent: 3, routine: 7 } as const

/** The documents that payers ask for, with their maximum age. */
export const wantedDocuments: readonly Requirement[] = [
  { type: 'clinical_note', days: 90 },
  { type: 'imaging_report', days: 365 },
  { type: 'physical_therapy_notes', days: 180 },
  { type: 'sleep_study', days: 365 },
  { type: 'lab_report', days: 90 },
]

/** Weeks of therapy that a note must show to rebut a denial. */
export const therapyWeeks = 6

/** The reason of every denial. */
export const denialReason = 'Six weeks of conservative therapy are not shown.'

/** The exact reason that every appeal must give. */
export const appealReason = 'Six weeks of conservative therapy are shown by the attached note.'

/** The telephone number that the desk gives for a peer-to-peer talk. */
export const deskPhone = '+13125550160'

/** Returns the handbook page on electronic prior authorization. */
export function electronicPage(): string {
  const rows = Object.entries(electronicOutcomes).map(
    ([code, { status, meaning }]) => `  ${code.padEnd(17)} ${status.padEnd(12)} ${meaning}`,
  )
  const ages = wantedDocuments.map(({ type, days }) => `  ${type}, at most ${days} days old`)
  return `HANDBOOK OF THE AUTHORIZATION DESK
Electronic prior authorization

1. Work items
Some orders are authorized by the electronic interfaces of the payer. Each has a work item: a FHIR Task with the code text "Electronic
authorization" and status "requested", whose focus is the order (a ServiceRequest) and whose subject ("for") is the patient. Work the items of the
patient you were given, all of them, each by itself, and no others. The payer is that of the policy (Coverage) of the patient, who has one.
The interfaces of a payer are the group "payer" if handbook/payers.txt has its portal as "portal", and "payer@KEY" if it has "portal@KEY". Below,
PAYER is that group and PORTAL the portal. An item with the code text "Electronic status" is about a request of another office: section 10 alone holds for it. Only sections of handbook/authorizations.txt that this page names hold for these items.

2. Ask whether an authorization is needed (CRD)
Ask once about each order, in a call of its own. Over HTTP: POST PAYER/cds-services/order-sign-crd, with these members of the order in the chart and no
others, without display and text; its status is draft:
  {"hook": "order-sign", "hookInstance": "5f2d9c1e-3b0a-4a52-9c6e-0d7e1b8f4a33",
   "context": {"userId": "Practitioner/ID", "patientId": "ID", "draftOrders": {"resourceType": "Bundle", "type": "collection", "entry": [{"resource":
     {"resourceType": "ServiceRequest", "id": "…", "status": "draft", "intent": "order", "subject": {"reference": "Patient/ID"},
      "code": {"coding": [{"system": "…", "code": "…"}]}, "occurrenceDateTime": "…", "requester": {"reference": "Practitioner/ID"}}}]}}}
The user is the clinician who signed the order (requester). The first of systemActions has the order in "resource", with the coverage information as an
extension. Its pa-needed says what to do:
  no-auth      send nothing; the outcome is not-required
  satisfied    send nothing, whatever the portal shows; the outcome is satisfied, and satisfied-pa-id is the authorization number
  auth-needed  request it as section 3 says, whatever older requests the portal shows; first section 8 if the extension names a questionnaire,
               and by section 11 in place of section 3 if the order replaces another one (replaces)
Without pa-needed, "covered" is not-covered, as the payer does not know the member: section 9.

3. Request it, once (PAS)
Over HTTP: POST PAYER/fhir/Claim/$submit with a Bundle of five entries, each with a fullUrl and a resource. Members that are not shown are left out; where
the chart has a value, it is that of the chart. References are relative: "Patient/ID". No documents and no notes go with it: the payer asks for what it wants.
  {"resourceType": "Bundle", "type": "collection", "timestamp": "now, an instant",
   "identifier": {"system": "${requestUrls.requests}", "value": "the id of the Task"}, "entry": [
  {"fullUrl": "https://carebench.example.org/fhir/Claim/ID-OF-THE-TASK", "resource":
   {"resourceType": "Claim", "id": "the id of the Task",
    "identifier": [{"system": "${requestUrls.requests}", "value": "the id of the Task"}],
    "extension": [{"url": "${requestUrls.level}",
      "valueCodeableConcept": {"coding": [{"system": "${requestUrls.levels}", "code": "U if the priority of the order is urgent, otherwise E"}]}}],
    "status": "active", "use": "preauthorization", "created": "now, an instant",
    "type": {"coding": [{"system": "${requestUrls.claimTypes}", "code": "professional"}]},
    "priority": {"coding": [{"system": "${requestUrls.priorities}", "code": "normal"}]},
    "patient": {"reference": "Patient/ID"}, "provider": {"reference": "Practitioner/ID, the requester"}, "insurer": {"reference": "Organization/ID, the payor"},
    "insurance": [{"sequence": 1, "focal": true, "coverage": {"reference": "Coverage/ID"}}],
    "diagnosis": [{"sequence": 1, "diagnosisCodeableConcept": {"coding": [{"system": "${requestUrls.diagnoses}", "code": "of the Condition in reasonReference"}]}}],
    "item": [{"sequence": 1, "productOrService": {"coding": [{"system": "…", "code": "of the order"}]},
      "servicedDate": "the day of the order (occurrence)", "quantity": {"value": quantity of the order; 1 if it has none}}]}},
  {"fullUrl": "https://carebench.example.org/fhir/Patient/ID", "resource": {"resourceType": "Patient", "id": …, "name": …, "birthDate": …}},
  {"fullUrl": "https://carebench.example.org/fhir/Coverage/ID", "resource": {"resourceType": "Coverage", "id": …, "status": …, "subscriberId": …, "beneficiary": …, "payor": …}},
  {"fullUrl": "https://carebench.example.org/fhir/Organization/ID", "resource": {"resourceType": "Organization", "id": …, "name": …}},
  {"fullUrl": "https://carebench.example.org/fhir/Practitioner/ID", "resource": {"resourceType": "Practitioner", "id": …,
    "identifier": [{"system": "${requestUrls.npi}", "value": …}]}}]}
If the order has an authorization number already (an identifier with the system ${authorizationNumberSystem}), that authorization has ended, and the request
extends it. "extension" of the Claim then has, besides the level,
  {"url": "${requestUrls.certification}", "valueCodeableConcept": {"coding": [{"system": "${requestUrls.certifications}", "code": "4"}]}},
  {"url": "${requestUrls.authorizationNumber}", "valueString": "the number of the order"}
An order without a number is requested anew, even if the portal shows an authorization that has ended. The request is never sent again, changed or taken back.

4. Read the answer
The first entry of the answer is a ClaimResponse. Its item has, in adjudication, the extension reviewAction with a code:
  A1  approved; the authorization number is preAuthRef. The outcome is approved.
  A6  fewer units are approved than requested: addItem has their quantity, preAuthRef the number, preAuthPeriod the days. The outcome is reduced. Write
      the approved units in restriction.repetitions of the Task, and the last day of preAuthPeriod in restriction.period.end (YYYY-MM-DD).
  A4  the payer decides later. With communicationRequest, it wants documents: section 5. Without, the outcome is pended: write in restriction.period.end of
      the Task the day on which it has to have decided (YYYY-MM-DD), ${decisionDays.urgent} days after that of "created" of the ClaimResponse if the order is urgent, ${decisionDays.routine} if not.
  A3  denied: section 6.

5. Documents that the payer wants
Each CommunicationRequest in the answer asks for one document. Its identifier is the control number, which ends with the type as section 5 of
handbook/authorizations.txt names it; payload.contentString is the code under which it is sent. That section says which document of the chart fits, with these
ages; take the newest of each type that fits. (There are no bulletins for these requests, and the requirements service is not asked.)
${ages.join('\n')}
If no document of a wanted type fits, send none: the outcome is missing-document. Otherwise over HTTP, for each document in a call of its own: POST PAYER/fhir/$submit-attachment
  {"resourceType": "Parameters", "parameter": [
    {"name": "TrackingId", "valueIdentifier": {"value": "the control number"}}, {"name": "AttachTo", "valueCode": "preauthorization"},
    {"name": "MemberId", "valueIdentifier": {"value": "the member number (subscriberId)"}},
    {"name": "ProviderId", "valueIdentifier": {"system": "${requestUrls.npi}", "value": "the NPI of the requester"}},
    {"name": "Attachment", "part": [{"name": "LineItem", "valueString": "1"},
      {"name": "Code", "valueCodeableConcept": {"coding": [{"system": "http://loinc.org", "code": "the code of contentString"}]}},
      {"name": "Content", "resource": {"resourceType": "DocumentReference", "id": "…", "status": "current",
        "content": [{"attachment": {"contentType": "text/plain", "data": "the full text as it is in the chart, in base64"}}]}}]},
    {"name": "Final", "valueBoolean": true with the last document, false with those before it}]}
Then read the request in the portal: GET PORTAL/prior-auths?patient_member_id=…&procedure_code=…, the newest one. What is
complete is approved at once: its auth_number is the authorization number, and the outcome is approved.

6. Denials
Payers of the desk deny for one reason: "${denialReason}" Look for a physical therapy note that fits
(section 5 above) and says that the therapy lasted ${therapyWeeks} weeks or more. The denied request is in the portal: GET PORTAL/prior-auths?patient_member_id=…&procedure_code=…, the newest one.
  - If there is one, attach the newest such note there and then appeal, once. Over HTTP, with these fields and no others:
      POST PORTAL/prior-auths/ID/attachments  {"document_type": "physical_therapy_notes", "text": "the full text as it is in the chart"}
      POST PORTAL/prior-auths/ID/appeals      {"reason": "${appealReason}"}
    The outcome is appealed; the decision is not awaited.
  - If there is none, ask for a talk between the clinician and the payer, once, and attach nothing. Over HTTP, with these fields and no others:
      POST PORTAL/prior-auths/ID/peer-to-peer {"contact_name": "the clinician who signed, as on the order", "contact_phone": "${deskPhone}"}
    The outcome is peer-to-peer.

7. Write the order and the work item
When the outcome is certain, and not before, write once on the order: the extension of the coverage information (${requestUrls.coverageInformation})
exactly as the payer has given it, and, if there is an authorization number (outcomes satisfied, approved, reduced), that number as its only identifier, in place of one that has ended, with the system ${authorizationNumberSystem}
and no type. Change nothing else there. Then set the status of the Task in one write, and in businessStatus one coding with the system
${outcomeSystem}:
  outcome           status
${rows.join('\n')}
${textBesideCoding}
For missing-answer, also name the question in statusReason, one coding with the system ${questionSystem} and the
linkId as its code. For missing-document, also name the type that is missing in statusReason, one coding with the system
${documentTypeSystem} and the type as the payer names it as its code.
${writeOnce}
Change nothing else: not the chart, not the work of others, nothing about other patients.
${formSection()}${cardSection()}${statusSection()}${linesSection()}`
}
