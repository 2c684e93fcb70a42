import { type Static, Type } from 'typebox'
import { actors } from '../evidence.js'
import { anyJson, closed, dateTime, id, nullable, oneOf, recordOf } from './primitives.js'

/**
 * `pending`: reserved by a task run that has not started. `active`: its systems answer and change. `frozen`: its task run
 * has ended; its systems are as they were then. `torn_down`: its systems answer no more.
 */
export const playgroundStatuses = ['pending', 'active', 'frozen', 'torn_down'] as const
export type PlaygroundStatus = (typeof playgroundStatuses)[number]

const seed = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const playground = Type.Object({
  id,
  /** Null for a run of another organization's benchmark. */
  environment_id: nullable(id),
  /** Null for one that stands alone. */
  task_run_id: nullable(id),
  status: oneOf(playgroundStatuses),
  /** Of everything that is generated inside; null for that of a task run, whose snapshot has it. */
  seed: nullable(seed),
  created_at: dateTime,
})
/** A running environment. Specification 1. */
export type Playground = Static<typeof playground>

export const createPlaygroundBody = closed({ environment_id: id, seed: Type.Optional(seed) })

export const sandboxCredentials = Type.Object({
  username: Type.String(),
  password: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
})

export const sandbox = Type.Object({
  id,
  type: Type.String(),
  /** Absent for the first of its type. */
  key: Type.Optional(Type.String()),
  playground_id: id,
  /** That of its playground. */
  status: oneOf(playgroundStatuses),
  credentials: sandboxCredentials,
  /** The path of each of its groups, without a slash at the end. */
  endpoints: recordOf(Type.String()),
  created_at: dateTime,
})
/** A running simulator. Specification 1. */
export type Sandbox = Static<typeof sandbox>

export const sandboxEvent = Type.Object({
  /** Unique in its playground. */
  id,
  /** The number of the entry of the playground's log. */
  seq: Type.Integer({ minimum: 1 }),
  /** The playground's clock. */
  at: dateTime,
  actor: oneOf(actors),
  type: Type.String(),
  data: anyJson,
})
/** Something that happened in a sandbox. */
export type SandboxEvent = Static<typeof sandboxEvent>
