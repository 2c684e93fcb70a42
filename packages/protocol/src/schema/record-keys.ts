import { Type } from 'typebox'
import { choiceSchema, closed } from './primitives.js'

/**
 * The public keys of a server that signs records (RFC 8037), as a set of JSON Web Keys; empty if the server signs none.
 */
export const recordKeys = Type.Object({
  keys: Type.Array(
    closed({
      kty: choiceSchema(['OKP']),
      crv: choiceSchema(['Ed25519']),
      /** 32 bytes in base64url. */
      x: Type.String(),
      /** The thumbprint (RFC 7638), by which attestations name the key. */
      kid: Type.String(),
    }),
  ),
})
