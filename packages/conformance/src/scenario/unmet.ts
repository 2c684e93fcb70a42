import { type Answer, at } from '../exchange/exchange.js'

/** Thrown if a precondition of a check was not met. */
export class UnmetPreconditionError extends Error {
  override readonly name = 'UnmetPreconditionError'

  constructor(
    message: string,
    /** The number of the exchange that shows it. */
    readonly exchange?: number,
  ) {
    super(message)
  }
}

/**
 * Returns the response if it has one of the expected statuses. Throws an {@link UnmetPreconditionError} that contains
 * the actual one.
 */
export function must(answer: Answer, ...statuses: readonly number[]): Answer {
  if (statuses.includes(answer.status)) return answer
  const { method, target, number, body } = answer.exchange
  const expected = statuses.join(' or ')
  throw new UnmetPreconditionError(
    `${method} ${target} must be answered ${expected} for this check, but was answered ${answer.status}: ` +
      `${body.slice(0, 200)}`,
    number,
  )
}

/** Returns the string at a path in a response. Throws an {@link UnmetPreconditionError} if it is missing or empty. */
export function textIn(answer: Answer, ...path: readonly (string | number)[]): string {
  const found = at(answer.body, ...path)
  if (typeof found === 'string' && found !== '') return found
  const { method, target, number } = answer.exchange
  throw new UnmetPreconditionError(
    `The response to ${method} ${target} must have a string at /${path.join('/')}`,
    number,
  )
}
