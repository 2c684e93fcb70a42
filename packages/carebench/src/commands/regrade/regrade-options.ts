/** The options of `carebench regrade`. */
export interface RegradeOptions {
  readonly criteria?: string
  readonly base?: readonly string[]
  readonly digest?: string
  /** The database of a queue, for the trials of a results folder. */
  readonly queue?: string
  readonly workers?: number
  readonly join?: boolean
  /** The process that has started this one to join it: when it has ended, nobody else ends this one. */
  readonly parent?: number
  readonly json?: boolean
}
