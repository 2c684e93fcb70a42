import { Type } from 'typebox'
import { actors } from '../../evidence.js'
import type { LogEntry, RecordedAnswer } from '../../playground-log.js'
import { harms, severities } from '../../severity.js'
import { systemKey } from '../environment.js'
import { evidenceDifferences, evidenceSnapshot } from '../evidence.js'
import {
  anyJson,
  anyJsonObject,
  choiceSchema,
  closed,
  dateTime,
  type MembersOf,
  nullable,
  recordSchema,
} from '../primitives.js'
import { itemScores, verdicts } from '../run.js'
import { verifiedCriterion, verifyOptions } from './criteria-file.js'

const digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const score = Type.Number({ minimum: 0, maximum: 1 })

/** The server's attestation of a record, with its Ed25519 signature. */
const attestation = closed({
  algorithm: choiceSchema(['Ed25519']),
  key: Type.String(),
  statement: closed({
    version: Type.Literal(1),
    seal: digest,
    task_run_id: Type.String(),
    solver_id: nullable(Type.String()),
    scored: Type.Boolean(),
    task: Type.String(),
    benchmark: closed({
      name: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      digest,
      tasks: Type.Integer({ minimum: 1 }),
    }),
  }),
  signature: Type.String(),
})

const seal = closed({
  algorithm: choiceSchema(['sha256']),
  /** The digests of the parts of the record, by JSON Pointer. */
  parts: recordSchema(digest),
  log: Type.Optional(Type.Array(digest)),
  digest,
  attestation: Type.Optional(attestation),
})

const recordedCriterionRun = Type.Object({
  criterion_id: nullable(Type.String()),
  label: Type.String(),
  outcome: choiceSchema(['passed', 'failed', 'undecided', 'unsupported', 'errored']),
  passed: Type.Boolean(),
  score,
  details: Type.String(),
  evidence: nullable(anyJsonObject),
  axis: Type.String(),
  weight: Type.Number({ minimum: 0 }),
  guard: Type.Boolean(),
  severity: Type.Optional(nullable(choiceSchema(severities))),
  harm: Type.Optional(nullable(choiceSchema(harms))),
  item: Type.Optional(Type.String()),
})

const verification = Type.Object({
  score: nullable(score),
  raw_score: Type.Optional(nullable(score)),
  capped_by: Type.Optional(Type.Array(Type.String())),
  verdict: nullable(choiceSchema(verdicts)),
  axes: recordSchema(Type.Object({ score, weight: Type.Number({ minimum: 0 }) })),
  items: Type.Optional(itemScores),
  criterion_runs: Type.Array(recordedCriterionRun),
})

const logEntry = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  at: dateTime,
  actor: choiceSchema(actors),
  action: Type.Object({ kind: choiceSchema(['call', 'scenario', 'wait', 'seal']) }),
  effects: Type.Array(Type.Object({ simulator: Type.String(), effect: anyJson })),
  events: Type.Array(Type.Object({ type: Type.String(), data: anyJson })),
  response: nullable(Type.Object({ status: Type.Integer(), digest: Type.String() })),
  answers: Type.Optional(
    Type.Array(
      Type.Object({ port: Type.String(), question: digest, answer: anyJson } satisfies MembersOf<RecordedAnswer>),
    ),
  ),
  engine: Type.String(),
} satisfies MembersOf<LogEntry>)

const dataset = { type: Type.String(), simulator: Type.Optional(Type.String()), config: anyJson }
const datasets = Type.Array(Type.Object(dataset))
const simulator = { type: Type.String(), key: Type.Optional(systemKey), config: anyJsonObject }

/** The task's changes to the environment: configurations that replace those of simulators, and additional datasets. */
const taskEnvironment = closed({ configs: recordSchema(anyJsonObject), datasets })

const environment = closed({
  seeded_at: dateTime,
  simulators: Type.Array(Type.Object(simulator)),
  datasets,
  task_environment: Type.Optional(taskEnvironment),
})

const head = {
  $schema: Type.Optional(Type.String()),
  kind: choiceSchema(['task-run']),
}

const judged = {
  engine: Type.Object({ verifier: Type.String(), simulators: Type.Optional(Type.String()) }),
  about: Type.Optional(anyJsonObject),
  task: Type.Optional(anyJsonObject),
  criteria: Type.Array(verifiedCriterion),
  options: verifyOptions,
}

/** Null if the verification failed. */
const result = nullable(verification)

const replayed = {
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
  log: Type.Optional(Type.Array(logEntry)),
  seal,
}

/**
 * The schema of the record of one task run, version 1: everything that its verification depended on, and the result.
 */
export const taskRunRecord = closed({
  ...head,
  version: Type.Literal(1),
  ...judged,
  evidence: evidenceSnapshot,
  result,
  environment: Type.Optional(environment),
  ...replayed,
})

/**
 * The schema of the record of one task run, version 2: it names its base and contains the differences of the evidence
 * from that base.
 */
export const taskRunRecord2 = closed({
  ...head,
  version: Type.Literal(2),
  ...judged,
  evidence: evidenceDifferences,
  result,
  base: closed({ digest, seeded_at: dateTime, task_environment: Type.Optional(taskEnvironment) }),
  ...replayed,
})

/** The schema of the base that records of version 2 name: the environment of a benchmark version. */
export const recordBase = closed({
  $schema: Type.Optional(Type.String()),
  kind: choiceSchema(['record-base']),
  version: Type.Literal(1),
  /** SHA-256 in hex, over canonical JSON, of `{simulators, datasets}`. */
  digest,
  simulators: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), ...simulator })),
  /** Ancestors come before their descendants. */
  datasets: Type.Array(Type.Object({ id: Type.String(), ...dataset })),
})

const runHead = {
  $schema: Type.Optional(Type.String()),
  kind: choiceSchema(['benchmark-run']),
}

/** The schema of the record of a whole run, version 1. */
export const benchmarkRunRecord = closed({
  ...runHead,
  version: Type.Literal(1),
  about: anyJsonObject,
  task_runs: Type.Array(taskRunRecord),
  seal,
})

/** The schema of the record of a whole run, version 2: records of some task runs name their base. */
export const benchmarkRunRecord2 = closed({
  ...runHead,
  version: Type.Literal(2),
  about: anyJsonObject,
  task_runs: Type.Array(Type.Union([taskRunRecord2, taskRunRecord])),
  seal,
})
