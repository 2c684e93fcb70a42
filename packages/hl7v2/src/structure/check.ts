import { finish, type Steps } from '@carebench/protocol/wire'
import { createByteOffsets } from '../building/byte-offsets.js'
import { argumentError, requireLimit } from '../syntax/argument.js'
import { quote } from '../syntax/error.js'
import type { Issue } from '../syntax/issue.js'
import { type Message, requireMessage } from '../syntax/message.js'
import { adtStructures } from './adt.js'
import { checkFields } from './field-check.js'
import { type FieldRule, fieldRules } from './field-rule.js'
import { compileGrammar } from './grammar.js'
import { ormStructures } from './orm.js'
import { oruStructures } from './oru.js'
import { checkOrder, segmentsPerStep } from './segment-order.js'
import { siuStructures } from './siu.js'
import type { MessageStructure } from './structure.js'

/** The structures of ADT, ORU, ORM and SIU messages, with the optional segments of all versions from 2.3 to 2.7. */
export const messageStructures: readonly MessageStructure[] = [
  ...adtStructures,
  ...oruStructures,
  ...ormStructures,
  ...siuStructures,
]

/** What to check against; `structures` and `rules` default to the tables of this package. */
export interface StructureOptions {
  readonly structures?: readonly MessageStructure[]
  readonly rules?: readonly FieldRule[]
  /** The maximum number of issues reported, an integer of at least 1 or Infinity; default 1000. */
  readonly maxIssues?: number
}

/**
 * Checks the order of the segments and the fields of a message; returns an empty list if the message is valid.
 *
 * An unknown message code is reported as issue 200, an unknown event as 201, a version outside 2.x as 203; the fields
 * are checked in any case. Issues are ordered: header, order of segments (at most 20 misplaced segments, and 20 that
 * are not part of the structure), fields. Throws an `Hl7Error`: `invalid-structure` for a malformed custom structure
 * (the notation of its segments is parsed only when a message needs it), `invalid-value` for other invalid arguments.
 */
export function checkStructure(message: Message, options: StructureOptions = {}): Issue[] {
  return finish(checkStructureInSteps(message, options))
}

/** Does the same as {@link checkStructure} in steps, because a message may have tens of thousands of segments. */
export function* checkStructureInSteps(message: Message, options: StructureOptions = {}): Steps<Issue[]> {
  const { structures = messageStructures, rules = fieldRules, maxIssues = 1000 } = options
  requireMessage(message)
  requireLimit('maxIssues', maxIssues, '1000')
  if (!Array.isArray(structures)) throw structureError('a list of structures', structures)
  if (!Array.isArray(rules))
    throw argumentError('a list of rules', rules, "[{ segment: 'PID', field: 8, name: 'sex' }]")
  for (const { name, events } of structures) {
    if (!Array.isArray(events)) throw structureError(`a list of events of the structure ${name}`, events)
  }
  const issues: Issue[] = []
  const readOffset = createByteOffsets(message)
  const report = (position: number, issue: Issue) => {
    if (issues.length < maxIssues) issues.push({ ...issue, position, offset: readOffset(position) })
  }
  for (const issue of checkHeader(message, structures)) report(1, issue)
  const segments = message.segments()
  const structure = findStructure(message, structures)
  if (structure !== undefined) {
    const names = segments.map((segment) => segment.name)
    const grammar = compileGrammar(structure.segments)
    for (const { index, issue } of yield* checkOrder(names, structure.name, grammar)) report(index + 1, issue)
  }
  const rulesBySegment = new Map<string, FieldRule[]>()
  for (const rule of rules) rulesBySegment.set(rule.segment, [...(rulesBySegment.get(rule.segment) ?? []), rule])
  const counts = new Map<string, number>()
  for (const segment of segments) {
    if (issues.length >= maxIssues) break
    if (segment.position % segmentsPerStep === 0) yield
    const { name } = segment
    const occurrence = (counts.get(name) ?? 0) + 1
    counts.set(name, occurrence)
    for (const issue of checkFields(segment, occurrence, rulesBySegment.get(name) ?? []))
      report(segment.position, issue)
  }
  return issues
}

function structureError(expected: string, value: unknown): Error {
  const example = "[{ code: 'ZZZ', events: ['Z01'], name: 'ZZZ_Z01', segments: 'MSH PID [{NTE}]' }]"
  return argumentError(expected, value, example, { code: 'invalid-structure' })
}

function findStructure(message: Message, structures: readonly MessageStructure[]): MessageStructure | undefined {
  const code = message.read('MSH-9.1')
  const event = message.read('MSH-9.2')
  return structures.find((one) => one.code === code && typeof event === 'string' && one.events.includes(event))
}

function checkHeader(received: Message, structures: readonly MessageStructure[]): Issue[] {
  const issues: Issue[] = []
  const header = { segment: 'MSH', occurrence: 1 }
  const code = received.read('MSH-9.1')
  const event = received.read('MSH-9.2')
  const ofCode = structures.filter((structure) => structure.code === code)
  if (typeof code === 'string' && ofCode.length === 0) {
    const known = [...new Set(structures.map((structure) => structure.code))].join(', ')
    const message = `Expected a message code of ${known}, got ${quote(code)}.`
    issues.push({ code: 200, ...header, field: 9, component: 1, message })
  } else if (typeof event === 'string' && ofCode.length > 0 && !ofCode.some((one) => one.events.includes(event))) {
    const known = ofCode.flatMap((structure) => structure.events).join(', ')
    const message = `Expected a trigger event of ${known}, got ${quote(event)}.`
    issues.push({ code: 201, ...header, field: 9, component: 2, message })
  }
  const { version } = received
  if (version !== '' && !/^2(?:\.\d+)*$/.test(version)) {
    const message = `Expected a version 2.x, got ${quote(version)}. Example: 2.5.1`
    issues.push({ code: 203, ...header, field: 12, component: 1, message })
  }
  return issues
}
