import type { EventRecord, JsonObject, JsonValue, ScenarioStep } from '@carebench/protocol'

/** `{{data.auth_number}}`: a member of the event, by its path. */
const placeholder = /\{\{(at|type|data(?:\.[A-Za-z0-9_]+)+)\}\}/g

/**
 * A step that follows an event, with the placeholders in its texts replaced by what the event has: `{{at}}`, `{{type}}`, and
 * members of its data, such as `{{data.auth_number}}`. A list is written with commas; what the event lacks, as nothing. What is
 * put in is not read again.
 */
export function filledStep(step: ScenarioStep, event: EventRecord): ScenarioStep {
  const { type, ...members } = step
  return { ...(filled(members, event) as JsonObject), type }
}

function filled(value: JsonValue, event: EventRecord): JsonValue {
  if (typeof value === 'string') {
    return value.replaceAll(placeholder, (_, path: string) => textOf(memberAt(event, path.split('.'))))
  }
  if (Array.isArray(value)) return value.map((element: JsonValue) => filled(element, event))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, event)]))
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

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
