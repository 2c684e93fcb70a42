/** The options of `carebench regrade`. */
export interface RegradeOptions {
  readonly criteria?: string
  readonly base?: readonly string[]
  readonly digest?: string
  /** The database of the queue for the trials of a results folder. */
  readonly queue?: string
  readonly workers?: number
  readonly join?: boolean
  /** The id of the process that started this one; this process exits when that one has exited. */
  readonly parent?: number
  readonly json?: boolean
}
