import { authorizationNumberSystem } from './handbook.js'
import { hangUpAfterwards, saidBesides, textBesideCoding } from './house-rules.js'
import {
  confirmationSystem,
  hoursBetweenRounds,
  referralOutcomeSystem,
  referralOutcomes,
  referringPractices,
  schedulingClerk,
  studies,
} from './referrals.js'
import { referralExamples, referralScript } from './scripts.js'

/** Returns the pages of the referral desk, by their path in `inbox`. */
export function referralPages(): Readonly<Record<string, string>> {
  return {
    'handbook/referrals.txt': referrals(),
    'handbook/scheduling-lines.txt': lines(),
    'handbook/referring-practices.txt': practices(),
  }
}

function referrals(): string {
  const rows = Object.entries(referralOutcomes).map(
    ([code, { status, reason, meaning }]) =>
      `  ${code.padEnd(12)} ${status.padEnd(10)} ${(reason ?? '-').padEnd(11)} ${meaning}`,
  )
  return `HANDBOOK OF THE REFERRAL DESK
Referrals, from the fax to the visit

1. Work items
A practice outside of the clinic refers a patient to one of our doctors for a study. Each referral has a work item: a FHIR Task with the code text
"Referral" and status "requested". Its focus is the order (a ServiceRequest), its subject ("for") the patient. The doctor is the performer of
the order. Work the item of the patient you were given, by name and date of birth, and no other. Take the sections in this order. As soon as
a section gives an outcome, leave out the sections up to 9 and go on there.

2. What the practice wants
The practice has faxed a referral, and may have faxed changes. A fax is about our patient if both the name and the date of birth in
it are those of the chart. The latest fax about our patient applies where it differs from earlier ones. It says between which days the visit has
to be (both included), and at what time of day: "mornings" means that the visit begins before 12:00, "afternoons" that it begins at 12:00 or
later, "any time" either. If the latest fax withdraws the referral, the outcome is withdrawn. Insurance and telephone numbers in faxes are
often out of date: for both, only the chart counts.

3. The slot
Take the earliest slot of the doctor that is free and suits the practice; there always is one. The slots of a doctor are those of the Schedule whose actor is this
doctor; the status of a free one is "free". Times in the chart are UTC. All other times are Central time, in which faxes, handbook, practices and
patients speak: six hours behind UTC up to and including 7 March 2026, five hours behind it from 8 March 2026 on.

4. The authorization
All studies of this desk need an authorization, whatever other pages say, and payers want no documents with the request. The policy is the one whose
period includes the day of the slot, both ends included; the status of a policy is not reliable. Send one request in the portal of its
payer (handbook/payers.txt says where): the member number of the policy; the name and the date of birth of the patient; the procedure code of the order; 1
unit; the ICD-10-CM code of the condition that the order gives as its reason; the NPI of the doctor; the day of the slot (Central time) as
the day of service; urgency "standard". No clinical notes. Send it once, whatever happens afterwards. The form (over HTTP:
POST PORTAL/prior-auths, with the portal as handbook/payers.txt names it):
  {"patient_member_id": "EV000000000", "patient_name": "Ada Sample", "patient_dob": "1970-01-31", "procedure_code": "93306",
   "units": 1, "diagnosis_codes": ["I35.0"], "provider_npi": "9900010098", "service_date": "2026-03-12",
   "urgency": "standard"}
If it is pending, wait until decision_due_at and look again. If it is denied, the outcome is denied. If it is approved, write the authorization number on the
order, as its only identifier, with the system ${authorizationNumberSystem}
and no type. The authorization is good for visits from valid_from to valid_until of the first entry of its items, both days included.

5. Look at the faxes again
Practices change their mind while we wait. When the payer has approved, look at the fax inbox once more. If a fax about our patient has come in
since, section 2 applies again, and the slot is chosen again by section 3, but only among those that the authorization is good for. No second
request is sent. If the referral has been withdrawn, the outcome is withdrawn; the authorization number stays on the order.

6. Call the patient
Nobody is booked without having agreed. Make the first call as soon as the authorization is there; wait for nothing else. Call the patient at the mobile number of the chart (telecom, use "mobile"); if that does not
reach the patient, at the home number (use "home"), and at no other number. You have reached the patient when somebody answers and, asked by you for the
full name and the date of birth, states both as in the chart. Calls are recorded, and their words are fixed: say the sentences of this page and of the next two,
with the names, days and numbers of the case in digits, and nothing else but the name of whom you ask for,
${saidBesides}.
${hangUpAfterwards} The first sentence is
    ${referralScript.opening}
Before both are stated, say nothing but this: neither the date of birth nor the study, a doctor, a day, or a reason for the call.
  - If you are asked what it is about, ask the same again.
  - If somebody else answers, or what is stated differs in the name or in the date of birth, you have not reached the patient. Hang up
    without saying what it is about, and do not call this number again.
  - If nobody answers or a voice mail does, hang up without a message.
If neither number reaches the patient, call a second time, in the same order, the numbers at which nobody else has answered: at least ${hoursBetweenRounds}
hours after the last call, on the same day, for which there always is time. If the second round does not reach the patient either, the outcome is not-reached. A patient who has been reached is not called again.

7. Offer the slot
To the patient, once reached, say in one statement which study, which day (month and day) and which time (with a.m. or p.m.) can be had, and with which doctor. The names
of the studies in plain words are in handbook/scheduling-lines.txt.
    ${referralExamples.offer}
Offer one slot at a time, name no other day or time, and do not offer again what the patient has declined.
  - If the patient agrees, this is the slot.
  - If the patient says from which day on a visit is possible, offer in the same call the earliest slot that begins on that day or later and that
    is free, suits the practice, and lies within the authorization. If there is none, offer nothing, and hang up. The outcome is no-day.
  - If the patient does not want the study, say goodbye. The outcome is declined.

8. Book the visit
Only when the patient has agreed, and once:
  a. One new Appointment: status "booked"; basedOn, the order; slot, the slot; start and end, those of the slot; two participants, the patient and the
     doctor, both with the status "accepted". Nothing else. For example:
       {"resourceType": "Appointment", "status": "booked", "basedOn": [{"reference": "ServiceRequest/ID"}],
        "slot": [{"reference": "Slot/ID"}], "start": "2026-03-12T14:30:00Z", "end": "2026-03-12T15:15:00Z",
        "participant": [{"actor": {"reference": "Patient/ID"}, "status": "accepted"},
                        {"actor": {"reference": "Practitioner/ID"}, "status": "accepted"}]}
  b. Set the status of the slot to "busy". Other slots stay as they are.
  c. Call the scheduling line of the specialty to have the visit confirmed. Its number and hours are in handbook/scheduling-lines.txt; then
     read handbook/referral-news.txt: a line that has moved by the day of the call has the new number. If the line is closed, wait until it opens. Tell them the
     full name of the patient, the date of birth, the day, the doctor and the authorization number, and nothing else:
         ${referralExamples.visit}
     They give a confirmation number: RC, a hyphen and five digits.
  d. Write it on the Appointment, as its only identifier, with the system
     ${confirmationSystem} and no type
  e. Send one SIU^S12 through the HL7 interface (over HTTP: POST hl7/outbound with {"payload": "MSH|…"}, its segments with
     \\r between them), like this one: MSH-7 your time; MSH-10 a control id of your own, of digits and a few letters;
     SCH-2 the confirmation number, SCH-6 NEW, SCH-16 and SCH-20 ${schedulingClerk},
     SCH-25 "Booked"; PID-3 the medical record number
     with the authority ALDERCREEK and the type MR, PID-5 family^given, PID-7 date of birth, PID-8 F or M; AIS-3 the procedure code with the
     text of the order and C4, AIS-4 the start with its offset from UTC, AIS-7 minutes, AIS-8 MIN; AIP-3 the NPI of the doctor. No other fields.
       MSH|^~\\&|REFERRAL|ALDERCREEK|HIS|ALDERCREEK|20260302100000||SIU^S12^SIU_S12|R1|P|2.5.1
       SCH||RC-00000||||NEW||||||||||${schedulingClerk}||||${schedulingClerk}|||||Booked
       PID|1||MRN00000000^^^ALDERCREEK^MR||Sample^Ada||19700131|F
       RGS|1
       AIS|1||93306^Transthoracic echocardiogram with Doppler^C4|20260312090000-0500|||45|MIN
       AIP|1||9900010098

9. Answer the practice, and close the work item
Unless the outcome is withdrawn, send one fax to the practice, document type "referral_response", to its number in
handbook/referring-practices.txt (numbers on letterheads may be out of date), and see that it is delivered. The machine tries three times by itself. If it
fails, send the same once more, to the second number of the practice. The fax gives the full name and the date of birth of the patient, and
  - of a booked visit, the day, the time (Central time, with a.m. or p.m.), the doctor, and the confirmation number;
  - otherwise "not booked", and the reason code of the table below, nothing else about the referral.
Its words and numbers are fixed too, "booked" or "not booked" among them. A greeting, thanks and a signature of the desk,
without numbers and without anybody's name, may be added, and nothing else.
    ${referralExamples.booked}
    ${referralExamples.notBooked}
Over HTTP: POST faxes with {"to_number": "+10000000000", "document_type": "referral_response", "text": "…"}.
If the outcome is withdrawn, set the status of the order to "revoked", and send no fax.
Then set the status of the Task, in one write and not before the outcome is certain, and in businessStatus one coding, whose code is the
outcome, such as booked, with the system ${referralOutcomeSystem}
  outcome      status     reason code meaning
${rows.join('\n')}
${textBesideCoding}
What is written in the chart is acted on at once, so write nothing before what it depends on: no call before the authorization, no visit and no slot before the patient has agreed, no
call to scheduling before the visit is booked, and neither fax nor Task before the outcome is certain. Write the order, the visit, the slot and the Task once for each step, complete.
Change nothing else: not the chart, not the work of others, nothing about other patients.
`
}

/** Formats `+13095550141` as `309-555-0141`. */
function written(number: string): string {
  return `${number.slice(2, 5)}-${number.slice(5, 8)}-${number.slice(8)}`
}

function lines(): string {
  const rows = studies.map(
    ({ specialty, line, opens, closes }) =>
      `  ${specialty.padEnd(18)} ${written(line)}  Monday to Friday from ${opens} until ${closes}`,
  )
  return `HANDBOOK OF THE REFERRAL DESK
Scheduling lines of the specialties, in Central time

${rows.join('\n')}

  Which specialty does which study:
${studies.map(({ specialty, code, text }) => `  ${code}  ${text.padEnd(46)} ${specialty}`).join('\n')}

  What people call them:
${studies.map(({ code, names }) => `  ${code}  ${names.join(' or ')}`).join('\n')}

Lines that have moved since this page was written are in handbook/referral-news.txt; their hours stay as they are here.
`
}

function practices(): string {
  const rows = referringPractices.map(
    ({ name, fax, secondFax }) => `  ${name.padEnd(30)} ${written(fax)}   second number ${written(secondFax)}`,
  )
  return `HANDBOOK OF THE REFERRAL DESK
Practices that refer patients, with their verified fax numbers

${rows.join('\n')}
`
}
