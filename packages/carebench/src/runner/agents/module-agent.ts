import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Agent, Trial } from '../agent.js'
import { type Ended, TrialStopError } from '../ended.js'
import { noCounts } from '../results/trial-result.js'

/** The function that a module agent exports: works on a trial, and returns the output, or undefined for none. */
export type ModuleAgentFunction = (
  trial: Trial,
  context: { readonly signal: AbortSignal },
) => Promise<JsonValue | undefined> | JsonValue | undefined

/** Options of {@link createModuleAgent}. */
export interface ModuleAgentOptions {
  readonly name: string
  /** What determines the function's behavior: its version, the digest of its file, its settings. */
  readonly identity: JsonObject
  readonly run: ModuleAgentFunction
}

/**
 * Creates an agent from a function in this process. It is not isolated at all: the process has the keys of the service.
 * An exception is a crash of the agent; the state it leaves is scored.
 */
export function createModuleAgent({ name, identity, run }: ModuleAgentOptions): Agent {
  return {
    name,
    kind: 'module',
    identity,
    isolation: 'none',
    async run(trial) {
      let toolCalls = 0
      let toolErrors = 0
      const noted: Trial = {
        ...trial,
        note: (event) => {
          if (event.kind === 'tool') {
            toolCalls++
            if (event.isError) toolErrors++
          }
          trial.note(event)
        },
      }
      const counts = () => ({ ...noCounts, toolCalls, toolErrors })
      const output = await run(noted, { signal: trial.signal })
      const ended: Ended = trial.signal.aborted ? readEnd(trial.signal) : { kind: 'completed', reason: 'done' }
      return { ended, usage: null, cost: null, counts: counts(), ...(output === undefined ? {} : { output }) }
    },
  }
}

function readEnd({ reason }: AbortSignal): Ended {
  return reason instanceof TrialStopError ? reason.ended : { kind: 'interrupted', reason: 'cancelled' }
}
