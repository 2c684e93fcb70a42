import { ApiError, type ProxyOperation } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { notFound } from '../documents/owned.js'
import type { Destination } from '../playground/destination.js'
import { findSandbox } from './find-sandbox.js'
import { refOf, standingOf } from './standing-playground.js'

/**
 * Where the call of an organization to one of its sandboxes goes. What belongs to a task run can only be looked at.
 * Throws an ApiError: `RESOURCE_NOT_FOUND` if there is no such sandbox with this group, `CONFLICT` if its systems answer
 * not yet or no more.
 */
export async function sandboxDestination(
  context: ServiceContext,
  operation: ProxyOperation,
  id: string,
  organizationId: string,
): Promise<Destination> {
  const { type, playground } = await findSandbox(context, id, organizationId)
  if (type !== operation.simulator) throw notFound()
  const standing = await standingOf(context, playground)
  const { status, taskRun } = standing
  if (status === 'pending' || status === 'torn_down') throw unanswered(status)
  return {
    ref: await refOf(context, standing),
    readOnly: taskRun === null ? null : `The playground is ${status} and belongs to the task run ${taskRun.id}`,
    ended: () => unanswered('torn_down'),
  }
}

function unanswered(status: 'pending' | 'torn_down'): ApiError {
  const until = status === 'pending' ? 'until its task run starts' : 'any more'
  return new ApiError('CONFLICT', `The playground is ${status}; its systems do not answer ${until}.`)
}
