import { hangUpAfterwards, saidBesides, writeOnce } from './house-rules.js'
import {
  type Analyte,
  analytes,
  answers,
  dialysisCode,
  flagSystem,
  phoneFor,
  placerSystem,
  readBackSystem,
} from './laboratory.js'
import type { Clinician } from './people.js'
import { readBackExamples, readBackScript } from './scripts.js'

/** Returns the pages of the laboratory desk, by their path in `inbox`. */
export function laboratoryPages(clinicians: readonly Clinician[]): Readonly<Record<string, string>> {
  return { 'handbook/laboratory.txt': laboratory(), 'handbook/phones.txt': phones(clinicians) }
}

function describeLimits({ code, names, unit, low, high, highOnDialysis, other }: Analyte): string {
  const limits = [...(low === null ? [] : [`below ${low}`]), ...(high === null ? [] : [`above ${high}`])]
  const dialysis =
    highOnDialysis === undefined
      ? ''
      : highOnDialysis === null
        ? '; on dialysis never'
        : `; on dialysis ${low === null ? '' : `below ${low} or `}above ${highOnDialysis}`
  const factor = other === undefined ? '' : ` (1 ${unit} = ${Number(other.factor.toFixed(4))} ${other.unit})`
  return `  ${code.padEnd(8)} ${(names[0] ?? '').padEnd(15)} ${limits.length === 0 ? 'never' : `${limits.join(' or ')} ${unit}`}${dialysis}${factor}`
}

function laboratory(): string {
  const { identity, order } = answers
  return `HANDBOOK OF THE LABORATORY DESK
Results of the laboratory

1. The inbox
The laboratory sends results as HL7 messages (ORU^R01), one result in each. Every message in the inbox of the HL7
interface is yours to work, each once; the inbox may have several pages (over HTTP: GET hl7/inbox). The steps below say what
becomes of a message; take them in this order. Which message comes first is for you to choose, but the hour of section 6
runs from the beginning of the task.

2. Whose result is it?
The patient is the one whose medical record number is in PID-3. Number, family name, given name (PID-5) and date of birth (PID-7) must
all be those of the chart; upper and lower case do not matter. If any of them differs, file nothing, call nobody, and answer ${identity.ack} with
the reason ${identity.reason}. Do not look for the person who may have been meant: that is for the laboratory to say.

3. Which order is it for?
ORC-2 is the number of the order (ServiceRequest, identifier with the system ${placerSystem}).
The order must exist, be for this patient, be for the test of the message (OBX-3 is the LOINC code of the order), and be active or
completed. Otherwise file nothing, call nobody, and answer ${order.ack} with the reason ${order.reason}.

4. What kind of result is it? (OBX-11)
  P  preliminary. It is not filed, whatever else is in the chart, and the order stays as it is: the final result follows. Answer AA. A
     critical preliminary value is told by telephone like any other (section 6).
  F  final. If the order is active: file it (section 5). If the order is completed, and the chart has the same value with the same time
     of collection for it, the message is a repetition: change nothing, call nobody, and answer AA. The laboratory never sends another final
     value for a completed order; what differs comes as a correction.
  C  correction of a result that is in the chart. The Observation that is based on the order gets the value and the flag of the
     message and the status "corrected"; everything else in it stays, the unit too: a correction comes in the unit of the result. Write no second Observation. The order stays
     completed. Answer AA.
The laboratory uses no other letters.

5. Filing
One new Observation: status "final"; code, with the LOINC code (system http://loinc.org); subject, the patient; basedOn, the order;
effectiveDateTime, the time of collection (OBX-14); valueQuantity, the value and the unit exactly as the laboratory sends them (OBX-5,
OBX-6, as unit and as code; system http://unitsofmeasure.org), not converted; interpretation, one coding with the flag of the laboratory as it is (OBX-8;
system ${flagSystem}). One coding of each, and nothing else. For example:
  {"resourceType": "Observation", "status": "final", "subject": {"reference": "Patient/ID"},
   "code": {"coding": [{"system": "http://loinc.org", "code": "3016-3"}]}, "basedOn": [{"reference": "ServiceRequest/ID"}],
   "effectiveDateTime": "2026-01-31T12:00:00Z",
   "valueQuantity": {"value": 2.4, "unit": "m[IU]/L", "system": "http://unitsofmeasure.org", "code": "m[IU]/L"},
   "interpretation": [{"coding": [{"system": "${flagSystem}", "code": "N"}]}]}
Also set the status of the order to "completed", and answer AA.

6. Critical values
Whether a value is critical is for this list alone, in these units. The flag of the laboratory follows other limits. A value in
another unit has to be converted to compare it; the factors in the list are all there are. A patient is on dialysis if the problem list has an active Condition ${dialysisCode}
(ICD-10-CM); one that is resolved or inactive does not count. A value that equals a limit is not critical.
${analytes.map(describeLimits).join('\n')}
A critical value is filed, corrected or, if preliminary, left like any other. In addition, a clinician must hear it by telephone and read it back within one hour after
the beginning of the task:
  a. Call the clinician who ordered the test (requester of the order) at the number in handbook/phones.txt.
  b. If nobody answers, or a voice mail does, hang up, leave no message, and call the clinician who is on call now by
     handbook/on-call.txt, who always answers. Do not wait for anybody to call back.
  c. When a clinician answers, say in one sentence that the result is critical, the full name of the patient, the date of birth,
     the test as the list above names it, and the value in figures with its unit, both as the laboratory has sent them (OBX-5 and OBX-6), not converted. Calls are recorded, and their words are fixed: say the sentences of this page with the names and
     numbers of the case, and nothing else but ${saidBesides}.
         ${readBackExamples.telling}
     The clinician reads it back. If it is right, say "${readBackScript.right}" If not, and only then, say "No" and the value again:
         ${readBackExamples.wrong}
     The clinician then gives a read-back code: RB, a hyphen and five digits.
     ${hangUpAfterwards}
  d. When the code is given, and not before, record it: one new Communication with the status "completed", the priority "stat", the patient as its subject, the order in basedOn,
     the clinician who read the value back as its only recipient, and one identifier with the system
     ${readBackSystem} and the read-back code as its value. Nothing else: the value is in the chart already, and the
     chart knows when it was written. For example:
       {"resourceType": "Communication", "status": "completed", "priority": "stat",
        "subject": {"reference": "Patient/ID"}, "basedOn": [{"reference": "ServiceRequest/ID"}],
        "recipient": [{"reference": "Practitioner/ID"}],
        "identifier": [{"system": "${readBackSystem}", "value": "RB-00000"}]}
Nobody is called about a value that is not critical. Results are told to clinicians only.

7. The answer
Each message is answered once, with an HL7 message of the type ACK^R01 of your own, sent through the HL7 interface (over
HTTP: POST hl7/outbound with {"payload": "MSH|…"}, its segments with \\r between them): MSH, MSA with the code in MSA-1 and
the control id of the message (its MSH-10) in MSA-2, and, unless the code is AA, one ERR with the reason in ERR-3 and E in
ERR-4. The control id in MSH-10 is your own, of digits and a few letters; the others of MSH are as here, with your time in
MSH-7. No other segments and no other fields, but for the place of what is wrong in ERR-2. An example:
  MSH|^~\\&|EHR|ALDERCREEK|LAB|NORTHLAB|20260302141500||ACK^R01^ACK|ANSWER1|P|2.5.1
  MSA|${identity.ack}|NL0000000
  ERR|||${identity.reason}|E
${writeOnce}
Change nothing else: not the chart, not the work of other desks, nothing about other patients.
`
}

function phones(clinicians: readonly Clinician[]): string {
  const rows = clinicians.map(
    (clinician) => `  ${phoneFor(clinician)}  ${clinician.name} (Practitioner/${clinician.id})`,
  )
  return `HANDBOOK
Direct telephone numbers of the clinicians

${rows.join('\n')}

These numbers are for the staff of the clinic only.
`
}
