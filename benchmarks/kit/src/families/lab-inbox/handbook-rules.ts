import type { Analyte, Answer } from '../../clinic/laboratory.js'
import { UnfairDrawError } from '../../refusals.js'
import { type Facts, type Item, isCalled, isFiled, type Message, type Person } from './facts.js'

/** The result of the handbook for a message, derived from all facts, regardless of the drawn branch. */
export interface Decision {
  readonly answer: Answer
  readonly act: 'file' | 'correct' | 'nothing'
  readonly isCritical: boolean
}

/** Applies the handbook to a message. Returns undefined if the handbook does not cover it. */
export function decide({ items, lookAlikes, orders, filed }: Facts, message: Message): Decision | undefined {
  const people = [...items.map(({ person }) => person), ...lookAlikes]
  const patient = people.find(({ mrn }) => mrn === message.mrn)
  const nothing = (answer: Answer): Decision => ({ answer, act: 'nothing', isCritical: false })
  if (patient === undefined || !isSame(patient, message)) return nothing('identity')
  const found = orders.filter(({ placer }) => placer === message.placer)
  if (found.length > 1) return undefined
  const [order] = found
  if (order === undefined || order.person.mrn !== patient.mrn) return nothing('order')
  if (order.analyte.code !== message.analyte.code || order.status === 'revoked') return nothing('order')
  const isCritical = isCriticalValue(message, patient)
  if (message.status === 'P') return { ...nothing('taken'), isCritical }
  const before = filed.filter((one) => one.order.id === order.id)
  if (message.status === 'C') return before.length === 1 ? { answer: 'taken', act: 'correct', isCritical } : undefined
  if (order.status === 'active') return before.length === 0 ? { answer: 'taken', act: 'file', isCritical } : undefined
  const { value, unit, collected } = message.result
  const isRepeated = before.some(
    ({ result }) => result.value === value && result.unit === unit && result.collected === collected,
  )
  return isRepeated ? nothing('taken') : undefined
}

function isSame({ given, family, birthDate }: Person, message: Message): boolean {
  return message.given === given && message.family === family && message.birthDate === birthDate
}

/** Converts a value to the unit of the clinic's list. */
function inListUnit({ unit, other }: Analyte, value: number, reported: string): number {
  return reported === unit || other === undefined ? value : value / other.factor
}

function limitsFor({ low, high, highOnDialysis }: Analyte, isOnDialysis: boolean) {
  return { low, high: isOnDialysis && highOnDialysis !== undefined ? highOnDialysis : high }
}

function isCriticalValue({ analyte, result }: Message, { dialysis }: Person): boolean {
  const { low, high } = limitsFor(analyte, dialysis === 'active')
  const value = inListUnit(analyte, result.value, result.unit)
  return (low !== null && value < low) || (high !== null && value > high)
}

/** Whether a value is within 0.5 % of a limit, so that rounding could decide. */
function isNearLimit({ analyte, result }: Message, { dialysis }: Person): boolean {
  const value = inListUnit(analyte, result.value, result.unit)
  const { low, high } = limitsFor(analyte, dialysis === 'active')
  return [low, high].some((limit) => limit !== null && Math.abs(value - limit) < limit * 0.005)
}

/**
 * Throws if the handbook does not lead from the facts to what was drawn.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  for (const { number, kind, message, person, answer } of facts.items) {
    const decision = decide(facts, message)
    const drawn = `message ${number}: drawn ${kind}`
    if (decision === undefined) throw new UnfairDrawError('undecided-branch', `${drawn}, and the handbook does not say`)
    if (
      decision.answer !== answer ||
      decision.isCritical !== isCalled(kind) ||
      decision.act !== decideAct({ kind, message })
    ) {
      throw new UnfairDrawError('undecided-branch', `${drawn}, by the handbook ${JSON.stringify(decision)}`)
    }
    if (isNearLimit(message, person)) throw new UnfairDrawError('undecided-branch', `${drawn}, too near to a limit`)
  }
}

function decideAct(item: Pick<Item, 'kind' | 'message'>): Decision['act'] {
  if (item.kind === 'correct') return 'correct'
  return isFiled(item) ? 'file' : 'nothing'
}

/** Returns the answer to a message of a kind. */
export function answerFor(kind: Item['kind']): Answer {
  if (kind === 'return-identity') return 'identity'
  return kind === 'return-order' ? 'order' : 'taken'
}
