import type { JsonValue, Steps } from '@carebench/protocol'
import {
  compileFact as compilePhrases,
  maxTextLength,
  readStatement,
  readStatementInSteps,
  type Statement,
  WrittenText,
} from '@carebench/text'
import { isDate } from '../calendar-date.js'
import { show } from '../json-shape.js'
import { daysBetween } from './calendar.js'
import type { Chart } from './chart.js'
import type { Truth } from './criteria.js'
import { compileFact, type FactRequest, type FactValue, type ReadFact } from './fact.js'
import { listLeftOut } from './left-out.js'
import type { PolicyRequest, RequestDocument } from './policy-request.js'
import type { PolicyStatement } from './policy-schema.js'

/** The judgement of a statement for a request. */
export interface JudgedStatement {
  readonly name: string
  /** Whether it is met; undefined if an answer or a document is missing. */
  readonly met: Truth
  readonly value: FactValue['value']
  readonly source: 'chart' | 'request' | 'answer' | 'document' | null
  readonly found: readonly string[]
  readonly lacksAnswer: boolean
  readonly lacksDocument: boolean
}

/** The members of a request that a statement reads. */
type StatementRequest = Pick<PolicyRequest, 'answers' | 'documents' | 'service_date'>

/** A compiled statement of a policy. */
export interface CompiledStatement {
  readonly name: string
  readonly statement: PolicyStatement
  /** Undefined if the statement has no fact. */
  readonly readFact: ReadFact | undefined
  /** Explains what the chart or the request has for it that does not count. */
  listLeftOut(chart: Chart, request: FactRequest): readonly string[]
  /** Reads in steps what documents say, and caches it for `judge`. */
  readDocuments(documents: readonly RequestDocument[], texts: Map<string, WrittenText>): Steps<void>
  judge(fact: FactValue | undefined, request: StatementRequest): JudgedStatement
  /** Describes the expected and the actual answer; undefined if the answer is valid. */
  findAnswerFault(answer: JsonValue): string | undefined
}

/** Compiles a valid statement. */
export function compileStatement(name: string, statement: PolicyStatement): CompiledStatement {
  const { fact, accepts, question } = statement
  const says = statement.says && compileSays(statement.says)
  const source = fact?.search === undefined ? 'request' : 'chart'
  const isEnough = compileEnough(statement)
  const isAnswer = answerTest(statement)
  const judge = (
    read: FactValue | undefined,
    { answers, documents, service_date }: StatementRequest,
  ): JudgedStatement => {
    const given = Object.hasOwn(answers, name) ? answers[name] : undefined
    const answer =
      question !== undefined && given !== undefined && isAnswer(given) ? (given as FactValue['value']) : null
    const sent = accepts && documents.filter(({ document_type: type }) => accepts.includes(type))
    const isShown = sent === undefined || sent.some((document) => says === undefined || doesSay(document, says))
    const isShownAlone = isShown && (says !== undefined || (fact === undefined && question === undefined))
    const isRead = read !== undefined && read.value !== null
    const value = isRead ? read.value : (answer ?? (isShownAlone ? true : null))
    const from = isRead ? source : answer !== null ? 'answer' : value === null ? null : 'document'
    const isSilent = value === null
    const canFollow = question !== undefined || !isShown
    const truth = isSilent ? (canFollow ? undefined : false) : isEnough(value, service_date)
    const met = truth === true && !isShown ? undefined : truth
    return {
      name,
      met,
      value,
      source: from,
      found: read?.found ?? [],
      lacksAnswer: met === undefined && isSilent && question !== undefined,
      lacksDocument: met === undefined && !isShown,
    }
  }
  return {
    name,
    statement,
    readFact: fact && compileFact(fact, statement),
    listLeftOut: (chart, request) => listLeftOut(statement, chart, request),
    *readDocuments(documents, texts) {
      if (says === undefined) return
      for (const document of documents) {
        if (accepts?.includes(document.document_type)) yield* readDocument(document, says, texts)
      }
    },
    judge,
    findAnswerFault: (given) =>
      isAnswer(given) ? undefined : `must be ${describeAnswer(statement)}, got ${show(given)}`,
  }
}

/**
 * Compiles the phrases that documents must contain.
 *
 * @throws {FactError} for a phrase that no text can contain
 */
export function compileSays(says: NonNullable<PolicyStatement['says']>): Statement {
  return { all: says.map((words) => compilePhrases({ words })), none: [] }
}

/** A cache of what documents say, by statement, because a request may be decided often. */
const readings = new WeakMap<RequestDocument, Map<Statement, boolean>>()

function doesSay(document: RequestDocument, says: Statement): boolean {
  const { text } = document
  if (text === null) return false
  return readings.get(document)?.get(says) ?? keepReading(document, says, readStatement(text, says) === true)
}

function* readDocument(document: RequestDocument, says: Statement, texts: Map<string, WrittenText>): Steps<void> {
  const { text } = document
  if (text === null || text.length > maxTextLength || readings.get(document)?.has(says) === true) return
  let written = texts.get(text)
  if (written === undefined) {
    written = new WrittenText(text)
    texts.set(text, written)
  }
  keepReading(document, says, (yield* readStatementInSteps(written, says)) === true)
  yield
}

function keepReading(document: RequestDocument, says: Statement, isSaid: boolean): boolean {
  let kept = readings.get(document)
  if (kept === undefined) {
    kept = new Map()
    readings.set(document, kept)
  }
  kept.set(says, isSaid)
  return isSaid
}

type Enough = (value: Exclude<FactValue['value'], null>, day: string | null) => Truth

/**
 * Compiles the test of whether a value suffices. A date after the service does not suffice; for a date and a service
 * without a date, the test returns undefined.
 */
function compileEnough({ answer_type: type = 'boolean', enough = {} }: PolicyStatement): Enough {
  const { at_least, at_most, above, below, one_of, within_days, days_before } = enough
  if (type === 'number') {
    return (value) =>
      typeof value === 'number' &&
      (at_least === undefined || value >= at_least) &&
      (at_most === undefined || value <= at_most) &&
      (above === undefined || value > above) &&
      (below === undefined || value < below)
  }
  if (type === 'choice') return (value) => one_of?.includes(String(value)) === true
  if (type === 'boolean') return (value) => value === true
  return (value, day) => {
    if (typeof value !== 'string' || day === null) return undefined
    const days = daysBetween(value, day)
    return days >= 0 && (within_days === undefined || days <= within_days) && (days_before ?? 0) <= days
  }
}

function answerTest({ answer_type: type = 'boolean', options = [] }: PolicyStatement): (value: JsonValue) => boolean {
  if (type === 'number') return (value) => typeof value === 'number' && Number.isFinite(value)
  if (type === 'date') return (value) => typeof value === 'string' && isDate(value)
  if (type === 'choice') return (value) => typeof value === 'string' && options.includes(value)
  return (value) => typeof value === 'boolean'
}

/** Describes a valid answer to a question: `a number in kg/m2`. */
export function describeAnswer({ answer_type: type = 'boolean', options = [], unit }: PolicyStatement): string {
  if (type === 'number') return unit === undefined || unit === '1' ? 'a number' : `a number in ${unit}`
  if (type === 'date') return 'a date written YYYY-MM-DD'
  return type === 'choice' ? `one of ${options.map((option) => JSON.stringify(option)).join(', ')}` : 'true or false'
}
