import type { simulatorGroups } from '../../operations/simulator-groups.js'
import { cdsCalls } from './cds-calls.js'
import { clearinghouseCalls } from './clearinghouse-calls.js'
import { faxCalls } from './fax-calls.js'
import { fhirCalls } from './fhir-calls.js'
import { fileCalls } from './file-calls.js'
import { hl7Calls } from './hl7-calls.js'
import { messageCalls } from './message-calls.js'
import { portalCalls } from './portal-calls.js'
import type { SimulatedCall } from './simulated-call.js'
import { voiceCalls } from './voice-calls.js'

/**
 * The calls of every group of simulated systems, for documents of the interface. Simulators have the calls in code; a
 * test holds the two against each other.
 */
export const simulatedCalls: Readonly<Record<keyof typeof simulatorGroups, readonly SimulatedCall[]>> = {
  fhir: fhirCalls,
  portal: portalCalls,
  hl7: hl7Calls,
  clearinghouse: clearinghouseCalls,
  faxes: faxCalls,
  messages: messageCalls,
  voice: voiceCalls,
  cds: cdsCalls,
  files: fileCalls,
}
