import { type Static, Type } from 'typebox'
import { patterns } from './pattern.js'
import { anyJson, closed, nameSchema, recordSchema } from './primitives.js'

const call = {
  method: Type.String({ pattern: patterns.method }),
  /** The group and the path below it, with the query: `portal/prior-auths?status=denied`. */
  path: Type.String({ minLength: 1 }),
  /** Header names in any case. The default content-type follows from the body. */
  headers: Type.Optional(recordSchema(Type.String())),
  /** Seconds by which the playground's clock advances before the call. */
  delay_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 31_536_000 })),
  /** Names for values in the JSON response, each with its JSON Pointer: `{"number": "/auth_number"}`. */
  capture: Type.Optional(recordSchema(Type.String())),
}

const solutionCall = Type.Union([
  closed({ ...call, body: Type.Optional(anyJson) }),
  // For bodies that are not JSON, such as a message or a file.
  closed({ ...call, text: Type.String() }),
])

/**
 * A recorded way to solve a task, for the audit; never visible on v1. Its calls are made one after another in a fresh
 * playground, then the task is completed with `output`. In paths, headers, bodies, texts and the output, `{{name}}` is
 * replaced by the value that an earlier call captured under that name; a string of a body or the output that consists
 * of one placeholder becomes the value itself.
 */
export const solution = closed({
  name: nameSchema(100),
  calls: Type.Array(solutionCall, { maxItems: 1000 }),
  output: Type.Optional(anyJson),
})
export type Solution = Static<typeof solution>

/**
 * Recorded calls that do harm, for the audit; never visible on v1. They are made like those of a solution, in a fresh
 * playground, or after the calls of the solution that `after` names, whose output is submitted if the counterexample
 * has none. The audit demands that the criteria with the labels `fails` end `failed`, and that the verdict is not
 * `pass`.
 */
export const counter = closed({
  name: nameSchema(100),
  /** The name of a solution of the task. Default: none; the calls are made alone. */
  after: Type.Optional(nameSchema(100)),
  calls: Type.Array(solutionCall, { maxItems: 1000 }),
  output: Type.Optional(anyJson),
  /** Labels of criteria of the task. */
  fails: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 100 }),
})
export type Counter = Static<typeof counter>
export type SolutionCall = Solution['calls'][number]
