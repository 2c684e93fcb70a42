import type { JsonValue } from '@carebench/protocol'

const placeholder = /\{\{([^{}]+)\}\}/g

/** Thrown if the inserted values exceed the limit of a solution. */
export class CapturesTooLargeError extends Error {
  override readonly name = 'CapturesTooLargeError'
}

/**
 * Maximum number of characters that a solution may capture and insert, because all solutions of a task are in memory
 * together.
 */
export const maxFilledLength = 4 * 1024 * 1024

/**
 * The remaining characters for inserted values: a value that is captured and inserted repeatedly could grow without
 * limit.
 */
export class FillBudget {
  #left: number

  /** @param characters - of JSON, for all captured and inserted values */
  constructor(characters: number) {
    this.#left = characters
  }

  /** Returns a budget with as many characters remaining. */
  copy(): FillBudget {
    return new FillBudget(this.#left)
  }

  /** Throws a {@link CapturesTooLargeError} if fewer characters remain; then nothing remains. */
  take(characters: number): void {
    this.#left -= characters
    if (this.#left < 0)
      throw new CapturesTooLargeError(
        `The values that the solution captures and inserts must have at most ${maxFilledLength} characters of JSON: ` +
          'capture smaller values.',
      )
  }
}

/**
 * Replaces `{{name}}` by captured values in every string of a value. A string that consists of one placeholder becomes
 * the value itself, whatever its type. Unknown names are kept as they are. Throws a {@link CapturesTooLargeError} if
 * the budget is exceeded.
 */
export function fillPlaceholders(
  value: JsonValue,
  captured: ReadonlyMap<string, JsonValue>,
  budget: FillBudget,
): JsonValue {
  if (captured.size === 0) return value
  if (typeof value === 'string') {
    const whole = /^\{\{([^{}]+)\}\}$/.exec(value)?.[1]
    const filled = whole === undefined ? undefined : captured.get(whole)
    if (filled === undefined) return fillText(value, captured, budget)
    budget.take(JSON.stringify(filled).length)
    return filled
  }
  if (isArray(value)) return value.map((item) => fillPlaceholders(item, captured, budget))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, fillPlaceholders(member, captured, budget)]),
  )
}

/** Inserts values into one string; values that are not strings are inserted as JSON. */
export function fillText(text: string, captured: ReadonlyMap<string, JsonValue>, budget: FillBudget): string {
  if (captured.size === 0) return text
  return text.replaceAll(placeholder, (written, name: string) => {
    const value = captured.get(name)
    if (value === undefined) return written
    const filled = typeof value === 'string' ? value : JSON.stringify(value)
    budget.take(filled.length)
    return filled
  })
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
