import type { ServiceContext } from '../context/context.js'
import type { TokenOrigin } from '../documents/collections/creations.js'
import { deriveToken } from './token.js'

/** A new token, and its digest; only the digest is stored with the resource. */
export interface IssuedToken {
  readonly token: string
  readonly digest: string
}

/** The input for issuing a token. */
export type TokenIssuer = Pick<ServiceContext, 'random' | 'secret' | 'sha256' | 'creation'>

/**
 * Issues the token of a new resource. The token is derived from the secret of the service, so that a repeatable
 * creation stores the token's origin instead of the token.
 */
export function issueToken(
  { random, secret, sha256, creation }: TokenIssuer,
  kind: TokenOrigin['kind'],
  id: string,
): IssuedToken {
  let nonce = ''
  for (let word = 0; word < 8; word++) nonce += random.uint32().toString(16).padStart(8, '0')
  const origin = { kind, id, nonce }
  const token = deriveToken(secret, origin)
  const digest = sha256(token)
  creation?.issued.set(token, { origin, digest })
  return { token, digest }
}
