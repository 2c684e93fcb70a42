import { assertionRequirements } from './assertions.js'
import { authenticationRequirements } from './authentication.js'
import { authoringRequirements } from './authoring.js'
import { endpointRequirements } from './endpoints.js'
import { errorRequirements } from './errors.js'
import { evidenceRequirements } from './evidence.js'
import { idempotencyRequirements } from './idempotency.js'
import { identifierRequirements, jsonRequirements } from './identifiers.js'
import { paginationRequirements } from './pagination.js'
import { recordRequirements } from './records.js'
import { reproducibilityRequirements } from './reproducibility.js'
import { resourceRequirements } from './resources.js'
import { runFlowRequirements } from './run-flow.js'
import { scoringRequirements } from './scoring.js'
import { servingRequirements } from './serving.js'
import { simulatedSystemRequirements } from './simulated-systems.js'
import { stateRequirements } from './states.js'
import { transportRequirements } from './transport.js'

/**
 * All requirements of the interface specification, and of docs/contract.md where it is silent, in the order of their
 * sections. Ids are unique.
 */
export const requirements = [
  ...transportRequirements,
  ...idempotencyRequirements,
  ...identifierRequirements,
  ...jsonRequirements,
  ...resourceRequirements,
  ...stateRequirements,
  ...endpointRequirements,
  ...paginationRequirements,
  ...authenticationRequirements,
  ...errorRequirements,
  ...authoringRequirements,
  ...runFlowRequirements,
  ...assertionRequirements,
  ...scoringRequirements,
  ...reproducibilityRequirements,
  ...servingRequirements,
  ...evidenceRequirements,
  ...recordRequirements,
  ...simulatedSystemRequirements,
]

/** The id of a requirement. */
export type RequirementId = (typeof requirements)[number]['id']
