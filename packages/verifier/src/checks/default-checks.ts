import type { Check } from '../check.js'
import { cdsResponse } from './cds-response.js'
import { eventOrder } from './event-order.js'
import { faxSent } from './fax-sent.js'
import { fhirResourceState } from './fhir-resource-state.js'
import { hl7Structural } from './hl7-structural.js'
import { messageSent } from './message-sent.js'
import { noCollateral } from './no-collateral.js'
import { outputMatch } from './output-match.js'
import { portalStateMatch } from './portal-state-match.js'
import { recordsAgree } from './records-agree.js'
import { sftpFilePresent } from './sftp-file-present.js'
import { voiceTranscript } from './voice-transcript.js'
import { x12Response } from './x12-response.js'

/** The kinds of assertion that {@link verify} knows. Spread it into `createVerifier({ checks })` beside kinds of your own. */
export const defaultChecks: readonly Check[] = [
  fhirResourceState,
  hl7Structural,
  portalStateMatch,
  sftpFilePresent,
  voiceTranscript,
  x12Response,
  faxSent,
  messageSent,
  cdsResponse,
  outputMatch,
  eventOrder,
  noCollateral,
  recordsAgree,
]
