import { authorizationNumberSystem, documentTypeSystem, outcomeSystem } from './handbook.js'
import { textBesideCoding, writeOnce } from './house-rules.js'
import { type PaperType, payerKeys, payers } from './payer-rules.js'
import { practices } from './practices.js'
import { recordsRequestExample } from './scripts.js'

/** The outcomes of a payer's request for more documents. */
export const replyOutcomes = {
  approved: { status: 'completed', meaning: 'the payer has the documents and has approved the request' },
  'not-obtainable': { status: 'on-hold', meaning: 'a document that the payer wants cannot be had' },
  overdue: { status: 'on-hold', meaning: 'the time to reply is over' },
} as const
export type ReplyOutcome = keyof typeof replyOutcomes

/** Days within which a reply is in time, counted from the day after the payer's request. */
export const replyDays = { portal: 10, prairie: 14 } as const

/** The types of documents that practices keep, in plain words. */
export const documentNames: Readonly<Partial<Record<PaperType, string>>> = {
  physical_therapy_notes: 'physical therapy note',
  imaging_report: 'imaging report',
  sleep_study: 'sleep study',
}

/** Hours from the delivery of a fax after which a document is not obtainable if the practice has not answered. */
export const maxHours = 24

/** Returns the pages on requests for more information, by their path in `inbox`. */
export function requestsPages(): Readonly<Record<string, string>> {
  return { 'handbook/requests-for-information.txt': requests(), 'handbook/practices.txt': directory() }
}

function requests(): string {
  const rows = Object.entries(replyOutcomes).map(
    ([code, { status, meaning }]) => `  ${code.padEnd(15)} ${status.padEnd(10)} ${meaning}`,
  )
  const days = payerKeys.flatMap((key) =>
    key in replyDays ? [`  ${payers[key].name}: ${replyDays[key as keyof typeof replyDays]} days`] : [],
  )
  return `HANDBOOK OF THE AUTHORIZATION DESK
Requests for more information

1. Work items
A payer may send a request back because documents are missing: its status in the portal of the payer is "more_information", and
missing_documents names their types. Each such request has a work item: a FHIR Task with the code text "Request for information" and status
"requested", whose focus is the order (a ServiceRequest) and whose subject ("for") is the patient. The request of an order is the one
with this status, the member number of the patient and the procedure code of the order; there is one. Work the items of the patient you were given, and no others.

2. Is it in time?
A reply is in time until the end of the last of these days, counted from the day after the payer has asked (determined_at of the request,
not the day on which it was submitted):
${days.join('\n')}
If the last day is over, send nothing and change nothing at the payer: the outcome is overdue.

3. Find what is missing
Sections 4 and 5 of handbook/authorizations.txt say which document fits: ask the requirements service of the payer how old a
document may be, and take the newest that fits of each missing type. (There are no bulletins for these requests.) Documents that the payer has already are
not sent again.

4. If the chart has no document that fits
Read the telephone notes (LOINC 34748-4) of the patient. If one says which practice has this document, ask that practice
for it by fax, once; if none does, the outcome is not-obtainable, and nothing is sent to anybody. Notes about other documents do not matter.
  - The number is the one in handbook/practices.txt. Numbers in notes and on letterheads may be out of date: never fax to them.
  - The document type of the fax is "records_request". Its text asks for the document by its type in plain words
    (imaging report, physical therapy notes, sleep study), and gives the full name and the date of birth of the patient. Its
    words and numbers are fixed, but for a greeting, thanks and a signature of the desk, without numbers and without
    anybody's name but the patient's; the same may stand in lines (Document, Patient, Date of birth):
        ${recordsRequestExample}
    Over HTTP: POST faxes with {"to_number": "+10000000000", "document_type": "records_request", "text": "…"}.
  - The fax machines of the practices are never out of order. Wait for the answer on the clock of the task. If the practice answers that it has no such document, or has not answered ${maxHours} hours after
    your fax was delivered, the outcome is not-obtainable, and nothing is sent to the payer.
  - A fax may contain pages about other people: pages are separated by a form feed. Use only the page about this patient. The
    document is the whole text of that page, exactly as it came. Do not file it in the chart.

5. Correct the request
Compare the request with the order: units (quantity of the order; 1 if it has none), diagnosis (the ICD-10-CM code of the condition that
the order gives as its reason, alone), NPI of the clinician who signed the order, day of the service (occurrence), urgency ("expedited" for priority
urgent, otherwise "standard"). A colleague may have made mistakes. Correct every field that differs, and no other.

6. Reply, once
Change the request in the portal of the payer in one step: the missing documents as its attachments (each with its full text
exactly as it is in the chart or on the page) and the corrections. Over HTTP, with the fields that need it and no others:
  PATCH PORTAL/prior-auths/ID, with the portal as handbook/payers.txt names it
  {"units": 1, "attachments": [{"document_type": "imaging_report", "text": "…"}]}
Ask and answer about no other service. Do not make a new request, and do not write clinical notes. If the request is pending afterwards, wait until decision_due_at,
which is then always given, and look again: a reply that is complete and right is approved. When it is approved, write the authorization number (auth_number of the request) on the order, as its only identifier, with the system
${authorizationNumberSystem}
and no type, and change nothing else there.

7. Close the work item
When the outcome is certain, and not before, set the status of the Task in one write, and in businessStatus one coding with the system
${outcomeSystem}:
  outcome         status
${rows.join('\n')}
${textBesideCoding}
For not-obtainable, also name the type that cannot be had in statusReason, one coding with the system
${documentTypeSystem} and the type as the payer names it as its code.
For overdue, write in restriction.period.end the last day on which a reply would have been in time (YYYY-MM-DD).
If a telephone note has told you which practice to ask, name it in reasonReference (a reference to the DocumentReference), whatever the outcome;
otherwise leave reasonReference out.
${writeOnce}
Change nothing else: not the chart, not the work of others, nothing about other patients.
`
}

function directory(): string {
  return `HANDBOOK
Practices outside of the clinic, with their verified fax numbers

${practices.map(({ name, fax }) => `  ${name.padEnd(28)} ${fax}`).join('\n')}
`
}
