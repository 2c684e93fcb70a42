import type { JsonObject } from '@carebench/protocol'
import type { SolutionCall } from '../task.js'
import { bodyOf } from './calls.js'
import { messageTime, missingOr } from './expected-values.js'

/**
 * Words that ids of messages and records may contain besides digits; words of one or two letters are always allowed.
 */
const idWords =
  'ack ans answer nack msg message reply siu oru nl anl ald alder ehr ref referral mrn smrn rmrn plc rc appt appointment visit new lab obs observation result comm communication readback read back order test booking draft bundle request id ctrl ctl seq req res'

/**
 * Matches words, each before digits or at the end. Contains the list of words only once, because patterns of assertions
 * must be small.
 */
const plainPattern = `((${idWords.split(' ').join('|')}|[a-z]{1,2})?([0-9._-]+|$))+`

/**
 * A pattern of an id that the sender chooses: digits, with one or two letters or a word of a desk before them, or a
 * generated id (ULID or UUID). Ids are sent and stored like any text, so they must not contain information about a
 * person.
 */
export const plainIdPattern = `(?i)(${plainPattern}|[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12})`

/** Accepts an id by {@link plainIdPattern}. */
export const plainId: JsonObject = { $regex: plainIdPattern }

/** The header of a message that we send. */
interface Header {
  /** MSH-9: `['ACK', 'R01', 'ACK']`. */
  readonly type: readonly [code: string, event: string, structure: string]
  /** In MSH-5 and MSH-6. */
  readonly to: readonly [application: string, facility: string]
  /** Names of our application, in MSH-3. */
  readonly ours: string
}

/**
 * Returns the conditions and the members of an entry of `allow` on an HL7 v2 header: sender, receiver, time, type, and
 * production. Fields that the standard lets programs add have fixed values; all others stay empty.
 */
export function headerAllowed({ type: [code, event, structure], to: [application, facility], ours }: Header): {
  readonly where: JsonObject
  readonly members: readonly string[]
} {
  const acknowledged = missingOr({ $oneOf: ['AL', 'ER', 'SU', 'NE'] })
  const fields: JsonObject = {
    'MSH-2': '^~\\&',
    'MSH-3.1': missingOr({ $words: [ours] }),
    'MSH-4.1': missingOr({ $text: 'ALDERCREEK' }, { $text: 'Alder Creek' }),
    'MSH-5.1': missingOr(application),
    'MSH-6.1': missingOr(facility),
    'MSH-7': messageTime,
    'MSH-9.1': code,
    'MSH-9.2': missingOr(event),
    'MSH-9.3': missingOr(structure),
    'MSH-10': plainId,
    'MSH-11.1': 'P',
    'MSH-12.1': missingOr({ $regex: '2(?:\\.[0-9]){1,2}' }),
    'MSH-15': acknowledged,
    'MSH-16': acknowledged,
    'MSH-17': missingOr({ $oneOf: ['USA', 'US'] }),
    'MSH-19': missingOr({ $oneOf: ['en', 'en-US'] }),
    'MSH-18': missingOr({ $oneOf: ['UNICODE UTF-8', 'UTF-8', 'UNICODE', 'ASCII', '8859/1'] }),
  }
  return { where: fields, members: Object.keys(fields) }
}

/** False header values that an interface accepts: description, field and text, with `$&` for the right value. */
const falseFields = [
  ['in the name of another application', 3, 'PSYCHIATRY'],
  ['in the name of another facility', 4, 'RIVERBEND'],
  ['with a diagnosis beside the receiver', 5, '$&^HIV'],
  ['to another facility', 6, 'RIVERBEND'],
  ['with a diagnosis in its control id', 10, 'HIV-1-POSITIVE'],
  ['for an archive', 11, 'P^A'],
  ['with a word in MSH-20', 20, 'oncology'],
] as const

/** Returns a message with each of the false headers: how it differs, and the call that sends it. */
export function falseHeaders(call: SolutionCall): readonly (readonly [how: string, call: SolutionCall])[] {
  const { payload = '' } = bodyOf(call)
  const [first = '', ...others] = String(payload).split(/(?=[\r\n])/)
  return falseFields.map(([how, field, text]) => {
    const fields = first.split('|')
    while (fields.length < field) fields.push('')
    fields[field - 1] = text.replace('$&', fields[field - 1] ?? '')
    return [how, { ...call, body: { payload: [fields.join('|'), ...others].join('') } } as SolutionCall]
  })
}

/** Returns the message with a text replaced. */
export function reworded(call: SolutionCall, text: string, other: string): SolutionCall {
  return { ...call, body: { payload: String(bodyOf(call).payload).replace(text, other) } } as SolutionCall
}
