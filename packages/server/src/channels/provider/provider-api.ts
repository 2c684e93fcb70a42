import type { JsonObject } from '@carebench/protocol'
import type { CallAsAgent } from '../agent-calls.js'

/** A request to the API of a provider whose sender is known. */
export interface ProviderRequest {
  readonly method: string
  /** Below the root of the port, as it came: `/v2/faxes`. */
  readonly path: string
  readonly query: URLSearchParams
  /** The media type of the body with its parameters; empty if there is none. */
  readonly contentType: string
  /** Complete, and at most as long as a message by channel may be. */
  readonly body: Uint8Array<ArrayBuffer>
}

export interface ProviderAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or bytes whose type is in the headers; null for none. */
  readonly body: JsonObject | Uint8Array | null
}

/** What the API of a provider knows of a sandbox. */
export interface ProviderAccount {
  readonly sandboxId: string
  /** The name of the account in paths and credentials. */
  readonly name: string
  /** The base URL of the API that the agent was given. */
  readonly url: string
  readonly call: CallAsAgent
}

/** Who a request says that it is from. */
export interface Credentials {
  readonly name: string
  readonly secret: string
}

/** Why a request is not answered by the API itself. */
export type ProviderRefusal = 'unauthorized' | 'rate-limited' | 'too-large'

/** A system in the shape of an interface that agents meet outside. */
export interface ProviderApi {
  readonly kind: 'sms-api' | 'fax-api'
  /** Paths that begin so are its own. */
  readonly prefix: string
  /** The path of the URL given to agents, without a trailing slash. */
  readonly base: string
  /** What `Authorization` says; undefined if it says nothing that the API knows. */
  readonly credentialsOf: (authorization: string) => Credentials | undefined
  /** The credentials given to the agent of a sandbox. */
  readonly credentialsFor: (
    account: string,
    password: string,
  ) => { readonly username?: string; readonly password: string }
  readonly refuse: (refusal: ProviderRefusal, message: string) => ProviderAnswer
  readonly answer: (request: ProviderRequest, account: ProviderAccount) => Promise<ProviderAnswer>
}
