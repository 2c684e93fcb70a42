import type { JsonObject, JsonValue } from '@carebench/protocol'
import {
  compileFact,
  type Fact,
  FactError,
  maxTextLength,
  readStatement,
  readStatementInSteps,
  type Statement,
  type Truth,
} from '@carebench/text'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { MatcherContext, MatcherKind, MatchScope } from '../matcher.js'
import { listOperand, objectOperand, refuseOperand } from '../operand.js'

/** Maximum number of facts in one matcher, where each synonym counts, and maximum number of characters of each. */
const maxFacts = 100
const maxWordLength = 200

/**
 * `{"$says": {"all": [fact, …], "none": [fact, …]}}`: a text that says every fact of `all` and none of `none`, in any
 * order and in any usual spelling. A fact is a list of synonyms, `{"quantity", "unit"?}`, `{"date"}`, `{"time"}` or
 * `{"code"}`. A fact that a clause denies, or that the text takes back, is not said. Undecided if the text leaves it
 * open.
 */
export const saysMatcher: MatcherKind = {
  key: '$says',
  example: '{"$says": {"all": [["potassium", "K"], {"quantity": 6.7, "unit": "mmol/L"}], "none": [["normal"]]}}',
  compile(operand, path, context) {
    const statement = compileSays(operand, path, context)
    if (statement === undefined) return undefined
    context.markOpen()
    return (actual, scope) => typeof actual === 'string' && readText(actual, statement, scope)
  },
}

function readText(text: string, statement: Statement, { budget }: MatchScope): Truth {
  if (text.length > maxTextLength) {
    budget?.noteTooLong(text)
    return undefined
  }
  if (budget === undefined) return readStatement(text, statement)
  return budget.answer(statement, text, countUnits(text, statement), () =>
    readStatementInSteps(budget.texts.read(text), statement),
  )
}

/** The number of facts that take as long to find in a text as reading the text takes. */
const factsPerReading = 8

/** Returns the {@link workLimits} units that reading a text for a statement takes. */
export function countUnits(text: string, { all, none }: Statement): number {
  const finders = [...all, ...none].reduce((sum, fact) => sum + fact.finders.length, 0)
  return text.length * (1 + Math.ceil(finders / factsPerReading))
}

/** Returns the facts of an operand of `$says`; undefined after reporting errors. */
export function compileSays(operand: JsonValue, path: string, context: MatcherContext): Statement | undefined {
  const object = objectOperand(saysMatcher, { required: [], optional: ['all', 'none'] }, operand, path, context)
  if (object === undefined) return undefined
  if (object.all === undefined && object.none === undefined) {
    return refuseOperand(saysMatcher, '"all" or "none"', operand, path, context)
  }
  const all = compileFacts(object.all, pointerTo(path, 'all'), context)
  const none = compileFacts(object.none, pointerTo(path, 'none'), context)
  if (all === undefined || none === undefined) return undefined
  const count = countFacts(object.all) + countFacts(object.none)
  if (count > maxFacts) {
    return context.findings.add(path, `$says has at most ${maxFacts} facts, synonyms included; found ${count}`)
  }
  return { all, none }
}

function countFacts(facts: JsonValue | undefined): number {
  return Array.isArray(facts) ? (facts as readonly JsonValue[]).flat().length : 0
}

function compileFacts(
  written: JsonValue | undefined,
  path: string,
  context: MatcherContext,
): Statement['all'] | undefined {
  if (written === undefined) return []
  const list = listOperand(saysMatcher, written, path, context)
  const facts = list?.map((fact, index) => compileOne(fact, pointerTo(path, index), context))
  return facts?.every((fact) => fact !== undefined) === true ? facts : undefined
}

const shapes =
  'synonyms such as ["denied", "not approved"], {"quantity": 6.7, "unit": "mmol/L"}, {"date": "2024-05-01"}, ' +
  '{"time": "14:30"} or {"code": "M17.11"}'

const textShapes: Readonly<Record<string, string>> = {
  date: 'a date as YYYY, YYYY-MM or YYYY-MM-DD',
  time: 'a time of day as HH:MM',
  code: 'a code',
}

function compileOne(written: JsonValue, path: string, context: MatcherContext): Statement['all'][number] | undefined {
  const fact = Array.isArray(written)
    ? readWords(written, path, context)
    : readMembers(saysMatcher, written, path, context)
  if (fact === undefined) return undefined
  try {
    return compileFact(fact)
  } catch (error) {
    if (!(error instanceof FactError)) throw error
    const { member, index, message } = error
    const at = member === 'words' ? pointerTo(path, index ?? 0) : pointerTo(path, member)
    const value = member === 'words' ? (written as readonly JsonValue[])[index ?? 0] : (written as JsonObject)[member]
    return refuseOperand(saysMatcher, message, value, at, context)
  }
}

function readWords(written: readonly JsonValue[], path: string, context: MatcherContext): Fact | undefined {
  const before = context.findings.list.length
  if (listOperand(saysMatcher, written, path, context) === undefined) return undefined
  const words: string[] = []
  written.forEach((word, index) => {
    if (typeof word === 'string' && word.length <= maxWordLength) words.push(word)
    else
      refuseOperand(saysMatcher, `words of at most ${maxWordLength} characters`, word, pointerTo(path, index), context)
  })
  return context.findings.list.length === before ? { words } : undefined
}

/** The members of facts other than lists of words; each such fact has one of them. */
export const valueFacts: readonly string[] = ['quantity', 'date', 'time', 'code']

type ValueFact = Exclude<Fact, { readonly words: readonly string[] }>

/** Reads a fact that is not a list of words, for a kind of matcher; undefined after reporting errors. */
export function compileSaidFact(
  kind: MatcherKind,
  written: JsonObject,
  path: string,
  context: MatcherContext,
): ValueFact | undefined {
  const fact = readMembers(kind, written, path, context)
  return fact !== undefined && isFit(kind, fact, written, path, context) ? fact : undefined
}

/** Whether a fact can be in a text; otherwise reports why not. */
function isFit(
  kind: MatcherKind,
  fact: ValueFact,
  written: JsonObject,
  path: string,
  context: MatcherContext,
): boolean {
  try {
    compileFact(fact)
    return true
  } catch (error) {
    if (!(error instanceof FactError)) throw error
    const { member, message } = error
    refuseOperand(kind, message, written[member], pointerTo(path, member), context)
    return false
  }
}

function readMembers(
  kind: MatcherKind,
  written: JsonValue,
  path: string,
  context: MatcherContext,
): ValueFact | undefined {
  const key = isJsonObject(written) ? valueFacts.find((name) => Object.hasOwn(written, name)) : undefined
  if (key === undefined) return refuseOperand(kind, shapes, written, path, context)
  const members = { required: [key], optional: key === 'quantity' ? ['unit'] : [] }
  const object = objectOperand(kind, members, written, path, context)
  if (object === undefined) return undefined
  const value = object[key]
  if (key === 'quantity') {
    const { unit } = object
    if (typeof value !== 'number') return refuseOperand(kind, 'a number', value, pointerTo(path, key), context)
    if (unit !== undefined && typeof unit !== 'string') {
      return refuseOperand(kind, 'a unit', unit, pointerTo(path, 'unit'), context)
    }
    return { quantity: value, unit }
  }
  if (typeof value !== 'string' || value.length > maxWordLength) {
    return refuseOperand(kind, textShapes[key] ?? shapes, value, pointerTo(path, key), context)
  }
  return key === 'date' ? { date: value } : key === 'time' ? { time: value } : { code: value }
}
