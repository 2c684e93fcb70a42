/** The server that all contenders call, with its certificate and an organization key. */
export interface Target {
  readonly url: string
  readonly ca: string
  readonly key: string
  /** The environment that every call reads. */
  readonly id: string
}

export const environmentName = 'read by all'
