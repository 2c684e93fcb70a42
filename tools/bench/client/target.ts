/** The server of the benchmark and what it holds. */
export interface Target {
  readonly url: string
  readonly ca: string
  readonly key: string
  /** The environment that every call reads. */
  readonly id: string
}

export const environmentName = 'read by all'
