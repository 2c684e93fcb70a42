import type { JsonObject } from '@carebench/protocol'
import { textOf } from '../reply-row.js'

/** An action that the status of a request permits. */
export interface RequestAction {
  /** The path below that of the request. */
  readonly path: 'resubmission' | 'attachments' | 'peer-to-peer' | 'appeals'
  readonly label: string
}

/** The actions that the status of a request permits, the most likely first. The payer checks the status again. */
export function requestActions(request: JsonObject): readonly RequestAction[] {
  const status = textOf(request, 'status')
  const appeal = textOf(request, 'appeal_status')
  const actions: RequestAction[] = []
  if (status === 'more_information') actions.push({ path: 'resubmission', label: 'Respond and resubmit' })
  if (
    (status === 'denied' || status === 'partially_approved') &&
    (appeal === '' || appeal === 'more_information' || isNextLevelOpen(request))
  ) {
    actions.push({ path: 'appeals', label: appeal === '' ? 'Appeal' : 'Appeal again' })
  }
  if (status === 'pending') actions.push({ path: 'resubmission', label: 'Correct the request' })
  if (status !== 'approved') {
    actions.push({ path: 'attachments', label: 'Attach a document' })
    if (textOf(request, 'peer_to_peer_status') === '') {
      actions.push({ path: 'peer-to-peer', label: 'Request a peer-to-peer review' })
    }
  }
  return actions
}

/** Whether an appeal has been decided, and there is a further level. */
function isNextLevelOpen(request: JsonObject): boolean {
  const { appeals_left: left } = request
  const appeal = textOf(request, 'appeal_status')
  return (appeal === 'denied' || appeal === 'partially_approved') && typeof left === 'number' && left > 0
}
