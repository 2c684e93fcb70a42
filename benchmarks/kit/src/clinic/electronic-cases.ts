import { cardCode, formQuestions, readingCodes, requestUrls } from './electronic-codes.js'

// Sections of the page on electronic prior authorization that apply only to some orders.

/** Returns the section on forms of payers (DTR). */
export function formSection(): string {
  return `
8. A form of the payer (DTR)
If the extension of section 2 names a questionnaire, fetch that form. Over HTTP: POST PAYER/fhir/Questionnaire/$questionnaire-package
  {"resourceType": "Parameters", "parameter": [
    {"name": "coverage", "resource": the Coverage as section 3 shows it}, {"name": "questionnaire", "valueCanonical": "the questionnaire of the extension"},
    {"name": "context", "valueString": "coverage-assertion-id of the extension"}]}
The Bundle of the response has the Questionnaire, and a draft in which the payer has filled in some answers. Its questions are answered so:
  bmi, a1c        the value of the newest final Observation with the LOINC code ${readingCodes.bmi} or ${readingCodes.a1c}
  therapy_weeks   the weeks in the newest physical therapy note that fits (section 5)
  imaged_on       the day of the newest imaging report that fits (section 5), YYYY-MM-DD
If the chart does not answer one of them, send nothing, neither form nor request: the outcome is missing-answer. Otherwise the request has a sixth entry, the form:
  {"fullUrl": "https://carebench.example.org/fhir/QuestionnaireResponse/ID-OF-THE-TASK", "resource":
   {"resourceType": "QuestionnaireResponse", "id": "the id of the Task", "extension": [
      {"url": "${requestUrls.form}qr-coverage", "valueReference": {"reference": "Coverage/ID"}},
      {"url": "${requestUrls.form}qr-context", "valueReference": {"reference": "ServiceRequest/ID", "identifier": {"value": "the coverage-assertion-id"}}},
      {"url": "${requestUrls.form}intendedUse", "valueCodeableConcept": {"coding": [{"system": "${requestUrls.usage}", "code": "withpa"}]}}],
    "questionnaire": "the questionnaire of the extension", "status": "completed", "subject": {"reference": "Patient/ID"}, "authored": "now, an instant",
    "item": [one for each question: {"linkId": "…", "answer": [{"extension": [ORIGIN], "valueDecimal" or "valueDate": …}]}]}}
ORIGIN is {"url": "${requestUrls.form}information-origin", "extension": [{"url": "source", "valueCode": "…"}, AUTHOR]}. The source is auto-server for an answer of the draft that
is right, without AUTHOR; override for one that was wrong in the draft; and manual for one that the draft does not have. For these two, AUTHOR is
  {"url": "author", "extension": [{"url": "practitioner", "valueReference": {"reference": "Practitioner/ID, the requester"}}]}
The Claim then has "supportingInfo": [{"sequence": 1, "category": {"coding": [{"system": "${requestUrls.categories}", "code": "additionalInformation"}]},
  "valueReference": {"reference": "QuestionnaireResponse/ID-OF-THE-TASK"}}].
Questions of payers: ${Object.entries(formQuestions)
    .map(([name, text]) => `${name} (${text})`)
    .join(', ')}
`
}

/** Returns the section on member numbers that the payer does not know. */
export function cardSection(): string {
  return `
9. A number that the payer does not know
The patient has a new card. Cards are documents of the chart with the LOINC code ${cardCode}. Take the newest one that is final (docStatus) and names the patient as
the member; do not guess a number, and take none from elsewhere. Write a new Coverage, with the members of the old one, but with the number of the card as "subscriberId" and as the
value of its only identifier; its id is that of the old one with 2 in place of the 1 at its end (over HTTP: PUT fhir/Coverage/ID). Set the status of the old one to "cancelled",
and change nothing else there. Then ask the payer once more about each order that it has answered so, and go on with that answer and the new Coverage.
`
}

/** Returns the section on requests of other offices. */
export function statusSection(): string {
  return `
10. How a request of another office stands
The order of such an item was requested from the payer by another office: ask nothing by section 2, and request nothing. Ask once how it stands. Over
HTTP: POST PAYER/fhir/Claim/$inquire with the Bundle of section 3. In the answer, parameter[0].resource is a Bundle as section 4 has it: A1 or A6. Requests in the
portal may be about other days. Write number and outcome as section 7 says, and no coverage information. For either outcome, write the approved units (those of the order for A1)
in restriction.repetitions of the Task, and the last day of preAuthPeriod in restriction.period.end (YYYY-MM-DD).
`
}

/** Returns the section on orders that replace another one. */
export function linesSection(): string {
  return `
11. An order that replaces another one
The replaced order belongs to an approved request of this desk, whose Claim is in the chart (Claim?patient=…). Change that request in place of a new one: the Bundle is that of
section 3 with the Claim of the chart, as it is, as its second entry (fullUrl https://carebench.example.org/fhir/Claim/ID). The first one has besides
  "related": [{"claim": {"reference": "Claim/ID, the one of the chart"}, "relationship": {"coding": [{"system": "${requestUrls.relations}", "code": "prior"}]}}]
Its "item" repeats every item of the Claim of the chart as it is, with its sequence. The item of the replaced order is taken back; it has besides
  "modifierExtension": [{"url": "${requestUrls.cancelled}", "valueBoolean": true}],
  "extension": [{"url": "${requestUrls.certification}", "valueCodeableConcept": {"coding": [{"system": "${requestUrls.certifications}", "code": "3"}]}},
    {"url": "${requestUrls.changed}", "valueCode": "changed"}]
The order of the work item follows with the next sequence, and "extension": [{"url": "${requestUrls.changed}", "valueCode": "added"}]. "diagnosis" has that of the Claim of the chart, then
that of the order (sequence 2). In the answer, the item with that sequence decides; its number is preAuthRef.
`
}
