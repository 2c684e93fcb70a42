import type { Steps } from '@carebench/protocol'
import {
  addAttachment,
  amend,
  appeal,
  askPeerToPeer,
  listDirectory,
  listRequests,
  logIn,
  openAttachment,
  type PortalRequest,
  readRequest,
  submit,
} from './portal-actions.js'
import type { PortalAnswer } from './portal-answer.js'
import { requirements } from './requirements.js'

/** One row of the portal's route table. */
export interface PortalRoute {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Relative to `portal/`. */
  readonly path: string
  readonly summary: string
  answer(request: PortalRequest): PortalAnswer | Steps<PortalAnswer>
}

/** The paths of the standard portal, relative to `portal/`. */
export const portalRoutes: readonly PortalRoute[] = [
  { method: 'POST', path: 'login', summary: 'Record a login.', answer: logIn },
  {
    method: 'GET',
    path: 'prior-auths',
    summary:
      'List prior authorizations; filters status, patient_member_id, patient_name, auth_number, procedure_code, ' +
      'provider_npi, urgency.',
    answer: listRequests,
  },
  { method: 'POST', path: 'prior-auths', summary: 'Submit a prior authorization.', answer: submit },
  {
    method: 'GET',
    path: 'prior-auths/{auth_number}',
    summary: 'Read a prior authorization with its attachments, appeals and peer-to-peer requests.',
    answer: readRequest,
  },
  {
    method: 'PATCH',
    path: 'prior-auths/{auth_number}',
    summary: 'Correct a pending prior authorization, or resubmit one that needs more information.',
    answer: amend,
  },
  {
    method: 'POST',
    path: 'prior-auths/{auth_number}/attachments',
    summary: 'Attach a document.',
    answer: addAttachment,
  },
  {
    method: 'GET',
    path: 'prior-auths/{auth_number}/attachments/{attachment_id}',
    summary: 'Open an attachment.',
    answer: openAttachment,
  },
  {
    method: 'POST',
    path: 'prior-auths/{auth_number}/peer-to-peer',
    summary: 'Request a peer-to-peer review.',
    answer: askPeerToPeer,
  },
  { method: 'POST', path: 'prior-auths/{auth_number}/appeals', summary: 'Appeal a denial.', answer: appeal },
  {
    method: 'GET',
    path: 'requirements',
    summary: 'Look up whether a service needs an authorization, and what is asked about it.',
    answer: requirements,
  },
  {
    method: 'GET',
    path: 'patients',
    summary: 'Look up members; filters member_id, name.',
    answer: (request) => listDirectory(request, 'patients', 'member_id'),
  },
  {
    method: 'GET',
    path: 'providers',
    summary: 'Look up providers; filters npi, name.',
    answer: (request) => listDirectory(request, 'providers', 'npi'),
  },
]
