/** One result in an HL7 message of a laboratory. Missing parts are empty. */
export interface LaboratoryMessage {
  readonly controlId: string
  readonly mrn: string
  readonly family: string
  readonly given: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
  /** The number of the order at the clinic (OBR-2), and at the laboratory (OBR-3). */
  readonly placerNumber: string
  readonly fillerNumber: string
  readonly code: string
  readonly text: string
  readonly value: string
  readonly unit: string
  readonly flag: string
  /** OBX-11: `F` final, `C` corrected, `P` preliminary, `X` cannot be obtained. */
  readonly status: string
  /** When the specimen was taken, `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly collectedAt: string
}

/** Reads a message with a minimal parser. */
export function readLaboratoryMessage(payload: string): LaboratoryMessage {
  const segments = payload.split(/\r\n|\r|\n/).map((line) => line.split('|'))
  const read = (segment: string, field: number, component = 1): string => {
    const fields = segments.find(([name]) => name === segment) ?? []
    // The separator is the first field of MSH.
    const value = fields[segment === 'MSH' ? field - 1 : field] ?? ''
    return value.split('^')[component - 1] ?? ''
  }
  const collected = read('OBX', 14) || read('OBR', 7)
  return {
    controlId: read('MSH', 10),
    mrn: read('PID', 3),
    family: read('PID', 5),
    given: read('PID', 5, 2),
    birthDate: collectedDay(read('PID', 7)),
    placerNumber: read('OBR', 2),
    fillerNumber: read('OBR', 3),
    code: read('OBX', 3),
    text: read('OBX', 3, 2),
    value: read('OBX', 5),
    unit: read('OBX', 6),
    flag: read('OBX', 8),
    status: read('OBX', 11),
    collectedAt: `${collectedDay(collected)}T${collected.slice(8, 10)}:${collected.slice(10, 12)}:${collected.slice(12, 14)}Z`,
  }
}

/** A correction for another practice. */
export function writeCorrection(message: LaboratoryMessage, facility: string, today: string): string {
  const at = `${compact(today)}140500+0000`
  const obr = { 3: message.fillerNumber, 4: `${message.code}^^LN`, 7: `${compact(message.collectedAt)}+0000`, 25: 'C' }
  const { value, unit, flag } = message
  return [
    `MSH|^~\\&|EHR|ALDERCREEK|EHR|${facility}|${at}||ORU^R01^ORU_R01|FWD-${message.controlId.slice(-12)}|P|2.5.1`,
    segment('PID', { 1: '1', 3: message.mrn, 5: `${message.family}^${message.given}`, 7: compact(message.birthDate) }),
    segment('OBR', { 1: '1', ...obr }),
    segment('OBX', { 1: '1', 2: 'NM', 3: `${message.code}^^LN`, 5: value, 6: unit, 8: flag, 11: 'C' }),
  ].join('\r')
}

function segment(name: string, fields: Readonly<Record<number, string>>): string {
  const last = Math.max(...Object.keys(fields).map(Number))
  return [name, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')].join('|')
}

function collectedDay(text: string): string {
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
}

function compact(date: string): string {
  return date.replaceAll(/[^0-9]/g, '')
}
