import { argumentError, isRecord } from '../syntax/argument.js'
import { byteLength } from '../syntax/charset.js'
import { formatDateTime } from '../syntax/date-time.js'
import { type Delimiters, standardDelimiters, writeEncodingCharacters } from '../syntax/delimiters.js'
import { writeField, writeLeaf, writeRepetition } from '../syntax/field-value.js'
import { errorConditions, type Issue } from '../syntax/issue.js'
import { type Message, parseText, requireMessage } from '../syntax/message.js'
import { readRawField } from '../syntax/segment.js'

/**
 * MSA-1. Application acknowledgments: `AA` accepted, `AE` an error in the content, `AR` rejected as a whole. Accept
 * acknowledgments in enhanced mode: `CA`, `CE`, `CR`.
 */
export type AckCode = (typeof ackCodes)[number]

const ackCodes = ['AA', 'AE', 'AR', 'CA', 'CE', 'CR'] as const

/** Options of `buildAck`. */
export interface AckOptions {
  readonly code: AckCode
  /** The control id of the acknowledgment itself (MSH-10); must not be empty. */
  readonly controlId: string
  /** When it is written (MSH-7), in milliseconds since 1970. */
  readonly at: number
  /** The issues to report in ERR segments, with their locations. */
  readonly issues?: readonly Issue[]
}

/** The version of an acknowledgment if the message does not state one. */
const defaultVersion = '2.5.1'

/**
 * Builds the acknowledgment of a message: MSH, MSA, and ERR for the issues.
 *
 * It is addressed from the receiver back to the sender, uses the version, processing id, character set and (if all are
 * declared) delimiters of the message, and echoes its MSH-10 in MSA-2. From version 2.5 on, every issue has its own
 * ERR, with the location in ERR-2, the condition in ERR-3, the severity in ERR-4 and the message in ERR-8. Before that,
 * the only ERR repeats segment, number, field and condition of every issue in ERR-1; the first message goes to MSA-3.
 * Without a message (if its header is unreadable; see `parseHeader`), the version is 2.5.1 and MSA-2 is empty. Throws
 * an `Hl7Error` `invalid-value` for a time outside the years 0 to 9999, an unknown code, an empty control id, and an
 * issue whose condition is not in table 0357.
 */
export function buildAck(received: Message | undefined, options: AckOptions): Message {
  if (received !== undefined) requireMessage(received)
  requireOptions(options)
  const delimiters = selectDelimiters(received)
  const header = received?.segment(1)?.text ?? ''
  const copyField = (field: number) => {
    if (received === undefined) return ''
    if (delimiters === received.delimiters) return readRawField(header, field, delimiters)
    return writeLeaf(received.read(`MSH-${field}`), delimiters, { segment: 'MSH', field })
  }
  const leaf = (value: string, segment: string, field: number) => writeLeaf(value, delimiters, { segment, field })
  const version = received?.version || defaultVersion
  const issues = options.issues ?? []
  const detailed = isAtLeast(version, 2, 5)
  const lines = [
    [
      'MSH',
      writeEncodingCharacters(delimiters),
      copyField(5),
      copyField(6),
      copyField(3),
      copyField(4),
      leaf(formatDateTime(options.at), 'MSH', 7),
      '',
      selectAckType(received, version, delimiters),
      leaf(options.controlId, 'MSH', 10),
      copyField(11) || 'P',
      copyField(12) || leaf(defaultVersion, 'MSH', 12),
      ...['', '', '', '', ''],
      copyField(18),
    ],
    ['MSA', options.code, copyField(10), detailed ? '' : leaf(issues[0]?.message ?? '', 'MSA', 3)],
    ...(detailed
      ? issues.map((issue) => writeErrorSegment(issue, delimiters))
      : writeEarlyErrorSegments(issues, delimiters)),
  ]
  const text = lines.map((fields) => `${trimEnd(fields).join(delimiters.field)}\r`).join('')
  return parseText(text, received?.statedCharset, (index) => byteLength(text, index, 'utf-8'))
}

const example = "{ code: 'AA', controlId: 'A1', at: Date.UTC(2026, 0, 5) }"

function requireOptions(options: AckOptions): void {
  if (!isRecord(options)) throw argumentError('the options of the acknowledgment', options, example)
  const { code, controlId, issues = [] } = options
  if (!ackCodes.includes(code)) {
    throw argumentError(`one of ${ackCodes.join(', ')}`, code, example, { segment: 'MSA', field: 1 })
  }
  if (typeof controlId !== 'string' || controlId === '') {
    const expected = 'a control id of the acknowledgment itself'
    throw argumentError(expected, controlId, example, { segment: 'MSH', field: 10 })
  }
  if (!Array.isArray(issues)) throw argumentError('a list of issues', issues, '{ issues: checkStructure(message) }')
  for (const issue of issues) {
    if (isRecord(issue) && Object.hasOwn(errorConditions, String(issue.code))) continue
    const expected = `an issue with a condition of ${Object.keys(errorConditions).join(' ')}`
    const good = "{ code: 101, segment: 'PID', occurrence: 1, field: 5, message: '' }"
    throw argumentError(expected, isRecord(issue) ? issue.code : issue, good, { segment: 'ERR', field: 3 })
  }
}

/** Writes ERR as of version 2.5: ERR-2 location, ERR-3 condition, ERR-4 severity, ERR-8 message. */
function writeErrorSegment(issue: Issue, delimiters: Delimiters): string[] {
  const { segment, occurrence, field, component } = issue
  const repetition = field === undefined ? undefined : (issue.repetition ?? 1)
  const place = (number: number) => ({ segment: 'ERR', field: number })
  const location = writeRepetition([segment, occurrence, field, repetition, component], delimiters, place(2))
  const condition = writeRepetition([issue.code, errorConditions[issue.code], 'HL70357'], delimiters, place(3))
  return ['ERR', '', location, condition, 'E', '', '', '', writeLeaf(issue.message, delimiters, place(8))]
}

/** Writes ERR before version 2.5: a repetition of ERR-1 for each issue, with segment, number, field and condition. */
function writeEarlyErrorSegments(issues: readonly Issue[], delimiters: Delimiters): string[][] {
  if (issues.length === 0) return []
  const repetitions = issues.map(({ segment, occurrence, field, code }) => {
    return [segment, occurrence, field, [code, errorConditions[code], 'HL70357']]
  })
  return [['ERR', writeField({ repetitions }, delimiters, { segment: 'ERR', field: 1 })]]
}

function selectAckType(received: Message | undefined, version: string, delimiters: Delimiters): string {
  const event = writeLeaf(received?.read('MSH-9.2'), delimiters, { segment: 'MSH', field: 9 })
  if (event === '' || event === '""') return 'ACK'
  // The third component was added in version 2.3.1.
  const structured = isAtLeast(version, 2, 4) || version === '2.3.1'
  return ['ACK', event, ...(structured ? ['ACK'] : [])].join(delimiters.component)
}

/** Returns the delimiters of the message if it declares all that an acknowledgment needs, else the standard ones. */
function selectDelimiters(received: Message | undefined): Delimiters {
  return received === undefined || received.delimiters.subcomponent === undefined
    ? standardDelimiters
    : received.delimiters
}

function isAtLeast(version: string, major: number, minor: number): boolean {
  const match = /^(\d+)\.(\d+)/.exec(version)
  // A malformed version is treated as current.
  if (match === null) return true
  const [haveMajor, haveMinor] = [Number(match[1]), Number(match[2])]
  return haveMajor > major || (haveMajor === major && haveMinor >= minor)
}

function trimEnd<T extends string | number>(parts: readonly T[]): T[] {
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)
}
