/** Signs a service's attestations of records. */
export interface RecordSigner {
  /** The id of the public key: its thumbprint (RFC 7638), SHA-256 in base64url. */
  readonly key: string
  /** The public key: its 32 bytes in base64url. */
  readonly x: string
  /** The Ed25519 signature of the UTF-8 bytes of a text, in base64url. */
  readonly sign: (text: string) => string | Promise<string>
}
