import type { JsonObject } from '@carebench/protocol'
import { textOf } from '../reply-row.js'

/** Something that can be done with a request as it stands. */
export interface RequestAction {
  /** Below the path of the request. */
  readonly path: 'resubmission' | 'attachments' | 'peer-to-peer' | 'appeals'
  readonly label: string
}

/** What can be done with a request, the nearest first. The payer decides it again when it is done. */
export function requestActions(request: JsonObject): readonly RequestAction[] {
  const status = textOf(request, 'status')
  const appeal = textOf(request, 'appeal_status')
  const actions: RequestAction[] = []
  if (status === 'more_information') actions.push({ path: 'resubmission', label: 'Respond and resubmit' })
  if (status === 'denied' && (appeal === '' || appeal === 'more_information')) {
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
