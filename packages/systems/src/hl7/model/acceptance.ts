import { checkStructureInSteps, compilePath, type Issue, type Message, type Path } from '@carebench/hl7v2'
import type { Steps } from '@carebench/protocol'
import type { Hl7Config } from '../config.js'
import { maxIds } from './registry.js'
import { findTechnicalFaults } from './technical-fields.js'

/** The compiled rules on which messages are accepted. */
export interface AcceptanceRules {
  /** The configured types and message codes; undefined if none are configured. */
  readonly accept: ReadonlySet<string> | undefined
  readonly reject: readonly Rejection[]
}

interface Rejection {
  readonly where: readonly { readonly path: Path; readonly value: string }[]
  readonly code: 'AE' | 'AR'
  readonly reason: string
}

/** The code of a judgement, as in an application acknowledgment. */
export type JudgementCode = 'AA' | 'AE' | 'AR'

/** The judgement of a message. It has issues if and only if the code is not AA. */
export interface Judgement {
  readonly code: JudgementCode
  readonly issues: readonly Issue[]
}

/** Maximum number of reported issues. */
export const maxIssues = 50

/** Compiles the rules of a configuration. Throws an Error that locates an invalid condition. */
export function acceptanceRules(config: Hl7Config): AcceptanceRules {
  const reject = (config.reject ?? []).map((rule, index) => ({
    where: Object.entries(rule.where).map(([path, value]) => ({ path: conditionPath(path, index), value })),
    code: rule.code,
    reason: rule.reason ?? 'The receiving application refuses this message.',
  }))
  return { accept: config.accept && new Set(config.accept), reject }
}

/**
 * Judges a message, in steps: first its header and structure, then whether its type is accepted, then the rules.
 *
 * AR is for a type, event, processing id or version that is not accepted, AE for errors in segments and fields. Rules
 * have their own code.
 */
export function* judge(message: Message, rules: AcceptanceRules): Steps<Judgement> {
  const type = message.messageType
  const named = rules.accept?.has(type) || rules.accept?.has(message.read('MSH-9.1') ?? '')
  const structural = yield* checkStructureInSteps(message)
  const found = [
    ...structural.filter(({ code }) => !(named && (code === 200 || code === 201))),
    ...findTechnicalFaults(message),
    ...findExcessIds(message),
  ]
  if (rules.accept !== undefined && !named && !found.some(isUnsupported)) {
    const taken = [...rules.accept].join(', ') || 'none'
    const text = `Expected one of the accepted message types (${taken}), got ${type || 'none'}.`
    found.unshift({ code: 200, segment: 'MSH', occurrence: 1, field: 9, message: text })
  }
  if (found.length > 0) return { code: found.some(isUnsupported) ? 'AR' : 'AE', issues: found.slice(0, maxIssues) }
  return (yield* firstRejection(message, rules)) ?? { code: 'AA', issues: [] }
}

/** Returns an issue for each person with more identifiers than are compared. */
function findExcessIds(message: Message): readonly Issue[] {
  return Object.entries({ PID: 3, MRG: 1 }).flatMap(([segment, field]) =>
    message.segments(segment).flatMap((person, index) => {
      const count = person.repetitionCount(field)
      const text = `Expected at most ${maxIds} identifiers, got ${count}.`
      return count <= maxIds ? [] : [{ code: 207 as const, segment, occurrence: index + 1, field, message: text }]
    }),
  )
}

/** Returns the judgement of the first rule that rejects a message, in steps; undefined if none does. */
export function* firstRejection(message: Message, rules: AcceptanceRules): Steps<Judgement | undefined> {
  for (const { where, code, reason } of rules.reject) {
    if (yield* areMet(message, where)) {
      return { code, issues: [{ code: 207, ...toLocation(where[0]?.path), message: reason }] }
    }
  }
  return undefined
}

function* areMet(message: Message, where: Rejection['where']): Steps<boolean> {
  for (const { path, value } of where) {
    // Reading a path may scan many segments.
    yield
    if (!holds(message, path, value)) return false
  }
  return true
}

/** Whether an issue is an error condition (200 to 203) for which a receiver rejects the whole message. */
function isUnsupported({ code }: Issue): boolean {
  return code >= 200 && code <= 203
}

function holds(message: Message, path: Path, value: string): boolean {
  const actual = message.read(path)
  return (actual === null ? '""' : (actual ?? '')) === value
}

function toLocation(path: Path | undefined): Omit<Issue, 'code' | 'message'> {
  if (path === undefined) return { segment: 'MSH', occurrence: 1 }
  const { segment, occurrence, field, repetition, component } = path
  return {
    segment,
    occurrence,
    ...(field > 0 && { field, repetition }),
    ...(component > 0 && { component }),
  }
}

function conditionPath(text: string, index: number): Path {
  try {
    return compilePath(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`reject[${index}].where: ${reason}`, { cause: error })
  }
}
