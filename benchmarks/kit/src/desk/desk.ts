import type { TaskSession } from '@carebench/client'
import type { JsonObject, JsonValue } from '@carebench/protocol'

/** The response of a system: its JSON, or undefined if it is not JSON. */
export interface DeskAnswer {
  readonly status: number
  readonly answer: JsonValue | undefined
  readonly text: string
}

/** An agent's access to a started task: the task item, and calls to the systems. */
export interface Desk {
  readonly task: string
  readonly taskItem: JsonObject
  /** The same task through the client, which throws if a system rejects a call. */
  readonly session: TaskSession
  /**
   * Calls a system by the path below the run: `fhir/Patient?identifier=…`, `portal@west/prior-auths`, `wait`. `text` is
   * sent as it is, in place of a JSON `body`.
   */
  call(
    method: string,
    path: string,
    body?: JsonValue,
    headers?: Readonly<Record<string, string>>,
    text?: string,
  ): Promise<DeskAnswer>
}

/** Returns the value at a JSON Pointer; undefined if there is none. */
export function memberAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let at: unknown = value
  for (const name of pointer.split('/').slice(1)) {
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined
  }
  return at as JsonValue | undefined
}

/** Returns the text at a JSON Pointer; empty if there is none. */
export function textAt(value: JsonValue | undefined, pointer: string): string {
  const found = memberAt(value, pointer)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** Returns the items of the list at a JSON Pointer; none if the value is not a list. */
export function listAt(value: JsonValue | undefined, pointer: string): readonly JsonValue[] {
  const found = memberAt(value, pointer)
  return Array.isArray(found) ? found : []
}

/** Returns the resources that a FHIR search finds, in the order of the server. */
export async function searchFhir(desk: Desk, query: string): Promise<readonly JsonValue[]> {
  const { answer } = await desk.call('GET', `fhir/${query}`)
  return listAt(answer, '/entry').flatMap((entry) => memberAt(entry, '/resource') ?? [])
}

/** A person named by a task item; texts that the item lacks are empty. */
export interface NamedPerson {
  readonly mrn: string
  readonly given: string
  readonly family: string
  readonly born: string
}

/** Returns the first person in a task item: a record number, or a name with a date of birth. */
export function personIn(taskItem: JsonValue | undefined): NamedPerson {
  const text = JSON.stringify(taskItem ?? null)
  const [mrn = ''] = /MRN\d+/.exec(text) ?? []
  const match = /([\p{L}'-]+) ([\p{L}'-]+)(?:, | \()(?:born |date of birth )?(\d{4}-\d\d-\d\d)/u.exec(text)
  const [, given = '', family = '', born = ''] = match ?? []
  return { mrn, given, family, born }
}
