import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../error-code.js'
import { limits } from '../limits.js'

/** `ALL` stands for every method, and is only used by proxies and documents. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL'

/** Which token a call needs. Specification 5; `operator` is an extension. */
export type Auth = 'none' | 'organization' | 'solver' | 'run' | 'operator'

interface OperationBase {
  readonly method: Method
  /** Path template, for example `/tasks/{id}`; `*` at the end matches the rest of the path. */
  readonly path: string
  /** The resource group, in plural kebab-case. */
  readonly resource: string
  /** What is done with the resource, for example `list`. */
  readonly action: string
  /** One sentence for people, without a full stop. */
  readonly summary: string
  readonly auth: Auth
  readonly params: TObject
  /** Error codes that this operation can answer with beside those that every operation can. */
  readonly errors: readonly ErrorCode[]
  /** Largest body in bytes. */
  readonly maxBody: number
  /** True if a repeated call has no further effect and may be sent again after a failure. */
  readonly idempotent: boolean
  /** True if only a service on a manual clock has it, and only for callers on loopback: documents of the API leave it out. */
  readonly testing: boolean
}

/** A call with schemas for everything it takes and answers. */
export interface JsonOperation extends OperationBase {
  readonly kind: 'json'
  readonly query: TObject
  /** Null if it takes no body. */
  readonly body: TSchema | null
  /** True if an absent body reads as `{}`. */
  readonly bodyOptional: boolean
  readonly status: 200 | 201 | 204
  /** Null with status 204. */
  readonly response: TSchema | null
  /** True if it answers a page. Specification 4.4. */
  readonly list: boolean
}

/** A group of calls that a simulated system answers, with payloads and errors of its own. */
export interface ProxyOperation extends OperationBase {
  readonly kind: 'proxy'
  readonly method: 'ALL'
  /** The type of the system. */
  readonly simulator: string
  /** The path segment of the group, for example `fhir`. */
  readonly group: string
  /** Media types whose bodies are read as JSON; others reach the simulator as text or bytes. */
  readonly jsonMediaTypes: readonly string[]
  /** True if it also takes the access tokens that the sandbox gives for its credentials. */
  readonly accessTokens: boolean
}

/** A call whose body, answer and errors follow a standard of their own, as those of OAuth do. */
export interface RawOperation extends OperationBase {
  readonly kind: 'raw'
  readonly method: 'GET' | 'POST'
  /** What it answers with beside the errors of the service. */
  readonly statuses: readonly number[]
}

/** Documents for people or tools, with media types of their own: what goes wrong is told in such a document too. */
export interface DocumentOperation extends OperationBase {
  readonly kind: 'document'
  /** What is answered. */
  readonly mediaTypes: readonly string[]
  /** What is taken where something is sent; empty if nothing is. */
  readonly bodyMediaTypes: readonly string[]
}

export type Operation = JsonOperation | ProxyOperation | RawOperation | DocumentOperation

type Defaulted = 'list' | 'bodyOptional' | 'maxBody' | 'errors' | 'idempotent' | 'testing'
type JsonInput = Omit<JsonOperation, 'kind' | Defaulted> & Partial<Pick<JsonOperation, Defaulted>>

/** Declares a JSON operation; reading methods and DELETE are idempotent unless it says otherwise. */
export function jsonOperation<const Row extends JsonInput>(row: Row) {
  return {
    kind: 'json' as const,
    list: false,
    bodyOptional: false,
    maxBody: limits.body,
    errors: [],
    idempotent: row.method === 'GET' || row.method === 'DELETE',
    testing: false,
    ...row,
  }
}

type ProxyDefaulted = 'maxBody' | 'errors' | 'idempotent' | 'testing' | 'accessTokens'
type ProxyInput = Omit<ProxyOperation, 'kind' | 'method' | ProxyDefaulted> &
  Partial<Pick<ProxyOperation, 'accessTokens'>>

/** Declares the proxy of one group of a simulated system. */
export function proxyOperation<const Row extends ProxyInput>(row: Row) {
  return {
    kind: 'proxy' as const,
    method: 'ALL' as const,
    maxBody: limits.largeBody,
    errors: ['CONFLICT'] as const,
    idempotent: false,
    testing: false,
    accessTokens: false,
    ...row,
  }
}

type RawInput = Omit<RawOperation, 'kind' | 'maxBody' | 'errors' | 'idempotent' | 'testing'> &
  Partial<Pick<RawOperation, 'errors'>>

/** Declares a call that follows a standard of its own; reading it is idempotent. */
export function rawOperation<const Row extends RawInput>(row: Row) {
  return {
    kind: 'raw' as const,
    maxBody: limits.body,
    errors: [] as const,
    idempotent: row.method === 'GET',
    testing: false,
    ...row,
  }
}

type DocumentInput = Omit<DocumentOperation, 'kind' | 'maxBody' | 'errors' | 'testing'> &
  Partial<Pick<DocumentOperation, 'maxBody'>>

/** Declares documents. */
export function documentOperation<const Row extends DocumentInput>(row: Row) {
  return { kind: 'document' as const, maxBody: limits.body, errors: [], testing: false, ...row }
}
