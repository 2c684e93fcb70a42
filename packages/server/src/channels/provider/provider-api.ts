import type { JsonObject } from '@carebench/protocol'
import type { CallAsAgent } from '../agent-calls.js'

/** An authenticated request to the API of a provider. */
export interface ProviderRequest {
  readonly method: string
  /** The path below the root of the port, as received: `/v2/faxes`. */
  readonly path: string
  readonly query: URLSearchParams
  /** The media type of the body with its parameters; empty if there is none. */
  readonly contentType: string
  /** Complete, and at most `messageBytes` long. */
  readonly body: Uint8Array<ArrayBuffer>
}

export interface ProviderAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or bytes with their type in the headers; null for none. */
  readonly body: JsonObject | Uint8Array | null
}

/** A sandbox as an account of a provider. */
export interface ProviderAccount {
  readonly sandboxId: string
  /** The name of the account in paths and credentials. */
  readonly name: string
  /** The base URL of the API that the agent was given. */
  readonly url: string
  readonly call: CallAsAgent
}

/** The credentials in a request. */
export interface Credentials {
  readonly name: string
  readonly secret: string
}

/** Why a request was rejected before it reached the API. */
export type ProviderRefusal = 'unauthorized' | 'rate-limited' | 'too-large'

/** A system in the form of a provider's API, as agents meet it outside of simulations. */
export interface ProviderApi {
  readonly kind: 'sms-api' | 'fax-api'
  /** The prefix of its paths. */
  readonly prefix: string
  /** The path of the URL given to agents, without a trailing slash. */
  readonly base: string
  /** Reads the credentials in `Authorization`; undefined if the API does not know the scheme. */
  readonly credentialsOf: (authorization: string) => Credentials | undefined
  /** The credentials given to the agent of a sandbox. */
  readonly credentialsFor: (
    account: string,
    password: string,
  ) => { readonly username?: string; readonly password: string }
  readonly refuse: (refusal: ProviderRefusal, message: string) => ProviderAnswer
  readonly answer: (request: ProviderRequest, account: ProviderAccount) => Promise<ProviderAnswer>
}
