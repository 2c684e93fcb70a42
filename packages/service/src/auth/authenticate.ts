import { ApiError, type Auth } from '@carebench/protocol'
import type { Stored } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { keys } from '../documents/collections/access.js'
import { type RunDoc, runs } from '../documents/collections/running.js'
import { isAccessToken, readAccessToken } from './access-token.js'
import { noteKeyUse } from './note-key-use.js'
import { equalDigests, readTokenKind } from './token.js'

/** The authenticated caller, by the kind of token. */
export interface Callers {
  readonly none: { readonly kind: 'none' }
  readonly organization: { readonly kind: 'organization'; readonly organizationId: string }
  readonly solver: { readonly kind: 'solver'; readonly organizationId: string; readonly solverId: string }
  readonly run: { readonly kind: 'run'; readonly run: Stored<RunDoc> }
  readonly operator: { readonly kind: 'operator' }
}

/** The holder of an access token of one sandbox. */
export interface SandboxCaller {
  readonly kind: 'sandbox'
  readonly sandboxId: string
  /** Its permissions in the chart, in the form of {@link readAccessToken}. */
  readonly rights: string
}

export type Caller = Callers[Auth] | SandboxCaller

/**
 * Authenticates the caller. Throws or rejects with an ApiError `UNAUTHORIZED`, the same for a missing, malformed,
 * unknown, expired or revoked token and for one of the wrong kind. Specification 5.
 */
export function authenticate(
  context: ServiceContext,
  auth: Auth,
  authorization: string | undefined,
): Caller | Promise<Caller> {
  if (auth === 'none') return { kind: 'none' }
  const token = readBearer(authorization)
  if (token === null || readTokenKind(token) !== auth) throw unauthorized(auth)
  const digest = context.sha256(token)
  if (auth === 'run') return findRun(context, digest)
  return auth === 'operator' ? assertOperator(context, digest) : findKey(context, auth, digest)
}

/**
 * Authenticates the caller of a sandbox, which accepts its own access tokens in addition to the token of the operation.
 * Throws or rejects with an ApiError `UNAUTHORIZED` as {@link authenticate} does; also for an access token that has
 * expired or belongs to another sandbox.
 */
export function authenticateSandbox(
  context: ServiceContext,
  auth: Auth,
  sandboxId: string,
  authorization: string | undefined,
): Caller | Promise<Caller> {
  const token = readBearer(authorization)
  if (token === null || auth === 'none' || !isAccessToken(token)) return authenticate(context, auth, authorization)
  const rights = readAccessToken(context.secret, sandboxId, token, context.clock.now())
  if (rights === null) throw unauthorized(auth)
  return { kind: 'sandbox', sandboxId, rights }
}

/**
 * Returns the caller of a request that a transport has admitted as the agent of a sandbox. Throws an ApiError
 * `UNAUTHORIZED` for any resource other than this sandbox.
 */
export function admittedCaller(auth: Auth, admitted: string, sandboxId: string | undefined): SandboxCaller {
  if (auth === 'none' || admitted !== sandboxId) throw unauthorized(auth === 'none' ? 'run' : auth)
  return { kind: 'sandbox', sandboxId, rights: 'cruds' }
}

/**
 * Requires a run token to be used for its own run and its task runs; for any other resource it must not even reveal
 * whether it exists. Throws an ApiError `UNAUTHORIZED` otherwise. Specification 5.
 */
export function assertRunScope(run: RunDoc, resource: string, id: string | undefined): void {
  const own = resource === 'v1/task-runs' ? run.task_runs.some((taskRun) => taskRun.id === id) : run.id === id
  if (!own) throw unauthorized('run')
}

const requiredTokens = {
  organization: 'an organization API key (vk_…)',
  solver: 'a Solver key (vrl_slv_…)',
  run: 'the bearer token of this run (vrl_run_…)',
  operator: 'the operator key of this service (vop_…)',
} as const

/**
 * Returns the error for every missing or wrong token: it names the kind of token that the path requires, and says
 * nothing about the token that was sent.
 */
function unauthorized(auth: keyof typeof requiredTokens): ApiError {
  return new ApiError('UNAUTHORIZED', `This call requires ${requiredTokens[auth]}: "Authorization: Bearer <token>".`, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Returns the token of the header `Authorization`; null if it has none. */
export function readBearer(authorization: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9_]+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

async function findKey(context: ServiceContext, auth: 'organization' | 'solver', digest: string): Promise<Caller> {
  const found = await context.store.getByUnique(keys, 'digest', digest)
  if (found === undefined || found.doc.revoked_at !== null || !equalDigests(found.doc.digest, digest)) {
    throw unauthorized(auth)
  }
  const { organization_id: organizationId, solver_id: solverId } = found.doc
  if ((auth === 'solver') !== (solverId !== null)) throw unauthorized(auth)
  const noting = noteKeyUse(context, found)
  if (noting !== undefined) await noting
  return solverId === null ? { kind: 'organization', organizationId } : { kind: 'solver', organizationId, solverId }
}

function assertOperator({ operatorDigest }: ServiceContext, digest: string): Caller {
  if (operatorDigest === null || !equalDigests(operatorDigest, digest)) throw unauthorized('operator')
  return { kind: 'operator' }
}

async function findRun(context: ServiceContext, digest: string): Promise<Caller> {
  const run = await context.store.getByUnique(runs, 'token', digest)
  if (run === undefined || !equalDigests(run.doc.token_digest, digest)) throw unauthorized('run')
  if (context.clock.now() >= Date.parse(run.doc.token_expires_at)) throw unauthorized('run')
  return { kind: 'run', run }
}
