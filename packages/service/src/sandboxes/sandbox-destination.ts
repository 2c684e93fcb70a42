import { ApiError, type ProxyOperation } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { notFound } from '../documents/owned.js'
import type { Destination } from '../playground/destination.js'
import { findSandbox, type LocatedSandbox, locateSandbox } from './find-sandbox.js'
import { refOf, type StandingPlayground, standingOf } from './standing-playground.js'

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
  const standing = await standingFor(context, operation, await findSandbox(context, id, organizationId))
  const { status, taskRun } = standing
  if (status === 'pending' || status === 'torn_down') throw unanswered(status)
  return {
    ref: await refOf(context, standing),
    readOnly: taskRun === null ? null : `The playground is ${status} and belongs to the task run ${taskRun.id}`,
    ended: () => unanswered('torn_down'),
  }
}

/**
 * Where the call of somebody goes who has an access token of a sandbox: an agent, for which its systems answer while they
 * are active. Throws as {@link sandboxDestination} does.
 */
export async function agentDestination(
  context: ServiceContext,
  operation: ProxyOperation,
  id: string,
): Promise<Destination> {
  const standing = await standingFor(context, operation, await locateSandbox(context, id))
  const { status } = standing
  if (status !== 'active') throw unanswered(status)
  const ended = () => unanswered(standing.taskRun === null ? 'torn_down' : 'frozen')
  return { ref: await refOf(context, standing), readOnly: null, ended }
}

async function standingFor(
  context: ServiceContext,
  operation: ProxyOperation,
  located: LocatedSandbox | undefined,
): Promise<StandingPlayground> {
  if (located?.type !== operation.simulator) throw notFound()
  return standingOf(context, located.playground)
}

function unanswered(status: 'pending' | 'frozen' | 'torn_down'): ApiError {
  const until = status === 'pending' ? 'until its task run starts' : 'any more'
  return new ApiError('CONFLICT', `The playground is ${status}; its systems do not answer ${until}.`)
}
