import type { Message } from '@carebench/hl7v2'
import type { IdentifyingMembers, SelectedMembers } from '@carebench/verifier'

/** The members of an HL7 message that identify the patient, next of kin, guarantors and insured people. */
export const hl7Identity: IdentifyingMembers<Message> = {
  id: /* @__PURE__ */ all(
    ...['PID-2.1', 'PID-3.1', 'PID-4.1', 'PID-18.1', 'PID-19', 'MRG-1.1', 'MRG-4.1'],
    ...['NK1-33.1', 'GT1-2.1', 'GT1-12', 'IN1-36', 'IN1-49.1', 'IN2-1.1', 'IN2-2', 'IN2-6', 'IN2-8', 'IN2-61.1'],
  ),
  familyName: /* @__PURE__ */ all('PID-5.1', 'PID-9.1', 'MRG-7.1', 'NK1-2.1', 'GT1-3.1', 'IN1-16.1'),
  givenName: /* @__PURE__ */ all('PID-5.2', 'PID-9.2', 'MRG-7.2', 'NK1-2.2', 'GT1-3.2', 'IN1-16.2'),
  birthDate: /* @__PURE__ */ all('PID-7', 'NK1-16', 'GT1-8', 'IN1-18'),
  contact: /* @__PURE__ */ all(
    ...['PID-11.1', 'PID-13.1', 'PID-13.4', 'PID-13.12', 'PID-14.1', 'PID-14.12'],
    ...['NK1-4.1', 'NK1-5.1', 'NK1-5.12', 'GT1-5.1', 'GT1-6.1', 'GT1-6.12', 'IN1-19.1'],
  ),
  // Any segment may contain names in text, including local segments.
  text: [{ path: 'every segment but MSH', readAll: textsOfSegments }],
}

function textsOfSegments(message: Message): readonly string[] {
  return message.segments().flatMap(({ name, text }) => (name === 'MSH' ? [] : [text]))
}

/** Returns readers of the values at each path, in all segments of the name and all repetitions of the field. */
function all(...paths: readonly string[]): readonly SelectedMembers<Message>[] {
  return paths.map((path) => {
    const [segment = '', within = ''] = path.split('-')
    return {
      path,
      readAll: (message) => message.segments(segment).flatMap((one) => one.readRepetitions(within)),
    }
  })
}
