import type { TaskSession } from '@carebench/client'
import { fixtures } from '@carebench/fixtures'
import type { Counter, JsonObject, JsonValue } from '@carebench/protocol'

/** A call of a recorded solution. */
export interface RecordedCall extends JsonObject {
  readonly method: string
  readonly path: string
}

/** The calls of the first solution of a task of the benchmark `prior-auth`. */
export function recordedCalls(task: number): readonly RecordedCall[] {
  return listCalls(fixtures['prior-auth'].tasks[task]?.solutions?.[0])
}

/** Returns the calls of the solution that a counterexample follows, and then those of the counterexample. */
export function callsOfCounter(task: number, counter: Counter): readonly RecordedCall[] {
  const { solutions = [] } = fixtures['prior-auth'].tasks[task] ?? {}
  return [...listCalls(solutions.find(({ name }) => name === counter.after)), ...listCalls(counter)]
}

/** Lists the calls of a solution or a counterexample; none if there is none. */
export function listCalls(recorded: { readonly calls: readonly JsonObject[] } | undefined): readonly RecordedCall[] {
  return (recorded?.calls ?? []).map(({ method, path, ...rest }) => ({
    ...rest,
    method: String(method),
    path: String(path),
  }))
}

/** Makes calls in a session, one after another, with the values that they capture. */
export async function makeCalls(
  session: TaskSession,
  calls: readonly RecordedCall[],
  wait: (milliseconds: number) => Promise<void>,
): Promise<void> {
  let captured: JsonObject = {}
  for (const call of calls) {
    await wait(Number(call.delay_seconds ?? 0) * 1000)
    const answer = await makeCall(session, withCaptured(call, captured))
    const names = Object.entries((call.capture ?? {}) as Readonly<Record<string, string>>)
    captured = { ...captured, ...Object.fromEntries(names.map(([name, path]) => [name, memberAt(answer, path)])) }
  }
}

/** Makes a call of a recorded solution in a session. */
export async function makeCall(session: TaskSession, { method, path, body }: RecordedCall): Promise<JsonValue> {
  const [group, ...rest] = path.split('/')
  if (method === 'DELETE') {
    const [type = '', id = ''] = rest
    await session.fhir.delete(type, id)
    return null
  }
  const system = group === 'portal' ? session.portal : session.fhir
  return (await system.request(method, rest.join('/'), body)) as JsonValue
}

function withCaptured(call: RecordedCall, captured: JsonObject): RecordedCall {
  const written = JSON.stringify(call).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(captured[name]))
  return JSON.parse(written) as RecordedCall
}

function memberAt(answer: JsonValue, path: string): JsonValue {
  return path
    .split('/')
    .slice(1)
    .reduce<JsonValue>((value, key) => (value as JsonObject)[key] as JsonValue, answer)
}
