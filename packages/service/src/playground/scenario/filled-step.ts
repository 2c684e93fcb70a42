import type { EventRecord, JsonObject, JsonValue, ScenarioStep } from '@carebench/protocol'

/** `{{data.auth_number}}`: a member of the event, by its path. */
const placeholder = /\{\{(at|type|data(?:\.[A-Za-z0-9_]+)+)\}\}/g

/** The number of characters that may still be inserted into steps. */
export interface QuoteBudget {
  left: number
}

/**
 * Returns a step that follows an event, with the placeholders in its texts replaced by what the event has: `{{at}}`,
 * `{{type}}`, and members of its data, such as `{{data.auth_number}}`. A list is written with commas, and a missing
 * member as nothing. Inserted text is not searched for placeholders. Text beyond the budget is left out, because a step
 * may quote a long text thousands of times.
 */
export function filledStep(step: ScenarioStep, event: EventRecord, budget: QuoteBudget): ScenarioStep {
  const { type, ...members } = step
  return { ...(filled(members, event, budget) as JsonObject), type }
}

function filled(value: JsonValue, event: EventRecord, budget: QuoteBudget): JsonValue {
  if (typeof value === 'string') {
    return value.replaceAll(placeholder, (_, path: string) => {
      const text = writeText(memberAt(event, path.split('.')))
      if (text.length > budget.left) return ''
      budget.left -= text.length
      return text
    })
  }
  if (Array.isArray(value)) return value.map((element: JsonValue) => filled(element, event, budget))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, event, budget)]))
}

function memberAt({ at, type, data }: EventRecord, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, name) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
      return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined
    },
    { at, type, data },
  )
}

function writeText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(writeText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
