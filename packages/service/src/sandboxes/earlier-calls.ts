import { type RecordedBody, type RefusedBody, type SimulatorCall, withSystemKey } from '@carebench/protocol'
import { base64 } from '@scure/base'
import type { ServiceContext } from '../context/context.js'
import { locateSandbox } from './find-sandbox.js'
import { readStanding, toRef } from './standing-playground.js'

/** A logged call of the agent to a sandbox. */
export interface EarlierCall extends Pick<SimulatorCall, 'method' | 'path'> {
  /** Its place in the log. */
  readonly seq: number
  /** The group that it came under: `hl7`. */
  readonly group: string
  /** The status of its response. */
  readonly status: number
  /** The unparsed body; null without a body, for JSON, and if the log has not kept it. */
  readonly body: Uint8Array | null
}

/** A response of a simulated system. */
export interface EarlierAnswer {
  readonly status: number
  readonly body: RecordedBody | null
}

/** Entries that are read at a time: each may have a body of a megabyte. */
const page = 50

/** Returns the calls of the agent to a sandbox, in order; none if there is no such sandbox. */
export async function* earlierCalls(context: ServiceContext, id: string): AsyncIterable<EarlierCall> {
  const located = await locateSandbox(context, id)
  if (located === undefined) return
  const name = withSystemKey(located.type, located.key)
  for (let from = 1; ; from += page) {
    const entries = await context.store.log.read(located.playground.id, from, page)
    for (const { seq, actor, action, response } of entries) {
      if (actor !== 'agent' || action.kind !== 'call' || action.simulator !== name || response === null) continue
      const { group, call } = action
      const { method, path, body } = call
      yield { seq, group, method, path, status: response.status, body: body && readBytes(body) }
    }
    if (entries.length < page) return
  }
}

/** Returns the response to a call, reproduced from the log; undefined if that is impossible. */
export async function answerAgain(
  context: ServiceContext,
  id: string,
  seq: number,
): Promise<EarlierAnswer | undefined> {
  const located = await locateSandbox(context, id)
  if (located === undefined) return undefined
  const ref = await toRef(context, await readStanding(context, located.playground))
  return context.playgrounds.with(ref, (playground) => playground.answerAgain(seq))
}

function readBytes(body: RecordedBody | RefusedBody): Uint8Array | null {
  if ('text' in body) return new TextEncoder().encode(body.text)
  return 'base64' in body ? base64.decode(body.base64) : null
}
