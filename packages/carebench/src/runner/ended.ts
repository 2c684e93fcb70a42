/**
 * Why a trial ended, by kind. `completed`, `limit` and `agent` are outcomes of the agent and are scored; `infra` and
 * `interrupted` leave the trial unscored: neither a pass nor a fail.
 */
export const endReasons = {
  /** The agent submitted, gave up, said that the task cannot be right, or responded in text without calling a tool. */
  completed: ['done', 'gave_up', 'disputed', 'no_tool_call'],
  /** The agent reached a limit; the state it left is scored. */
  limit: ['steps', 'tokens', 'cost', 'timeout', 'tool_errors', 'observation', 'context_window'],
  /** The agent itself failed; the state it left is scored. */
  agent: ['crash', 'bad_output', 'refusal', 'content_filter'],
  /** Something around the agent failed; the trial is repeated. */
  infra: [
    'rate_limit',
    'provider_5xx',
    'network',
    'auth',
    'quota',
    'model_not_found',
    'bad_request',
    'service',
    'mcp_connect',
    'spawn',
    'disk',
    'throttled',
    'stalled',
    'unavailable',
    'worker',
  ],
  /** The user or the budget stopped the run; the trial is repeated on resume. */
  interrupted: ['signal', 'budget', 'cancelled'],
} as const

export type EndKind = keyof typeof endReasons

/** How a trial ended; `message` explains it to people and holds no secrets. */
export type Ended = {
  readonly [Kind in EndKind]: {
    readonly kind: Kind
    readonly reason: (typeof endReasons)[Kind][number]
    readonly message?: string
  }
}[EndKind]

/** Whether a trial that ended this way is scored. */
export function isScored(ended: Ended): boolean {
  return ended.kind !== 'infra' && ended.kind !== 'interrupted'
}

/**
 * Maximum length of a message in characters. Agents and services can influence messages, and a result that is too long
 * could not be read again.
 */
const maxMessageLength = 10_000

/** Shortens the message of an end. */
export function shortenMessage(ended: Ended): Ended {
  const { message } = ended
  return message === undefined || message.length <= maxMessageLength
    ? ended
    : { ...ended, message: `${message.slice(0, maxMessageLength)}…` }
}

/** Thrown to end a trial, and the reason of `trial.signal` when it aborts; `ended` says how the trial ends. */
export class TrialStopError extends Error {
  override readonly name = 'TrialStopError'
  readonly ended: Ended

  constructor(ended: Ended, options?: ErrorOptions) {
    super(`The trial was stopped: ${ended.kind}, ${ended.reason}.`, options)
    this.ended = ended
  }
}

/** Error codes of the machine: no space, no file descriptors, a broken or read-only disk, or no access. */
const ofMachine = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'EROFS', 'EACCES'])

/** Returns how a trial ends after an error of this machine in a step of the runner; undefined for other errors. */
export function endOfMachine(error: unknown): Ended | undefined {
  if (!(error instanceof Error) || !('code' in error) || !ofMachine.has(error.code)) return undefined
  return { kind: 'infra', reason: 'disk', message: `The machine refused a step of the runner: ${error.message}` }
}
