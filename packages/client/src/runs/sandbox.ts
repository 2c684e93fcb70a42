/** The credentials of a running simulator. */
export interface SandboxCredentials {
  readonly username: string
  readonly password: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A running simulator of a started task. Its credentials can be read, but are hidden from `inspect`, logs and JSON. */
export class Sandbox {
  readonly id: string
  /** The type of the simulator, for example `FHIR`. */
  readonly type: string
  /** Its key among several systems of its type; undefined for the first of them. */
  readonly key: string | undefined
  readonly #credentials: SandboxCredentials

  constructor(sandbox: {
    readonly id: string
    readonly type: string
    readonly key?: string
    readonly credentials: SandboxCredentials
  }) {
    this.id = sandbox.id
    this.type = sandbox.type
    this.key = sandbox.key
    this.#credentials = sandbox.credentials
  }

  get credentials(): SandboxCredentials {
    return this.#credentials
  }
}
