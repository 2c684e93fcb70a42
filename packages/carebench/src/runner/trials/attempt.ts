import type { JsonObject } from '@carebench/protocol'
import type { Agent, TrialEvent, TrialLimits } from '../agent.js'
import type { Redact } from '../results/redact.js'
import type { AttemptFolder } from '../results/results-folder.js'
import type { TrialKey } from '../results/trial-result.js'
import type { ServiceConnection } from '../service-connection.js'
import type { ItemsSoFar } from './item-watch.js'
import type { ProxiedCall } from './trial-proxy.js'

/** The context shared by all trials of a run. */
export interface TrialContext {
  readonly service: ServiceConnection
  readonly scored: boolean
  /** The name of the run, for people who look for its trials at the service. */
  readonly group?: string | undefined
  readonly limits: TrialLimits
  /** Replaces keys, and long values passed to agents, in data for records. */
  readonly redact: Redact
  /** Called with each event of an agent, as it happens. */
  readonly onEvent?: (key: TrialKey, event: TrialEvent) => void
  /** Called with each call of an agent through its proxy, after its response. */
  readonly onCall?: (key: TrialKey, call: ProxiedCall) => void
  /**
   * Called every few seconds with the number of items that pass so far in a running trial. Default: items are not
   * watched.
   */
  readonly onItems?: (key: TrialKey, items: ItemsSoFar) => void
  /** Called with the response to each completion. */
  readonly onCompletion?: (key: TrialKey, completion: JsonObject, taskRunId: string) => void
}

/** One attempt at one trial. */
export interface Attempt {
  readonly key: TrialKey
  /** `name@version` */
  readonly benchmark: string
  readonly number: number
  readonly agent: Agent
  readonly folder: AttemptFolder
  /** Aborted to end the attempt at once; its reason is a TrialStopError. */
  readonly signal: AbortSignal
  /** The seed of the agent, and of the world if `seedWorld`. */
  readonly seed: number
  readonly seedWorld: boolean
}
