import { describeExpected } from './describe-expected.js'
import { memberAt, toList, toObject, toText } from './unknown-value.js'

/** An assertion in words: a sentence, and lines with its details. */
export interface DescribedAssertion {
  readonly sentence: string
  readonly lines: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

/** Describes an assertion of a known kind; null for an assertion that can only be shown as JSON. */
export function describeAssertion(assertion: unknown): DescribedAssertion | null {
  const members = toObject(assertion)
  const kind = toText(members?.assert)
  if (members === undefined || kind === null) return null
  switch (kind) {
    case 'event-order':
      return { sentence: 'This happens, in this order:', lines: toList(members.events).map(describeEvent) }
    case 'event-count':
      return {
        sentence: `The number of times that this happens, undone since or not, ${describeExpected(members.count)}:`,
        lines: [describeEvent(members)],
      }
    case 'no-collateral':
      return {
        sentence: toList(members.allow).length === 0 ? 'Nothing is changed.' : 'Nothing is changed but this:',
        lines: toList(members.allow).map(describeAllowed),
      }
    case 'records-agree':
      return {
        sentence: 'The same value is at all of these places:',
        lines: toList(members.records).map(describePlace),
      }
    case 'output-match':
      return { sentence: 'The agent reports:', lines: describeFields(members.fields) }
    case 'voice-transcript':
      return {
        sentence: `In telephone calls, the ${toText(members.speaker) ?? 'agent'}:`,
        lines: describePhrases(members),
      }
    default:
      return describeRecords(kind, members)
  }
}

/** The subject of each kind of assertion that selects records. */
const subjects: Readonly<Record<string, (members: Members) => string>> = {
  'record-state': ({ collection }) => `of ${toText(collection) ?? ''}`,
  'fhir-resource-state': ({ resource_type: type }) => `of the FHIR type ${toText(type) ?? ''}`,
  'portal-state-match': ({ correlate_by: by }) => `of portal.${toText(memberAt(by, 'resource')) ?? ''}`,
  'hl7-structural': () => 'of the HL7 messages that were sent',
  'x12-response': ({ transaction, direction }) =>
    `of the ${toText(direction) ?? ''} X12 transactions ${toText(transaction) ?? ''}`.replace('  ', ' '),
  'fax-sent': () => 'of the faxes that were sent',
  'message-sent': () => 'of the messages that were sent',
  'sftp-file-present': ({ path }) => `of the rows of the file ${toText(path) ?? ''}`,
}

function describeRecords(kind: string, members: Members): DescribedAssertion | null {
  const subject = subjects[kind]?.(members)
  if (subject === undefined) return null
  const where =
    kind === 'portal-state-match'
      ? portalCondition(members)
      : describeConditions(members.correlate_by ?? members.search)
  const lines = [...describeFields(members.fields), ...describeFields(members.assertions)]
  const which = `${describeSystem(members)}${where === '' ? '' : ` where ${where}`}`
  const isCounted = members.count !== undefined
  const count = isCounted
    ? `The number ${subject}${which} ${describeExpected(members.count)}`
    : `One ${subject}${which} exists`
  return { sentence: lines.length === 0 ? `${count}.` : `${count}${isCounted ? ', of those with' : ', with'}:`, lines }
}

function portalCondition({ correlate_by: by }: Members): string {
  return `${toText(memberAt(by, 'key')) ?? ''} ${describeExpected(memberAt(by, 'value'))}`
}

function describeSystem({ system }: Members): string {
  return typeof system === 'string' ? ` (system ${system})` : ''
}

function describeConditions(conditions: unknown): string {
  return Object.entries(toObject(conditions) ?? {})
    .map(([path, expected]) => `${path} ${describeExpected(expected)}`)
    .join(' and ')
}

function describeFields(fields: unknown): readonly string[] {
  return toList(fields).map((field) => {
    const { path, expected } = toObject(field) ?? {}
    const name = toText(path) ?? ''
    return `${name === '' ? 'the whole value' : name} ${describeExpected(expected)}`
  })
}

function describeEvent(event: unknown): string {
  const members = toObject(event) ?? {}
  const types = typeof members.type === 'string' ? [members.type] : toList(members.type).map(String)
  const where = describeConditions(members.where)
  const first = members.first === true ? ', the first time' : ''
  return (
    `${types.join(' or ')}${describeSystem(members)}${where === '' ? '' : ` where ${where}`}${first}` +
    `${describeSpacing(members.seconds_after)}`
  )
}

function describeSpacing(spacing: unknown): string {
  const { at_least: least, at_most: most } = toObject(spacing) ?? {}
  const bounds = [
    ...(least === undefined ? [] : [`at least ${String(least)}`]),
    ...(most === undefined ? [] : [`at most ${String(most)}`]),
  ]
  return bounds.length === 0 ? '' : `, ${bounds.join(' and ')} second${(most ?? least) === 1 ? '' : 's'} after that`
}

function describeAllowed(entry: unknown): string {
  const members = toObject(entry) ?? {}
  const where = describeConditions(members.where)
  const fields = [...toList(members.fields), ...toList(members.members)].map(String)
  return [
    `${toText(members.collection) ?? ''}${describeSystem(members)}`,
    where === '' ? '' : ` where ${where}`,
    fields.length === 0 ? '' : `: ${fields.join(', ')}`,
    members.count === undefined ? '' : `; the number ${describeExpected(members.count)}`,
  ].join('')
}

function describePlace(record: unknown): string {
  const members = toObject(record) ?? {}
  const where = describeConditions(members.where)
  const like = toText(memberAt(members.as, 'like'))
  const path = `${like === null ? '' : `the one code like ${like} in `}${toText(members.path) ?? ''}`
  return (
    `${path} of ` +
    `${toText(members.collection) ?? ''}${describeSystem(members)}${where === '' ? '' : ` where ${where}`}`
  )
}

function describePhrases({ contains, not_contains: unwanted }: Members): readonly string[] {
  const phrases = (list: unknown, words: string) => toList(list).map((phrase) => `${words} ${JSON.stringify(phrase)}`)
  return [...phrases(contains, 'says'), ...phrases(unwanted, 'does not say')]
}
