import { type Static, Type } from 'typebox'
import { actors } from '../evidence.js'
import { anyJson, choiceSchema, closed, dateTime, id, nullable, recordSchema } from './primitives.js'

/**
 * `pending`: reserved by a task run that has not started. `active`: its systems accept calls. `frozen`: its task run
 * has ended; its systems can be read in their final state. `torn_down`: its systems accept no calls.
 */
export const playgroundStatuses = ['pending', 'active', 'frozen', 'torn_down'] as const
export type PlaygroundStatus = (typeof playgroundStatuses)[number]

const seed = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const playground = Type.Object({
  id,
  /** Null for a run of another organization's benchmark. */
  environment_id: nullable(id),
  /** Null for a standalone playground. */
  task_run_id: nullable(id),
  status: choiceSchema(playgroundStatuses),
  /** The seed of everything random in it; null for a task run's playground, because the snapshot has the seed. */
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

const wireKinds = ['mllp', 'sftp', 'webhook', 'sms-api', 'fax-api'] as const
export type WireKind = (typeof wireKinds)[number]

const host = Type.String({ minLength: 1 })
const port = Type.Integer({ minimum: 1, maximum: 65_535 })

export const wire = Type.Object({
  kind: choiceSchema(wireKinds),
  host,
  port,
  /** Whether connections begin with a TLS handshake. Only for `mllp`, `sms-api` and `fax-api`. */
  tls: Type.Optional(Type.Boolean()),
  /**
   * The credentials of the sandbox. Only for `sftp` and `sms-api`; `fax-api` has only a password, the key of its
   * requests.
   */
  username: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  /** The fingerprint of the host key as OpenSSH writes it, `SHA256:…`. Only for SFTP. */
  host_key_fingerprint: Type.Optional(Type.String()),
  /**
   * The address at which the sandbox delivers messages to the agent. Only for MLLP, if the server is set up to deliver.
   */
  listener: Type.Optional(Type.Object({ host, port })),
  /** The address at which the sandbox announces arrivals; the base of the paths of `sms-api` and `fax-api`. */
  url: Type.Optional(Type.String({ minLength: 1 })),
  /** The secret that signs webhooks, `whsec_…`. */
  secret: Type.Optional(Type.String({ minLength: 1 })),
})
/** A channel of a sandbox: an address, besides its paths on the service, at which the agent and the sandbox connect. */
export type Wire = Static<typeof wire>

/** The outcomes of a webhook's request; `retried`: the request is sent again. */
const webhookOutcomes = ['delivered', 'retried', 'dropped'] as const

const webhookDelivery = Type.Object({
  /** The header `webhook-id`. */
  id: Type.String({ minLength: 1 }),
  /** The type of the event: `fax.received`. */
  type: Type.String(),
  /** The id, in its system, of the record that has arrived. */
  item_id: Type.String(),
  /** The host of the receiver. */
  host,
  /** The time of the last request, by the clock of the server. */
  at: dateTime,
  /** The number of requests so far. */
  attempt: Type.Integer({ minimum: 1 }),
  outcome: choiceSchema(webhookOutcomes),
  /** The status of the last response; null if there was none. */
  status: nullable(Type.Integer({ minimum: 100, maximum: 999 })),
})
/** A webhook, with the outcome of its last request. */
export type WebhookDelivery = Static<typeof webhookDelivery>

export const sandbox = Type.Object({
  id,
  type: Type.String(),
  /** Absent for the first of its type. */
  key: Type.Optional(Type.String()),
  playground_id: id,
  /** The status of its playground. */
  status: choiceSchema(playgroundStatuses),
  credentials: sandboxCredentials,
  /** The path of each of its groups, without a trailing slash. */
  endpoints: recordSchema(Type.String()),
  /** Its channels other than HTTP, while it is active. Absent if there are none, and in lists. */
  wires: Type.Optional(Type.Array(wire)),
  /** The last 100 webhooks that announced arrivals in it, newest first. Absent if there are none, and in lists. */
  webhooks: Type.Optional(Type.Array(webhookDelivery)),
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
  actor: choiceSchema(actors),
  type: Type.String(),
  data: anyJson,
})
/** An event in a sandbox. */
export type SandboxEvent = Static<typeof sandboxEvent>
