import type { JsonValue } from '@carebench/protocol'
import { canonicalJson } from './canonical-json.js'
import type { RecordAttestation } from './record.js'

/** Keeps a signature from being taken for one of something else. */
const purpose = 'carebench record attestation 1\n'

/**
 * The text whose UTF-8 bytes a server signs for a record: the purpose, and the canonical JSON (RFC 8785) of the
 * statement.
 */
export function attestationText(statement: RecordAttestation['statement']): string {
  return purpose + canonicalJson(statement as unknown as JsonValue)
}
