import type { JsonValue } from '@carebench/protocol'
import type { EvidenceSource, VerifyOptions } from '@carebench/verifier'
import type { FrozenTask, UnauditedVersion } from '../../documents/collections/authoring.js'
import type { PlaygroundEvidence } from '../../playground/playground-evidence.js'

/** Returns the evidence of a task in the form of the verifier. */
export function taskEvidence(
  version: UnauditedVersion,
  task: FrozenTask,
  { final, initial, withoutAgent, events, loggedReads }: PlaygroundEvidence,
  output?: JsonValue,
): EvidenceSource {
  return {
    ...final,
    initial,
    ...(withoutAgent && { without_agent: withoutAgent }),
    events,
    logged_reads: loggedReads,
    entities: version.entities,
    bound: task.bound,
    ...(output === undefined ? {} : { output }),
  }
}

/** Returns the scoring options of a task of a version. */
export function toVerifyOptions(
  { overrides: { pass_threshold, axis_weights } }: UnauditedVersion,
  { items, ends_at }: FrozenTask,
): VerifyOptions {
  return {
    ...(items && { items }),
    ...(items && ends_at !== undefined && { ends_at }),
    ...(pass_threshold === undefined ? {} : { pass_threshold }),
    ...(axis_weights === undefined ? {} : { axis_weights }),
  }
}
