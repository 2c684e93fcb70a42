import type { PlaygroundEvidence } from '@carebench/playground'
import type { JsonValue } from '@carebench/protocol'
import type { EvidenceSource, VerifyOptions } from '@carebench/verifier'
import type { FrozenTask, UnauditedVersion } from '../documents/authoring.js'

/** What the systems of a task came to, as the verifier takes it. */
export function taskEvidence(
  version: UnauditedVersion,
  task: FrozenTask,
  { final, initial, events }: PlaygroundEvidence,
  output?: JsonValue,
): EvidenceSource {
  return {
    ...final,
    initial,
    events,
    entities: version.entities,
    bound: task.bound,
    ...(output === undefined ? {} : { output }),
  }
}

/** How the tasks of a version are scored. */
export function verifyOptionsOf({ overrides: { pass_threshold, axis_weights } }: UnauditedVersion): VerifyOptions {
  return {
    ...(pass_threshold === undefined ? {} : { pass_threshold }),
    ...(axis_weights === undefined ? {} : { axis_weights }),
  }
}
