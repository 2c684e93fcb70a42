import {
  accessScope,
  type Check,
  eventCount,
  eventOrder,
  noCollateral,
  outputMatch,
  recordState,
  recordsAgree,
} from '@carebench/verifier'
import { cdsResponse } from '../cds/checks.js'
import { faxSent } from '../fax/checks.js'
import { fhirResourceState } from '../fhir/checks.js'
import { sftpFilePresent } from '../files/checks.js'
import { hl7Structural } from '../hl7/checks.js'
import { messageSent } from '../message/checks.js'
import { portalStateMatch } from '../payer/checks.js'
import { voiceTranscript } from '../voice/checks.js'
import { x12Response } from '../x12/checks.js'

/**
 * The assertion kinds that {@link verify} supports: those of single systems, in the order of the systems, and then the
 * general ones. Spread them into `createVerifier({ checks })` alongside custom kinds.
 */
export const defaultChecks: readonly Check[] = [
  fhirResourceState,
  portalStateMatch,
  hl7Structural,
  x12Response,
  sftpFilePresent,
  faxSent,
  messageSent,
  voiceTranscript,
  cdsResponse,
  outputMatch,
  eventCount,
  eventOrder,
  noCollateral,
  accessScope,
  recordsAgree,
  recordState,
]
