import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { nearestName, pointerTo } from '@carebench/verifier/kinds'
import { show } from '../json-shape.js'
import type { Policy } from './policy-schema.js'

/** Receives a finding: a JSON Pointer, and what was expected and found there. */
export type Report = (path: string, message: string) => void

/** Maximum nesting depth of criteria. */
const maxDepth = 8

/** Maximum number of unknown names for which a similar statement name is looked up. */
const hintedNames = 10

/** Returns the message about a name that no statement has. */
export type SayUnknown = (name: string) => string

/** Returns a function that describes an unknown statement name; for the first few, with the name that may be meant. */
export function unknownStatements({ statements = {} }: Policy): SayUnknown {
  const known = Object.keys(statements)
  let left = hintedNames
  return (name) => {
    const message = `must be the name of a statement, got ${show(name)}`
    if (left-- <= 0) return message
    const near = nearestName(name, known)
    const hint = near === undefined ? `the statements are ${known.join(', ') || 'none'}` : `did you mean ${show(near)}?`
    return `${message}; ${hint}`
  }
}

/** Reports malformed criteria, and statements that are missing, decide nothing, or stand in two places. */
export function checkCriteria(policy: Policy, sayUnknown: SayUnknown, report: Report): void {
  const { requires_authorization: requires, criteria, exceptions = [], decision, statements = {} } = policy
  const written: [path: string, criteria: unknown][] = [
    ['/requires_authorization/when', typeof requires === 'object' ? requires.when : undefined],
    ['/criteria', criteria],
    ...exceptions.map((one, index): [string, unknown] => [`/exceptions/${index}`, one]),
    ['/decision/pend_when', decision?.pend_when],
    ['/decision/partial_when/when', decision?.partial_when?.when],
  ]
  const places = new Map<string, string>()
  for (const [path, one] of written) {
    // A policy is JSON, although its type does not say so.
    if (one !== undefined) checkNode(one as JsonValue, { path, depth: 1, policy, places, sayUnknown, report })
  }
  for (const name of Object.keys(statements)) {
    if (!places.has(name)) report(pointerTo('/statements', name), 'decides nothing; name it in criteria, or remove it')
  }
  if (exceptions.length > 0 && criteria === undefined) {
    report('/exceptions', 'needs criteria to make exceptions from; write "criteria": "name_of_a_statement"')
  }
}

interface CriteriaContext {
  readonly path: string
  readonly depth: number
  readonly policy: Policy
  /** Where each statement is named. */
  readonly places: Map<string, string>
  readonly sayUnknown: SayUnknown
  readonly report: Report
}

function checkNode(node: JsonValue, context: CriteriaContext): void {
  const { path, depth, report } = context
  if (typeof node === 'string') {
    checkName(node, context)
    return
  }
  const form = isJsonObject(node) ? findForm(node) : undefined
  if (form === undefined || !isJsonObject(node)) report(path, expectedCriteria(node))
  else if (depth > maxDepth) report(path, `must be at most ${maxDepth} criteria deep; put a part into a statement`)
  else if (form === 'not') checkNode(node.not ?? null, { ...context, path: `${path}/not`, depth: depth + 1 })
  else checkList(node, form, context)
}

function checkList(node: JsonObject, form: 'all' | 'any' | 'of', context: CriteriaContext): void {
  const { path, depth, report } = context
  const { [form]: list, at_least: least } = node
  if (!Array.isArray(list) || list.length === 0) {
    report(`${path}/${form}`, expectedCriteria(list))
    return
  }
  const isLeast = typeof least === 'number' && Number.isInteger(least) && least >= 1 && least <= list.length
  if (form === 'of' && !isLeast) {
    report(`${path}/at_least`, `must be a whole number from 1 to ${list.length}, as "of" has, got ${show(least)}`)
  }
  for (const [index, one] of list.entries()) {
    checkNode(one, { ...context, path: `${path}/${form}/${index}`, depth: depth + 1 })
  }
}

/** Reports a name that no statement has, or that occurs twice: a statement must decide in one place only. */
function checkName(name: string, { path, policy, places, sayUnknown, report }: CriteriaContext): void {
  const place = places.get(name)
  if (!Object.hasOwn(policy.statements ?? {}, name)) report(path, sayUnknown(name))
  else if (place !== undefined) {
    const fix = 'each statement decides in one place: move it to where it decides both, or write a second statement'
    report(path, `names ${show(name)} a second time, after ${place}; ${fix}`)
  } else places.set(name, path)
}

const forms = ['all', 'any', 'of', 'not'] as const

/** Returns the member of a criteria object that contains the nested criteria; undefined if the object is malformed. */
function findForm(criteria: JsonObject): (typeof forms)[number] | undefined {
  const names = Object.keys(criteria)
  const form = forms.find((one) => names.includes(one))
  const isAlone = names.length === 1 && form !== 'of'
  return isAlone || (names.length === 2 && form === 'of' && names.includes('at_least')) ? form : undefined
}

function expectedCriteria(found: JsonValue | undefined): string {
  const example = '{"all": ["adult", {"any": ["failed_therapy", "red_flags"]}]}'
  return (
    `must be the name of a statement, or such as ${example}, {"at_least": 2, "of": [...]} or {"not": "pregnant"}, ` +
    `got ${show(found)}`
  )
}
