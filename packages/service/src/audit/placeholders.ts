import type { JsonValue } from '@carebench/protocol'

const placeholder = /\{\{([^{}]+)\}\}/g

/** Placeholders would come to more than a solution may take. */
export class FilledTooLarge extends Error {
  override readonly name = 'FilledTooLarge'
}

/** What placeholders may still come to: a value that is captured and filled in again and again grows without end. */
export class FillBudget {
  #left: number

  /** @param characters - of JSON, of all that is captured and filled in */
  constructor(characters: number) {
    this.#left = characters
  }

  /** Throws a {@link FilledTooLarge} if there are no more so many; then there are none for anything else either. */
  take(characters: number): void {
    this.#left -= characters
    if (this.#left < 0)
      throw new FilledTooLarge('The values inserted for the placeholders of the solution exceed the limit.')
  }
}

/**
 * Puts captured values in the place of `{{name}}` in every string of a value. A string that is nothing else becomes the
 * value itself, whatever its type. Names that were not captured stay as they are written. Throws a {@link FilledTooLarge}.
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

/** The same in one text: a value that is no string as its JSON. */
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
