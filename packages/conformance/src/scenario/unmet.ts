import { type Answer, at } from '../exchange/exchange.js'

/** What a check builds on did not come about. */
export class Unmet extends Error {
  override readonly name = 'Unmet'

  constructor(
    message: string,
    /** The number of the exchange that shows it. */
    readonly exchange?: number,
  ) {
    super(message)
  }
}

/** The answer, if its status is one of those that were asked for. Throws an {@link Unmet} that says what came. */
export function must(answer: Answer, ...statuses: readonly number[]): Answer {
  if (statuses.includes(answer.status)) return answer
  const { method, target, number, body } = answer.exchange
  const expected = statuses.join(' or ')
  throw new Unmet(
    `${method} ${target} must be answered ${expected} for this check, but was answered ${answer.status}: ${body.slice(0, 200)}`,
    number,
  )
}

/** A text that stands at a place in an answer. Throws an {@link Unmet}. */
export function textIn(answer: Answer, ...path: readonly (string | number)[]): string {
  const found = at(answer.body, ...path)
  if (typeof found === 'string' && found !== '') return found
  const { method, target, number } = answer.exchange
  throw new Unmet(`The response to ${method} ${target} must have a string at /${path.join('/')}`, number)
}
