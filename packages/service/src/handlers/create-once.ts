import { ApiError, type JsonOperation, type JsonValue } from '@carebench/protocol'
import { insert, remove, type Stored, update } from '@carebench/store'
import { digestJsonInSteps } from '@carebench/verifier'
import type { Caller } from '../auth/authenticate.js'
import { deriveToken, equalDigests } from '../auth/token.js'
import type { ServiceContext } from '../context/context.js'
import {
  type CreationDoc,
  createdAt,
  creations,
  type KeptAnswer,
  type KeptToken,
  readEnd,
} from '../documents/collections/creations.js'
import { OpenCreation, OvertakenError } from '../documents/open-creation.js'
import { conflict } from '../documents/write-result.js'
import { inSteps } from '../work/in-steps.js'

/** Milliseconds for which other services wait for the service that executes a call, in case it has crashed. */
const leaseTime = 30_000
/** The first delay between polls of a call that is being executed, the longest, and their sum; each doubles, in ms. */
const wait = { first: 10, most: 500, total: 10_000 } as const

/** A valid call that creates a resource, with its `Idempotency-Key`. */
export interface CreatingCall {
  readonly key: string
  readonly operation: JsonOperation
  readonly caller: Caller
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The response of a creating call. */
export interface CreationAnswer {
  readonly status: number
  /** JSON. */
  readonly text: string
  /** Whether an earlier call created the resource. */
  readonly replayed: boolean
}

/** The state of a call that a service wants to execute. */
type Claim =
  | { readonly kind: 'claimed'; readonly creation: Stored<CreationDoc> }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }
  | { readonly kind: 'in progress' }

/**
 * Executes a creating call, unless the same caller has sent it with the same key in the last 24 hours: then returns the
 * first response again, even if the resource has changed since. Waits while the first call is being executed, here or
 * by another service on the same store. Only successful calls are remembered. `execute` must commit through
 * `commitCreation`.
 *
 * Rejects with an ApiError: `CONFLICT` if the key was sent with another body, or if the response contains a token whose
 * secret the service no longer has; `UNAVAILABLE` if the first call takes too long; and what `execute` throws.
 */
export async function createOnce(
  context: ServiceContext,
  call: CreatingCall,
  execute: (context: ServiceContext) => Promise<unknown>,
): Promise<CreationAnswer> {
  const { key, operation, caller, params, body } = call
  const scope = [key, writeOwner(caller), operation.method, operation.path, params]
  const id = `idem_${context.sha256(JSON.stringify(scope))}`
  // The body of a valid call is JSON.
  const bodyDigest = await inSteps(digestJsonInSteps((body ?? null) as JsonValue), context.clock)
  const { held, pause } = context.leases
  for (let delay: number = wait.first, waited = 0; ; delay = Math.min(2 * delay, wait.most)) {
    // Another call to this service executes it, and this one only waits.
    const isHeld = held.has(id)
    held.add(id)
    try {
      const claim = await claimCreation(context, id, bodyDigest, isHeld)
      if (claim.kind === 'answered') return replay(context, claim.answer)
      if (claim.kind === 'claimed') return await executeClaimed(context, claim.creation, operation.status, execute)
    } finally {
      if (!isHeld) held.delete(id)
    }
    if (waited >= wait.total) throw stillExecuted()
    await pause(delay)
    waited += delay
  }
}

/** Identifies the owner of a call, who may repeat it with any key that could have sent it. */
function writeOwner(caller: Caller): readonly string[] {
  switch (caller.kind) {
    case 'organization':
      return [caller.kind, caller.organizationId]
    case 'solver':
      return [caller.kind, caller.organizationId, caller.solverId]
    case 'run':
      return [caller.kind, caller.run.doc.id]
    case 'sandbox':
      return [caller.kind, caller.sandboxId]
    default:
      return [caller.kind]
  }
}

/**
 * Claims a call for this service, unless it was answered or is being executed. `isHeld`: this service executes it
 * already.
 */
async function claimCreation(context: ServiceContext, id: string, bodyDigest: string, isHeld: boolean): Promise<Claim> {
  const { store, clock, leases } = context
  const now = clock.now()
  const own: CreationDoc = {
    id,
    created_at: createdAt,
    body_digest: bodyDigest,
    lease: { holder: leases.holder, until: now + leaseTime },
    answer: null,
  }
  if (!isHeld) {
    const inserted = await store.commit([insert(creations, own)])
    if (inserted.ok) return { kind: 'claimed', creation: { doc: own, revision: inserted.revision } }
  }
  const present = await store.get(creations, id)
  if (present === undefined) return { kind: 'in progress' }
  const { doc, revision } = present
  // The service has the lease but does not execute the call: the store failed at the end of the last attempt.
  const isLeft = !isHeld && doc.answer === null && doc.lease.holder === leases.holder
  if (now >= readEnd(doc) || isLeft) {
    if (isHeld) return { kind: 'in progress' }
    const updated = await store.commit([update(creations, own, revision)])
    return updated.ok
      ? { kind: 'claimed', creation: { doc: own, revision: updated.revision } }
      : { kind: 'in progress' }
  }
  // A call with another body waits too: if the call that is being executed fails, the key is free.
  if (doc.answer === null) return { kind: 'in progress' }
  if (doc.body_digest !== bodyDigest) throw otherBody()
  return { kind: 'answered', answer: doc.answer }
}

async function executeClaimed(
  context: ServiceContext,
  claimed: Stored<CreationDoc>,
  status: number,
  execute: (context: ServiceContext) => Promise<unknown>,
): Promise<CreationAnswer> {
  const creation = new OpenCreation(context, claimed, status)
  try {
    await execute({ ...context, creation })
    const { answered } = creation
    if (answered === null) throw new Error('A call that creates a resource must commit it with commitCreation.')
    return { status, text: answered, replayed: false }
  } catch (error) {
    const answer = await release(context, claimed.doc, error)
    if (answer !== null) return replay(context, answer)
    throw error instanceof OvertakenError ? otherBody() : error
  }
}

/**
 * Ends the lease on a call that has failed with `error`, so that it can be sent again at once. Returns the response if
 * the call was executed nevertheless: its commit took effect although the store failed, or another service was faster.
 */
async function release(context: ServiceContext, own: CreationDoc, error: unknown): Promise<KeptAnswer | null> {
  const { store, leases } = context
  try {
    const present = await store.get(creations, own.id)
    if (present === undefined) return null
    const { doc, revision } = present
    if (doc.answer !== null) return doc.body_digest === own.body_digest ? doc.answer : null
    if (doc.lease.holder === leases.holder) await store.commit([remove(creations, own.id, revision)])
    return null
  } catch {
    // The caller gets the first error; the lease expires by itself. An overtaken call has a response, but cannot read
    // it now.
    throw error instanceof OvertakenError ? stillExecuted() : error
  }
}

/** Returns the first response again, with its tokens derived again. */
function replay(context: ServiceContext, { status, parts }: KeptAnswer): CreationAnswer {
  const text = parts.map((part) => (typeof part === 'string' ? part : deriveAgain(context, part))).join('')
  return { status, text, replayed: true }
}

function deriveAgain({ secret, previousSecrets, sha256 }: ServiceContext, { origin, digest }: KeptToken): string {
  for (const one of [secret, ...previousSecrets]) {
    const token = deriveToken(one, origin)
    if (equalDigests(sha256(token), digest)) return token
  }
  throw conflict(
    'The resource exists, but its token cannot be shown again: it was derived from a secret that the service no ' +
      `longer has. Create another resource with a new Idempotency-Key instead of ${origin.id}.`,
  )
}

function otherBody(): ApiError {
  return conflict(
    'This Idempotency-Key was sent with another body in the last 24 hours. Repeat a call with the same body, and ' +
      'use a new key for another resource.',
  )
}

function stillExecuted(): ApiError {
  return new ApiError('UNAVAILABLE', 'A call with this Idempotency-Key is still being executed; try again.', {
    headers: { 'retry-after': '1' },
  })
}
