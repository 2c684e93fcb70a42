import { readMetadata } from './capability-statement.js'
import { submitAttachment } from './cdex/submit-attachment.js'
import { answerHook, discover } from './crd/answer-hook.js'
import { nextQuestion } from './dtr/next-question.js'
import { packageQuestionnaires } from './dtr/package.js'
import { logQuestionnaireErrors } from './dtr/questionnaire-errors.js'
import type { Operation } from './electronic-call.js'
import { inquire } from './pas/inquire.js'
import { submitClaim } from './pas/submit.js'
import {
  changeSubscription,
  endSubscription,
  listNotifications,
  readSubscription,
  subscribe,
} from './pas/subscriptions.js'

/** One row of the route table of the payer's interfaces. */
export interface ElectronicRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `payer/`. */
  readonly path: string
  /** The interface that the route belongs to; undefined if every payer has it. */
  readonly of?: 'crd' | 'dtr' | 'pas'
  readonly answer: Operation
}

/** The paths of the payer's interfaces, relative to `payer/`; those without parameters come first. */
export const electronicRoutes: readonly ElectronicRoute[] = [
  { method: 'GET', path: 'cds-services', of: 'crd', answer: discover },
  { method: 'POST', path: 'cds-services/{service_id}', of: 'crd', answer: answerHook },
  { method: 'GET', path: 'fhir/metadata', answer: readMetadata },
  { method: 'POST', path: 'fhir/Questionnaire/$questionnaire-package', of: 'dtr', answer: packageQuestionnaires },
  { method: 'POST', path: 'fhir/Questionnaire/$next-question', of: 'dtr', answer: nextQuestion },
  { method: 'POST', path: 'fhir/Questionnaire/$log-questionnaire-errors', of: 'dtr', answer: logQuestionnaireErrors },
  { method: 'POST', path: 'fhir/Claim/$submit', of: 'pas', answer: submitClaim },
  { method: 'POST', path: 'fhir/Claim/$inquire', of: 'pas', answer: inquire },
  { method: 'POST', path: 'fhir/$submit-attachment', of: 'pas', answer: submitAttachment },
  { method: 'POST', path: 'fhir/Subscription', of: 'pas', answer: subscribe },
  { method: 'GET', path: 'fhir/Subscription/{id}', of: 'pas', answer: readSubscription },
  { method: 'PUT', path: 'fhir/Subscription/{id}', of: 'pas', answer: changeSubscription },
  { method: 'DELETE', path: 'fhir/Subscription/{id}', of: 'pas', answer: endSubscription },
  { method: 'GET', path: 'fhir/Subscription/{id}/$status', of: 'pas', answer: listNotifications },
  { method: 'GET', path: 'fhir/Subscription/{id}/$events', of: 'pas', answer: listNotifications },
]
