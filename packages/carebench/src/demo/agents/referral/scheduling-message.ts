/** The appointment in an SIU^S12. Times are in HL7 format: `20260312090000-0500`. */
export interface ScheduledVisit {
  readonly receiver: string
  readonly sentAt: string
  readonly confirmation: string
  readonly mrn: string
  readonly family: string
  readonly given: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
  readonly sex: string
  readonly procedure: string
  readonly procedureText: string
  readonly start: string
  readonly minutes: number
  readonly room: string
  readonly npi: string
  readonly providerFamily: string
  readonly providerGiven: string
}

/** Writes the message about a new appointment. */
export function writeNewAppointment(visit: ScheduledVisit): string {
  const { confirmation, sentAt, mrn } = visit
  const receiver = visit.receiver.replace('^', '|')
  const service = `${visit.procedure}^${visit.procedureText}^C4`
  return [
    `MSH|^~\\&|REFERRAL|ALDERCREEK|${receiver}|${sentAt}||SIU^S12^SIU_S12|REF-${confirmation}|P|2.5.1`,
    segment('SCH', { 2: confirmation, 6: 'NEW', 7: 'ROUTINE', 25: 'Booked' }),
    segment('PID', {
      1: '1',
      3: `${mrn}^^^ALDERCREEK^MR`,
      5: `${visit.family}^${visit.given}`,
      7: visit.birthDate.replaceAll('-', ''),
      8: visit.sex,
    }),
    segment('RGS', { 1: '1' }),
    segment('AIS', { 1: '1', 3: service, 4: visit.start, 7: String(visit.minutes), 8: 'MIN' }),
    segment('AIL', { 1: '1', 3: visit.room }),
    segment('AIP', { 1: '1', 3: `${visit.npi}^${visit.providerFamily}^${visit.providerGiven}` }),
  ].join('\r')
}

function segment(name: string, fields: Readonly<Record<number, string>>): string {
  const last = Math.max(...Object.keys(fields).map(Number))
  return [name, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')].join('|')
}
