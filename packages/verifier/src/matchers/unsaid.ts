import type { JsonObject, JsonValue } from '@carebench/protocol'
import {
  explainStatement,
  explainStatementInSteps,
  maxTextLength,
  plural,
  type Shortfall,
  type Statement,
  type Ungrounded,
} from '@carebench/text'
import type { WorkBudget } from '../budget/work-budget.js'
import { Findings } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { shorten, shownLength } from '../values/json/show-json.js'
import { isOpen, judgedPlaces } from './evidence/grounded.js'
import { describeDistance, describeLimits } from './evidence/within.js'
import type { MatcherContext, MatchScope } from './matcher.js'
import { compileSays, countUnits } from './operators/says.js'

/** Explains why a text does not say what a matcher expects, or how far a time is from an expected one. */
export interface ExpectedWords {
  /** The expectation for a sentence: `a text that says 6.4 mmol/L and not "normal"`. */
  readonly shown: string
  /**
   * Returns the facts that a value does not state as expected or leaves open; empty if it is neither a text nor a list
   * of texts.
   */
  explain(actual: JsonValue | undefined, budget: WorkBudget | undefined): readonly Miss[]
  /**
   * Whether a value is undecided because records or events that it is compared with were not observed. Default: never.
   */
  readonly isUnobserved?: (actual: JsonValue | undefined, budget: WorkBudget) => boolean
  /** The distance of a time from the expected one, as the end of a sentence; absent for texts. */
  readonly describeDistance?: (actual: JsonValue | undefined, scope: MatchScope) => string
}

/** A fact that a text does not state as expected, or a place in it that no fact supports. */
export type Miss = Shortfall | Ungrounded

/** Keeps one explanation object for each `expected`, because the budget identifies it by the object. */
const known = new WeakMap<object, ExpectedWords | { readonly shown: undefined }>()

/**
 * Returns the explanations of an `expected` that is a `$says`, a `$grounded` or a `$within`, or an `$all`, `$any` or
 * `$some` of them; undefined for any other.
 */
export function readExpectedWords(expected: JsonValue): ExpectedWords | undefined {
  if (!isJsonObject(expected)) return undefined
  const words = known.get(expected) ?? compileExpectedWords(expected) ?? { shown: undefined }
  known.set(expected, words)
  return words.shown === undefined ? undefined : words
}

function compileExpectedWords(expected: JsonObject): ExpectedWords | undefined {
  const { $says, $grounded, $within, $all, $any, $some } = expected
  if ($within !== undefined) {
    const limits = describeLimits($within)
    const distance = (actual: JsonValue | undefined, scope: MatchScope) => describeDistance($within, actual, scope)
    const unobserved = (_: unknown, budget: WorkBudget) => !budget.isSpent
    return limits === undefined
      ? undefined
      : { shown: limits, explain: () => [], isUnobserved: unobserved, describeDistance: distance }
  }
  if ($grounded !== undefined) {
    const isUnobserved = (actual: JsonValue | undefined, budget: WorkBudget) =>
      typeof actual === 'string' &&
      actual.length <= maxTextLength &&
      !budget.isSpent &&
      judgedPlaces($grounded, actual, budget) === undefined
    return { shown: 'a text that states its facts only', explain: explainPlaces($grounded), isUnobserved }
  }
  if ($says !== undefined) {
    const statement = compileSays($says, '', unusedContext())
    return statement && { shown: showStatement(statement), explain: explainerFor(statement) }
  }
  if ($some !== undefined) return readExpectedWords($some)
  const parts = $all ?? $any
  if (!Array.isArray(parts)) return undefined
  const read = (parts as readonly JsonValue[]).map(readExpectedWords)
  // Otherwise the explanation would leave out the other expectations of the list.
  if (!read.every((part) => part !== undefined)) return undefined
  return {
    shown: shorten(read.map(({ shown }) => shown).join($all === undefined ? ' or ' : ' and '), shownLength),
    explain: (actual, budget) => read.flatMap((part) => part.explain(actual, budget)),
  }
}

function unusedContext(): MatcherContext {
  return {
    findings: new Findings(),
    stringValues: false,
    cells: false,
    entityPaths: [],
    compile: () => undefined,
    markOpen: () => undefined,
  }
}

function showStatement({ all, none }: Statement): string {
  const shown = (facts: Statement['all'], joint: string) => facts.map((fact) => fact.shown).join(joint)
  const wanted = shown(all, ' and ')
  const unwanted = none.length === 0 ? '' : `not ${shown(none, ' or ')}`
  return shorten(`a text that says ${[wanted, unwanted].filter((part) => part !== '').join(', and ')}`, shownLength)
}

function explainerFor(statement: Statement): ExpectedWords['explain'] {
  const key = {}
  const explainText = (text: string, budget: WorkBudget | undefined): readonly Shortfall[] => {
    if (budget === undefined || text.length > maxTextLength) return explainStatement(text, statement)
    const steps = () => explainStatementInSteps(budget.texts.read(text), statement)
    return budget.answer(key, text, countUnits(text, statement), steps) ?? []
  }
  return explainFewest(explainText)
}

function explainPlaces(operand: JsonValue): ExpectedWords['explain'] {
  return explainFewest((text, budget) => judgedPlaces(operand, text, budget) ?? [])
}

/** Returns a function that explains a text, or the one with the fewest misses among several. */
function explainFewest(
  explainText: (text: string, budget: WorkBudget | undefined) => readonly Miss[],
): ExpectedWords['explain'] {
  return (actual, budget) => {
    if (typeof actual === 'string') return explainText(actual, budget)
    const texts = Array.isArray(actual) ? (actual as readonly JsonValue[]).filter((one) => typeof one === 'string') : []
    const [first, ...others] = texts.map((text) => explainText(text, budget))
    return others.reduce((least, one) => (one.length < least.length ? one : least), first ?? [])
  }
}

/** Maximum number of facts spelled out. */
const listed = 3

/** Returns sentences on the facts that a text does not state as expected; `subject` names the text. */
export function describeMisses(subject: string, misses: readonly Miss[]): string {
  const sentences = misses.slice(0, listed).map((miss, index) => describeMiss(index === 0 ? subject : 'It', miss))
  const more = misses.length - listed
  return more > 0 ? `${sentences.join(' ')} ${plural(more, 'more fact')} failed.` : sentences.join(' ')
}

function describeMiss(subject: string, miss: Miss): string {
  if (isOpenMiss(miss)) return `${subject === 'It' ? '' : `${subject}: `}${describeOpen(miss)}.`
  if ('kind' in miss) return `${subject} says ${describePlace(miss)}.`
  const { what, fact, passage, instead } = miss
  if (what === 'said') return `${subject} says ${quote(passage ?? fact)}, which it must not.`
  const amounts = instead.map((one) => shorten(one, shownLength))
  const others = passage === undefined ? amounts : [quote(passage), ...amounts]
  return `${subject} does not say ${fact}${others.length === 0 ? '' : `; says ${others.join(', ')}`}.`
}

/** Describes the text at a place: `"March 10", a date that no fact gives`. */
function describePlace({ what, kind, passage }: Ungrounded): string {
  if (what === 'denied') return `that ${quote(passage)} is not so, against the facts`
  if (what === 'weekday') return `${quote(passage)} with a weekday that it is not`
  return `${quote(passage)}, ${nameWithArticle(kind)} that no fact gives`
}

function nameWithArticle(kind: Ungrounded['kind']): string {
  const name = kindNames[kind] ?? kind
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

/** Names for kinds of atoms that differ from the kind itself. */
const kindNames: Readonly<Partial<Record<Ungrounded['kind'], string>>> = {
  telephone: 'telephone number',
  time: 'time of day',
  quantity: 'amount',
  money: 'amount of money',
  count: 'number',
}

/** Whether a miss leaves open what the text says. */
export function isOpenMiss({ what }: Miss): boolean {
  return what === 'open' || isOpen(what)
}

/** Describes the words that leave a fact open: `"about 6.4 mmol/L" leaves 6.4 mmol/L open`. */
export function describeOpen(miss: Miss): string {
  if ('kind' in miss) {
    if (miss.kind === 'order')
      return `signs change the order in which ${quote(miss.passage)} is shown, or strike it out`
    if (miss.what === 'inexact') {
      return `${quote(miss.passage)} is not said to be ${miss.kind === 'status' ? 'certain' : 'exact'}`
    }
    return miss.what === 'unreadable'
      ? `${quote(miss.passage)} cannot be read as ${nameWithArticle(miss.kind)}`
      : `${quote(miss.passage)} can be read in several ways`
  }
  return miss.passage === undefined
    ? `a text of more than 100,000 characters is not read for ${miss.fact}`
    : `${quote(miss.passage)} leaves ${miss.fact} open`
}

function quote(passage: string): string {
  return JSON.stringify(shorten(passage, shownLength))
}
