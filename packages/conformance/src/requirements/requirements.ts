import { assertionRequirements } from './sections/assertions.js'
import { authenticationRequirements } from './sections/authentication.js'
import { authoringRequirements } from './sections/authoring.js'
import { endpointRequirements } from './sections/endpoints.js'
import { errorRequirements } from './sections/errors.js'
import { evidenceRequirements } from './sections/evidence.js'
import { idempotencyRequirements } from './sections/idempotency.js'
import { identifierRequirements, jsonRequirements } from './sections/identifiers.js'
import { paginationRequirements } from './sections/pagination.js'
import { recordRequirements } from './sections/records.js'
import { reproducibilityRequirements } from './sections/reproducibility.js'
import { resourceRequirements } from './sections/resources.js'
import { runFlowRequirements } from './sections/run-flow.js'
import { scoringRequirements } from './sections/scoring.js'
import { servingRequirements } from './sections/serving.js'
import { simulatedSystemRequirements } from './sections/simulated-systems.js'
import { stateRequirements } from './sections/states.js'
import { transportRequirements } from './sections/transport.js'

/**
 * All requirements of the interface specification, and of docs/reference/contract.md where it does not define
 * something, by topic. Ids are unique.
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
