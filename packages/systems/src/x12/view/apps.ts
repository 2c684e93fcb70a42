import type { JsonValue } from '@carebench/protocol'
import type { AppDescription, ShownText } from '../../app.js'
import { describeInterchange, readInterchangeContent } from './read-interchange.js'
import { readBenefit } from './shown-benefit.js'

/** Returns an interchange with a line for each segment, shown on request; null for other values. */
function readInterchange(value: JsonValue): ShownText | null {
  return typeof value === 'string' && value.startsWith('ISA')
    ? { text: value.replaceAll(/~\s*/g, '~\n'), isFolded: true }
    : null
}

/** The sections of the forms for requests and claims. */
const sections = {
  'Payer and patient': ['payer_id', 'patient_id', 'patient_account'],
  Service: [
    ...['procedure_code', 'units', 'diagnosis_codes', 'service_date', 'place_of_service', 'urgency'],
    ...['authorization_number', 'lines', 'additional_services', 'note'],
  ],
  'Replacement of a claim': ['frequency', 'original_claim_number'],
} as const

/** The clearinghouse app. */
export const clearinghouseApps = [
  {
    title: 'Clearinghouse',
    position: 90,
    labels: {
      checkEligibility: 'Check eligibility',
      askClaimStatus: 'Ask for the status of a claim',
      requestAuthorization: 'Request an authorization',
      askAuthorization: 'Ask for an authorization',
      submitClaim: 'Submit a claim',
    },
    notes: {
      checkEligibility:
        'Ask a payer whether it covers a patient (270). What is left empty: the first payer that knows the patient, ' +
        'the member number found for the patient, service type 30 (the whole plan), and today.',
    },
    starts: [
      { label: 'Transactions', call: 'listTransactions', empty: 'Nothing has been sent or received yet.' },
      { label: 'Eligibility', call: 'checkEligibility' },
      { label: 'Claim status', call: 'askClaimStatus' },
      { label: 'Authorizations', call: 'requestAuthorization' },
      { label: 'Claims', call: 'submitClaim' },
    ],
    sections,
    describe: describeInterchange,
    readContent: readInterchangeContent,
    readLine: (value) => readInterchange(value) ?? readBenefit(value),
  },
] as const satisfies readonly AppDescription[]
