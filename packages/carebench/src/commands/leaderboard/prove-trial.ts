import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { defaultSystems, NotReplayableError, type RecordOpener, replayRecord } from '@carebench/service'
import { regrade } from '@carebench/systems/verifier'
import {
  type BySeverity,
  countBroken,
  countedRuns,
  InvalidCriteriaError,
  InvalidEvidenceError,
  type RecordAttestation,
  totalBroken,
  verifierVersion,
} from '@carebench/verifier'
import { nameTaskRun, type RecordedTaskRun, readRecordFile } from '../../files/record-file.js'
import type { RunFolder } from '../../files/run-folder.js'
import { type TrialResult, trialPath } from '../../runner/results/trial-result.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { shortenJson } from '../../terminal/text-layout.js'
import type { ProvenTrial } from './leaderboard.js'
import { isSigned, type TrustedKeys } from './trusted-keys.js'

/** The proven result of a trial, or why its record proves nothing. */
export type TrialProof =
  | {
      readonly proven: true
      readonly trial: ProvenTrial
      readonly broken: BySeverity
      /** The part of `broken` that the agent broke by omission. */
      readonly left_undone: BySeverity
      readonly attestation: RecordAttestation
      readonly completedAt: string
    }
  | { readonly proven: false; readonly why: string }

/**
 * Proves a scored trial from its record alone: the seal is intact and signed by a trusted server for this task of this
 * benchmark, replaying the calls gives the same responses and states, regrading the evidence gives the same result, and
 * that is the result in the folder.
 */
export function proveTrial(folder: RunFolder, result: TrialResult, keys: TrustedKeys, bases: RecordOpener): TrialProof {
  const file = join(folder.path, trialPath(result.key), `attempt-${result.attempt}`, 'record.json.gz')
  if (!existsSync(file)) return refuse('it has no record')
  try {
    const { record, seal } = readRecordFile(file, undefined)
    if (record.kind !== 'task-run') return refuse('its record is not that of a task run')
    const attestation = record.seal.attestation
    if (!isJsonObject(attestation)) return refuse('its record is not signed; run on a server with a signing key')
    const why = whyNotAttested(folder, result, record, attestation, keys)
    if (why !== undefined) return refuse(why)
    // Checked only now: the attestation reveals a record that was changed and sealed again.
    if (!seal.ok) return refuse(`its record was changed after it was sealed, at ${seal.changes[0]?.path || '/'}`)
    const otherwise = whyNotRepeated(record, bases)
    if (otherwise !== undefined) return refuse(otherwise)
    return makeProof(result, record, attestation)
  } catch (error) {
    if (!isAboutTheRecord(error)) throw error
    return refuse(`its record cannot be used: ${(error as Error).message}`)
  }
}

function refuse(why: string): TrialProof {
  return { proven: false, why }
}

function isAboutTheRecord(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof NotReplayableError ||
    error instanceof InvalidCriteriaError ||
    error instanceof InvalidEvidenceError ||
    error instanceof RangeError
  )
}

/** Returns why the signature does not prove that the record belongs to this trial; undefined if it does. */
function whyNotAttested(
  folder: RunFolder,
  { key }: TrialResult,
  record: RecordedTaskRun,
  attestation: RecordAttestation,
  keys: TrustedKeys,
): string | undefined {
  if (!isJsonObject(attestation.statement) || !isJsonObject(attestation.statement.benchmark)) {
    return 'the statement about its record is malformed'
  }
  if (!keys.has(attestation.key)) {
    return `its record is signed by an unknown key, ${shortenJson(attestation.key, 100)}`
  }
  if (!isSigned(attestation, keys)) return 'the signature of its record is not that of the server'
  const { version, seal, task, scored, benchmark } = attestation.statement
  if (version !== 1) return 'the statement about its record has an unknown version'
  if (seal !== record.seal.digest) return 'its record was sealed again after the server had signed it'
  if (task !== key.task) return `its record is that of the task ${JSON.stringify(task)} (${nameTaskRun(record)})`
  if (!scored) return 'its run was not scored'
  const reference = `${benchmark.name}@${benchmark.version}`
  if (reference !== folder.benchmark || benchmark.digest !== folder.lock.benchmarkDigest) {
    return (
      `its record is of ${reference} with the digest ${benchmark.digest.slice(0, 12)}, not of ${folder.benchmark} ` +
      `with ${folder.lock.benchmarkDigest.slice(0, 12)}`
    )
  }
  return undefined
}

/** Returns why replay and regrade do not confirm the record; undefined if they do. */
function whyNotRepeated(record: RecordedTaskRun, bases: RecordOpener): string | undefined {
  const replay = replayRecord(record, defaultSystems, bases.baseOf(record))
  const { verifier } = record.engine
  const { recorded, replayed } = replay.engine
  if (verifier !== verifierVersion || recorded !== replayed) {
    return (
      `its record was made by other versions (verifier ${verifier}, simulators ${recorded}) than these ` +
      `(${verifierVersion}, ${replayed})`
    )
  }
  if (!regrade(bases.open(record)).same) return 'its evidence gives another result'
  if (replay.same) return undefined
  return replay.divergence === null
    ? 'its calls lead to other evidence'
    : `entry ${replay.divergence.seq} of its log cannot be replayed`
}

function makeProof(
  scored: TrialResult,
  { result, seal, about }: RecordedTaskRun,
  attestation: RecordAttestation,
): TrialProof {
  if (result === null || result.verdict === null || result.score === null) return refuse('its record has no verdict')
  const { verdict, score, items, criterion_runs } = result
  if (scored.verdict !== verdict || scored.score !== score) {
    return refuse(
      `result.json says ${scored.verdict} with the score ${scored.score}, the record ${verdict} with ${score}`,
    )
  }
  const broken = countBroken(countedRuns(criterion_runs, items))
  return {
    proven: true,
    trial: {
      task: scored.key.task,
      trial: scored.key.trial,
      task_run_id: attestation.statement.task_run_id,
      seal_digest: seal.digest,
      verdict,
      score,
    },
    left_undone: broken.left_undone,
    broken: totalBroken(broken),
    attestation,
    completedAt: typeof about?.completed_at === 'string' ? about.completed_at : '',
  }
}
