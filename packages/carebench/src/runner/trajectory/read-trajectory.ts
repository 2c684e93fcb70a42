import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import { isTooDeep, tooDeep } from '../json-depth.js'
import { findTrajectoryFaults, type TrajectoryFault } from './trajectory-faults.js'

/** A trajectory of another program, or the faults of the document. */
export type ReadTrajectory =
  | { readonly kind: 'valid'; readonly trajectory: Trajectory }
  | { readonly kind: 'invalid'; readonly faults: readonly TrajectoryFault[] }

const olderVersion = /^ATIF-v1\.[0-6]$/

/**
 * Reads a document in a version of ATIF from 1.0 to 1.7, and converts it to version 1.7. The original version becomes
 * `extra.schema_version`. A reference to a subagent by session alone, which was valid up to version 1.6, becomes
 * `extra.subagent_session_ids` of its result. Accepts members that the original version did not have.
 */
export function readTrajectory(document: unknown): ReadTrajectory {
  if (isTooDeep(document)) return { kind: 'invalid', faults: [{ path: '', message: tooDeep }] }
  const current = upgradeTrajectory(document)
  const faults = findTrajectoryFaults(current)
  return faults.length > 0 ? { kind: 'invalid', faults } : { kind: 'valid', trajectory: current as Trajectory }
}

function upgradeTrajectory(document: unknown): unknown {
  if (!isJsonObject(document)) return document
  const { schema_version: version, steps, extra, subagent_trajectories: subagents } = document
  const inner = Array.isArray(subagents) ? { subagent_trajectories: subagents.map(upgradeTrajectory) } : {}
  if (typeof version !== 'string' || !olderVersion.test(version)) return { ...document, ...inner }
  return {
    ...document,
    ...inner,
    schema_version: 'ATIF-v1.7',
    ...(Array.isArray(steps) && { steps: steps.map(upgradeStep) }),
    // An invalid `extra` is kept, so that it is reported.
    ...((extra === undefined || extra === null || isJsonObject(extra)) && {
      extra: { ...extra, schema_version: version },
    }),
  }
}

function upgradeStep(step: JsonValue): JsonValue {
  if (!isJsonObject(step) || !isJsonObject(step.observation)) return step
  const { observation } = step
  if (!Array.isArray(observation.results)) return step
  return { ...step, observation: { ...observation, results: observation.results.map(upgradeResult) } }
}

function upgradeResult(result: JsonValue): JsonValue {
  if (!isJsonObject(result)) return result
  const { subagent_trajectory_ref: references, ...rest } = result
  if (!Array.isArray(references)) return result
  const sessions = references.filter(isSessionOnly)
  if (sessions.length === 0) return result
  const left = references.filter((reference) => !isSessionOnly(reference))
  return {
    ...rest,
    ...(left.length > 0 && { subagent_trajectory_ref: left }),
    extra: {
      ...(isJsonObject(rest.extra) && rest.extra),
      subagent_session_ids: sessions.map(({ session_id: id }) => id ?? null),
    },
  }
}

function isSessionOnly(reference: JsonValue): reference is JsonObject {
  return (
    isJsonObject(reference) &&
    typeof reference.session_id === 'string' &&
    (reference.trajectory_path ?? null) === null &&
    (reference.trajectory_id ?? null) === null
  )
}
