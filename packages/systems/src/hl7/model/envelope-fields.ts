import { type Batch, type Issue, parseDateTime } from '@carebench/hl7v2'
import { expectedNumber, isReferenceNumber } from '../../records/reference-number.js'

type EnvelopeSegment = NonNullable<Batch['fileHeader']>

/** The valid values of an envelope field; `what` describes them in messages. */
interface EnvelopeRule {
  readonly what: string
  readonly accepts: (text: string) => boolean
}

/** Maximum number of fields of an envelope segment. */
const maxFields = 20

/** The tolerance for times, because a time without an offset may be in any time zone. */
const day = 24 * 60 * 60 * 1000

/** Kinds of applications, one of which may be the sender's name in the envelope. */
const applications: readonly string[] = ['ADT', 'EHR', 'EMR', 'HIS', 'LIS', 'PMS', 'RIS']

const unused: EnvelopeRule = { what: 'empty: this interface does not use it', accepts: () => false }
const count: EnvelopeRule = { what: 'a count', accepts: (text) => /^\d{1,10}$/.test(text) }
const total: EnvelopeRule = { what: 'a total', accepts: (text) => /^[+-]?\d{1,12}(?:\.\d{1,4})?$/.test(text) }
const number: EnvelopeRule = { what: expectedNumber, accepts: isReferenceNumber }

/**
 * Returns the errors in the headers and trailers of a batch file, which could carry hidden messages because people read
 * only the messages inside: comments (FHS-10, BHS-10, BTS-2, FTS-2), security and addresses must be empty, names must
 * be those of the messages or a kind of application, file name, batch name and control ids must be reference numbers,
 * and the time must be within a day of the clock's.
 */
export function findEnvelopeFaults(batch: Batch, at: string): Issue[] {
  const names = namesIn(batch)
  const rules = headerRules(names, Date.parse(at))
  const groups = batch.groups.flatMap(({ header, trailer }, index) => [
    ...faultsIn(header, rules, index + 1),
    ...faultsIn(trailer, { 1: count, 3: total }, index + 1),
  ])
  return [...faultsIn(batch.fileHeader, rules, 1), ...groups, ...faultsIn(batch.fileTrailer, { 1: count }, 1)]
}

type Rules = Readonly<Record<number, EnvelopeRule>>

function headerRules(names: ReadonlySet<string>, now: number): Rules {
  const name: EnvelopeRule = {
    what: 'a name of MSH-3 to MSH-6 of its messages',
    accepts: (text) => names.has(text),
  }
  const application: EnvelopeRule = {
    what: `${name.what}, or one of ${applications.join(', ')}`,
    accepts: (text) => names.has(text) || applications.includes(text),
  }
  const stamp: EnvelopeRule = {
    what: 'a time within a day of now, for example 20260302142000+0000',
    accepts: (text) => /^\d{8}/.test(text) && Math.abs((parseDateTime(text)?.time ?? 0) - now) <= day,
  }
  return { 3: application, 4: name, 5: application, 6: name, 7: stamp, 9: number, 11: number, 12: number }
}

function faultsIn(segment: EnvelopeSegment | undefined, rules: Rules, occurrence: number): Issue[] {
  if (segment === undefined) return []
  const { field: separator } = segment.delimiters
  const isHeader = segment.name !== 'BTS' && segment.name !== 'FTS'
  // In a header, field 1 is the separator itself, and field 2 the encoding characters.
  const fields = segment.text.split(separator, maxFields)
  const rest = segment.text.length > fields.join(separator).length
  const faults = fields.slice(isHeader ? 2 : 1).flatMap((text, index): Issue[] => {
    const field = index + (isHeader ? 3 : 1)
    const rule = rules[field] ?? unused
    if (text === '' || rule.accepts(text)) return []
    const got = JSON.stringify(text.slice(0, 40))
    const message = `Expected ${segment.name}-${field} to be ${rule.what}; got ${got}.`
    return [{ code: 102, segment: segment.name, occurrence, field, message }]
  })
  if (!rest) return faults
  const message = `Expected ${segment.name} to have at most ${maxFields} fields, got more.`
  return [...faults, { code: 102, segment: segment.name, occurrence, message }]
}

function namesIn({ groups }: Batch): ReadonlySet<string> {
  const messages = groups.flatMap((group) => group.messages)
  return new Set(
    messages.flatMap((message) =>
      ['MSH-3', 'MSH-4', 'MSH-5', 'MSH-6'].flatMap((path) => {
        const text = message.read(path)
        return typeof text === 'string' ? [text] : []
      }),
    ),
  )
}
