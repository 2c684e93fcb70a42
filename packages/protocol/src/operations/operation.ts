import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../error-code.js'
import { limits } from '../limits.js'

/** `ALL` means every method, and is only used by proxies and documents. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL'

/** The kind of token that a call requires. Specification 5; `operator` is an extension. */
export type Auth = 'none' | 'organization' | 'solver' | 'run' | 'operator'

interface OperationBase {
  readonly method: Method
  /** Path template, for example `/tasks/{id}`; `*` at the end matches the rest of the path. */
  readonly path: string
  /** The resource group, in plural kebab-case. */
  readonly resource: string
  /** The action on the resource, for example `list`. */
  readonly action: string
  /** A description in one sentence, without a full stop. */
  readonly summary: string
  readonly auth: Auth
  readonly params: TObject
  /** Error codes that this operation can return, in addition to those that every operation can. */
  readonly errors: readonly ErrorCode[]
  /** Maximum size of the body in bytes. */
  readonly maxBody: number
  /** Whether a repeated call has no further effect, so that it may be sent again after a failure. */
  readonly idempotent: boolean
  /**
   * Whether the operation exists only on a service with a manual clock, and only for callers on loopback; API documents
   * omit it.
   */
  readonly testing: boolean
}

/** A call whose input and output have schemas. */
export interface JsonOperation extends OperationBase {
  readonly kind: 'json'
  readonly query: TObject
  /** Null if it has no body. */
  readonly body: TSchema | null
  /** Whether a missing body is read as `{}`. */
  readonly bodyOptional: boolean
  readonly status: 200 | 201 | 204
  /** Null with status 204. */
  readonly response: TSchema | null
  /** Whether it returns a page. Specification 4.4. */
  readonly list: boolean
  /** Whether the header `Task-Run-Id` names the task run of the call, as in calls of simulated systems. */
  readonly namesTaskRun: boolean
  /** Whether its handler gets the caller's token, to encrypt it in the link that it returns. */
  readonly passesToken: boolean
}

/** A group of calls of a simulated system, which has its own payloads and errors. */
export interface ProxyOperation extends OperationBase {
  readonly kind: 'proxy'
  readonly method: 'ALL'
  /** The type of the system, with the key of one that is not the first of its type: `Fax`, `Fax@imaging`. */
  readonly simulator: string
  /** The path segment of the group, for example `fhir`. */
  readonly group: string
  /** Media types whose bodies are parsed as JSON; other bodies reach the simulator as text or bytes. */
  readonly jsonMediaTypes: readonly string[]
  /** Whether it also accepts the access tokens that the sandbox issues for its credentials. */
  readonly accessTokens: boolean
  /** The paths below it that GET and HEAD read without a token. */
  readonly openPaths: readonly string[]
}

/** A call whose body, response and errors follow an external standard, such as OAuth. */
export interface RawOperation extends OperationBase {
  readonly kind: 'raw'
  readonly method: 'GET' | 'POST'
  /** Its status codes, in addition to the errors of the service. */
  readonly statuses: readonly number[]
  /** Whether the header `Task-Run-Id` names the task run of the call. */
  readonly namesTaskRun: boolean
}

/** Documents for people or tools, with their own media types; errors are documents too. */
export interface DocumentOperation extends OperationBase {
  readonly kind: 'document'
  /** Media types of the response. */
  readonly mediaTypes: readonly string[]
  /** Media types of the request body; empty if there is none. */
  readonly bodyMediaTypes: readonly string[]
}

export type Operation = JsonOperation | ProxyOperation | RawOperation | DocumentOperation

/**
 * Whether a call of the operation creates a resource: every POST with status 201, except in simulated systems and for
 * links that work once. These calls take an `Idempotency-Key`.
 */
export function createsResource(operation: Operation): boolean {
  return operation.kind === 'json' && operation.method === 'POST' && operation.status === 201 && !operation.passesToken
}

type Defaulted =
  | 'list'
  | 'namesTaskRun'
  | 'passesToken'
  | 'bodyOptional'
  | 'maxBody'
  | 'errors'
  | 'idempotent'
  | 'testing'
type JsonInput = Omit<JsonOperation, 'kind' | Defaulted> & Partial<Pick<JsonOperation, Defaulted>>

/** Declares a JSON operation; GET and DELETE are idempotent by default. */
export function jsonOperation<const Row extends JsonInput>(row: Row) {
  return {
    kind: 'json' as const,
    list: false,
    namesTaskRun: false,
    passesToken: false,
    bodyOptional: false,
    maxBody: limits.body,
    errors: [],
    idempotent: row.method === 'GET' || row.method === 'DELETE',
    testing: false,
    ...row,
  }
}

type ProxyDefaulted = 'maxBody' | 'errors' | 'idempotent' | 'testing' | 'accessTokens' | 'openPaths'
type ProxyInput = Omit<ProxyOperation, 'kind' | 'method' | ProxyDefaulted> &
  Partial<Pick<ProxyOperation, 'accessTokens' | 'maxBody' | 'openPaths'>>

/** Declares the proxy of one group of a simulated system. */
export function proxyOperation<const Row extends ProxyInput>(row: Row) {
  return {
    kind: 'proxy' as const,
    method: 'ALL' as const,
    maxBody: limits.body,
    errors: ['CONFLICT'] as const,
    idempotent: false,
    testing: false,
    accessTokens: false,
    openPaths: [],
    ...row,
  }
}

type RawInput = Omit<RawOperation, 'kind' | 'maxBody' | 'errors' | 'idempotent' | 'testing' | 'namesTaskRun'> &
  Partial<Pick<RawOperation, 'errors' | 'maxBody' | 'namesTaskRun'>>

/** Declares a call that follows an external standard; GET is idempotent. */
export function rawOperation<const Row extends RawInput>(row: Row) {
  return {
    kind: 'raw' as const,
    maxBody: limits.body,
    errors: [] as const,
    idempotent: row.method === 'GET',
    testing: false,
    namesTaskRun: false,
    ...row,
  }
}

type DocumentInput = Omit<DocumentOperation, 'kind' | 'maxBody' | 'errors' | 'testing'> &
  Partial<Pick<DocumentOperation, 'maxBody'>>

/** Declares documents. */
export function documentOperation<const Row extends DocumentInput>(row: Row) {
  return { kind: 'document' as const, maxBody: limits.body, errors: [], testing: false, ...row }
}
