import type { TaskSession } from '@carebench/client'
import { fixtures } from '@carebench/fixtures'
import type { JsonObject } from '@carebench/protocol'

/** A call of a recorded solution. */
export interface RecordedCall extends JsonObject {
  readonly method: string
  readonly path: string
}

/** The calls of the first solution of a task of the benchmark `prior-auth`. */
export function recordedCalls(task: number): readonly RecordedCall[] {
  const calls: readonly JsonObject[] = fixtures['prior-auth'].tasks[task]?.solutions?.[0]?.calls ?? []
  return calls.map(({ method, path, ...rest }) => ({ ...rest, method: String(method), path: String(path) }))
}

/** Makes a call of a recorded solution in a session. */
export async function makeCall(session: TaskSession, { method, path, body }: RecordedCall): Promise<void> {
  const [group, ...rest] = path.split('/')
  const system = group === 'portal' ? session.portal : session.fhir
  await system.request(method, rest.join('/'), body)
}
