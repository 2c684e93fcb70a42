import { ApiError } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import type { Destination } from '../playground/destination.js'
import { locateSandbox } from './find-sandbox.js'
import { refOf, standingOf } from './standing-playground.js'

/**
 * Where the calls of somebody go who has signed in to the portal of a payer with its credentials: they act as the agent
 * whose credentials these are. Throws an ApiError: `RESOURCE_NOT_FOUND` if there is no such portal, `CONFLICT` if it is
 * not open yet or no more.
 */
export async function portalDestination(context: ServiceContext, id: string): Promise<Destination> {
  const sandbox = await locateSandbox(context, id)
  if (sandbox?.type !== 'Payer') throw new ApiError('RESOURCE_NOT_FOUND', 'There is no payer portal at this address.')
  const standing = await standingOf(context, sandbox.playground)
  if (standing.status === 'pending') throw new ApiError('CONFLICT', 'It opens when its task run starts.')
  if (standing.status !== 'active') throw closed()
  return { ref: await refOf(context, standing), readOnly: null, ended: closed }
}

function closed(): ApiError {
  return new ApiError('CONFLICT', 'Its task run or playground has ended. What was done in it is kept as it was.')
}
