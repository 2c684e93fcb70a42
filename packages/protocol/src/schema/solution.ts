import { type Static, Type } from 'typebox'
import { patterns } from './pattern.js'
import { anyJson, closed, nameOf, recordOf } from './primitives.js'

const call = {
  method: Type.String({ pattern: patterns.method }),
  /** Group and path below it, with its query: `portal/prior-auths?status=denied`. */
  path: Type.String({ minLength: 1 }),
  /** Header names in any case. Without a content-type that of the body is taken. */
  headers: Type.Optional(recordOf(Type.String())),
  /** How far the playground's clock goes on before the call. */
  delay_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 31_536_000 })),
  /** Names for values of the JSON answer, by JSON Pointer: `{"number": "/auth_number"}`. */
  capture: Type.Optional(recordOf(Type.String())),
}

const solutionCall = Type.Union([
  closed({ ...call, body: Type.Optional(anyJson) }),
  // A message, a file: what is no JSON.
  closed({ ...call, text: Type.String() }),
])

/**
 * A recorded way to solve a task, for the audit; never shown on v1. Its calls are made one after the other in a fresh
 * playground, then the task is completed with `output`. In paths, bodies, texts and the output `{{name}}` stands for what
 * an earlier call captured under that name; a string that is nothing else becomes the value itself.
 */
export const solution = closed({
  name: nameOf(100),
  calls: Type.Array(solutionCall, { maxItems: 1000 }),
  output: Type.Optional(anyJson),
})
export type Solution = Static<typeof solution>
export type SolutionCall = Solution['calls'][number]
