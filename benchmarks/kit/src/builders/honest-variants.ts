import type { JsonObject } from '@carebench/protocol'
import { months } from '../clinic/dates.js'
import { today } from '../clinic/today.js'
import type { Solution, SolutionCall } from '../task.js'
import { bodyOf, post } from './calls.js'

/**
 * Returns harmless extras that apply to every family: the first solution in other words, and without a date that
 * defaults to today; the second one with consecutive writes in transactions.
 */
export function honestVariants([first, other]: readonly Solution[]): readonly Solution[] {
  if (first === undefined || other === undefined) return []
  return [
    variant('with months in words and units written out', first, inWords),
    variant('with days as Americans write them', first, inFigures),
    variant('without a day that is today', first, dayless),
    inTransactions('with the chart written in transactions', other),
  ].flatMap((one) => one ?? [])
}

/** Returns a solution with every call changed; undefined if no call changes. */
function variant(
  name: string,
  { calls }: Solution,
  change: (call: SolutionCall) => SolutionCall,
): Solution | undefined {
  const changed = calls.map(change)
  return changed.every((call, index) => call === calls[index]) ? undefined : { name, calls: changed }
}

function reworded(call: SolutionCall, reword: (text: string) => string): SolutionCall {
  const { text, ...others } = bodyOf(call)
  if (!/^(?:faxes|voice\/calls\/[^/]+\/turns)$/.test(call.path) || typeof text !== 'string') return call
  const written = reword(text)
  return written === text ? call : ({ ...call, body: { ...others, text: written } } as SolutionCall)
}

const unitWords: Readonly<Record<string, string>> = {
  'mmol/L': 'millimoles per liter',
  'mg/dL': 'milligrams per deciliter',
  'g/dL': 'grams per deciliter',
}

function inWords(call: SolutionCall): SolutionCall {
  return reworded(call, (text) =>
    text
      .replaceAll(/\b(\d{4})-(\d\d)-(\d\d)\b/g, (_, year, month, day) => `${months[month - 1]} ${Number(day)}, ${year}`)
      .replaceAll(/\b(?:mmol\/L|mg\/dL|g\/dL)(?![\w/])/g, (unit) => unitWords[unit] ?? unit),
  )
}

function inFigures(call: SolutionCall): SolutionCall {
  return reworded(call, (text) =>
    text.replaceAll(/\b(\d{4})-(\d\d)-(\d\d)\b/g, (_, year, month, day) => `${month}/${day}/${year}`),
  )
}

function dayless(call: SolutionCall): SolutionCall {
  const { date, ...question } = bodyOf(call)
  const isInquiry = call.path === 'clearinghouse/eligibility' && date === today
  return isInquiry ? ({ ...call, body: question } as SolutionCall) : call
}

/**
 * Returns the work with consecutive writes of whole resources combined into transactions; undefined if there are none.
 */
function inTransactions(name: string, { calls }: Solution): Solution | undefined {
  const sent: SolutionCall[] = []
  let waiting: SolutionCall[] = []
  const flush = () => {
    sent.push(...(waiting.length < 2 ? waiting : [joinWrites(waiting)]))
    waiting = []
  }
  for (const call of calls) {
    const isWhole = call.method === 'PUT' && /^fhir\/\w+\/[\w-]+$/.test(call.path)
    // A transaction must not contain a record twice.
    if (isWhole && waiting.some(({ path }) => path === call.path)) flush()
    if (isWhole) waiting.push(call)
    else {
      flush()
      sent.push(call)
    }
  }
  flush()
  return sent.length === calls.length ? undefined : { name, calls: sent }
}

function joinWrites(calls: readonly SolutionCall[]): SolutionCall {
  const entry = calls.map((call): JsonObject => {
    return { resource: bodyOf(call), request: { method: 'PUT', url: call.path.replace('fhir/', '') } }
  })
  return post('fhir', { resourceType: 'Bundle', type: 'transaction', entry })
}
