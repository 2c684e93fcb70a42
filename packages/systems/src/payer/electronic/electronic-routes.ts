import { answerHook, discover } from './crd/answer-hook.js'
import { packageQuestionnaires } from './dtr/package.js'
import type { Operation } from './electronic-call.js'
import { submitClaim } from './pas/submit.js'

/** One row of the route table of the payer's interfaces. */
export interface ElectronicRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `payer/`. */
  readonly path: string
  readonly answer: Operation
}

/** The paths of the payer's interfaces, relative to `payer/`; those without parameters come first. */
export const electronicRoutes: readonly ElectronicRoute[] = [
  { method: 'GET', path: 'cds-services', answer: discover },
  { method: 'POST', path: 'cds-services/{service_id}', answer: answerHook },
  { method: 'POST', path: 'fhir/Questionnaire/$questionnaire-package', answer: packageQuestionnaires },
  { method: 'POST', path: 'fhir/Claim/$submit', answer: submitClaim },
]
