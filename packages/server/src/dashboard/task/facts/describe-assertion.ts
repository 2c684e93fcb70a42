import { describeExpected } from './describe-expected.js'
import { listOf, memberAt, objectOf, textOf } from './unknown-value.js'

/** An assertion in words: a sentence, and lines with its details. */
export interface DescribedAssertion {
  readonly sentence: string
  readonly lines: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

/** Describes an assertion of a known kind; null for an assertion that can only be shown as JSON. */
export function describeAssertion(assertion: unknown): DescribedAssertion | null {
  const members = objectOf(assertion)
  const kind = textOf(members?.assert)
  if (members === undefined || kind === null) return null
  switch (kind) {
    case 'event-order':
      return { sentence: 'This happens, in this order:', lines: listOf(members.events).map(describeEvent) }
    case 'event-count':
      return {
        sentence: `The number of times that this happens, undone since or not, ${describeExpected(members.count)}:`,
        lines: [describeEvent(members)],
      }
    case 'no-collateral':
      return {
        sentence: listOf(members.allow).length === 0 ? 'Nothing is changed.' : 'Nothing is changed but this:',
        lines: listOf(members.allow).map(describeAllowed),
      }
    case 'records-agree':
      return {
        sentence: 'The same value is at all of these places:',
        lines: listOf(members.records).map(describePlace),
      }
    case 'output-match':
      return { sentence: 'The agent reports:', lines: fieldsOf(members.fields) }
    case 'voice-transcript':
      return { sentence: `In telephone calls, the ${textOf(members.speaker) ?? 'agent'}:`, lines: phrasesOf(members) }
    default:
      return describeRecords(kind, members)
  }
}

/** The subject of each kind of assertion that selects records. */
const subjects: Readonly<Record<string, (members: Members) => string>> = {
  'record-state': ({ collection }) => `of ${textOf(collection) ?? ''}`,
  'fhir-resource-state': ({ resource_type: type }) => `of the FHIR type ${textOf(type) ?? ''}`,
  'portal-state-match': ({ correlate_by: by }) => `of portal.${textOf(memberAt(by, 'resource')) ?? ''}`,
  'hl7-structural': () => 'of the HL7 messages that were sent',
  'x12-response': ({ transaction, direction }) =>
    `of the ${textOf(direction) ?? ''} X12 transactions ${textOf(transaction) ?? ''}`.replace('  ', ' '),
  'fax-sent': () => 'of the faxes that were sent',
  'message-sent': () => 'of the messages that were sent',
  'sftp-file-present': ({ path }) => `of the rows of the file ${textOf(path) ?? ''}`,
}

function describeRecords(kind: string, members: Members): DescribedAssertion | null {
  const subject = subjects[kind]?.(members)
  if (subject === undefined) return null
  const where =
    kind === 'portal-state-match' ? portalCondition(members) : conditionsOf(members.correlate_by ?? members.search)
  const lines = [...fieldsOf(members.fields), ...fieldsOf(members.assertions)]
  const which = `${systemOf(members)}${where === '' ? '' : ` where ${where}`}`
  const isCounted = members.count !== undefined
  const count = isCounted
    ? `The number ${subject}${which} ${describeExpected(members.count)}`
    : `One ${subject}${which} exists`
  return { sentence: lines.length === 0 ? `${count}.` : `${count}${isCounted ? ', of those with' : ', with'}:`, lines }
}

function portalCondition({ correlate_by: by }: Members): string {
  return `${textOf(memberAt(by, 'key')) ?? ''} ${describeExpected(memberAt(by, 'value'))}`
}

function systemOf({ system }: Members): string {
  return typeof system === 'string' ? ` (system ${system})` : ''
}

function conditionsOf(conditions: unknown): string {
  return Object.entries(objectOf(conditions) ?? {})
    .map(([path, expected]) => `${path} ${describeExpected(expected)}`)
    .join(' and ')
}

function fieldsOf(fields: unknown): readonly string[] {
  return listOf(fields).map((field) => {
    const { path, expected } = objectOf(field) ?? {}
    const name = textOf(path) ?? ''
    return `${name === '' ? 'the whole value' : name} ${describeExpected(expected)}`
  })
}

function describeEvent(event: unknown): string {
  const members = objectOf(event) ?? {}
  const types = typeof members.type === 'string' ? [members.type] : listOf(members.type).map(String)
  const where = conditionsOf(members.where)
  const first = members.first === true ? ', the first time' : ''
  return `${types.join(' or ')}${systemOf(members)}${where === '' ? '' : ` where ${where}`}${first}${describeSpacing(members.seconds_after)}`
}

function describeSpacing(spacing: unknown): string {
  const { at_least: least, at_most: most } = objectOf(spacing) ?? {}
  const bounds = [
    ...(least === undefined ? [] : [`at least ${String(least)}`]),
    ...(most === undefined ? [] : [`at most ${String(most)}`]),
  ]
  return bounds.length === 0 ? '' : `, ${bounds.join(' and ')} second${(most ?? least) === 1 ? '' : 's'} after that`
}

function describeAllowed(entry: unknown): string {
  const members = objectOf(entry) ?? {}
  const where = conditionsOf(members.where)
  const fields = [...listOf(members.fields), ...listOf(members.members)].map(String)
  return [
    `${textOf(members.collection) ?? ''}${systemOf(members)}`,
    where === '' ? '' : ` where ${where}`,
    fields.length === 0 ? '' : `: ${fields.join(', ')}`,
    members.count === undefined ? '' : `; the number ${describeExpected(members.count)}`,
  ].join('')
}

function describePlace(record: unknown): string {
  const members = objectOf(record) ?? {}
  const where = conditionsOf(members.where)
  const like = textOf(memberAt(members.as, 'like'))
  const path = `${like === null ? '' : `the one code like ${like} in `}${textOf(members.path) ?? ''}`
  return `${path} of ${textOf(members.collection) ?? ''}${systemOf(members)}${where === '' ? '' : ` where ${where}`}`
}

function phrasesOf({ contains, not_contains: unwanted }: Members): readonly string[] {
  const phrases = (list: unknown, words: string) => listOf(list).map((phrase) => `${words} ${JSON.stringify(phrase)}`)
  return [...phrases(contains, 'says'), ...phrases(unwanted, 'does not say')]
}
