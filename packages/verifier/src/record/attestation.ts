import type { JsonValue } from '@carebench/protocol'
import { canonicalJson } from './canonical-json.js'
import type { RecordAttestation } from './record.js'

/** Prefix of the signed text, so that a signature cannot be reused for any other purpose. */
const purpose = 'carebench record attestation 1\n'

/**
 * Returns the text whose UTF-8 bytes a server signs for a record: the purpose, and the canonical JSON (RFC 8785) of the
 * statement.
 */
export function attestationText(statement: RecordAttestation['statement']): string {
  return purpose + canonicalJson(statement as unknown as JsonValue)
}
