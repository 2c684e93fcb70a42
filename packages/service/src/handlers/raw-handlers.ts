import type { RawOperationId } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import type { RawAnswer, RawCall } from '../raw-call.js'
import { discoverSmart, issueAccessToken } from '../sandboxes/smart.js'

/** Answers a call in the words of its standard. Throws an ApiError for what the service itself refuses. */
export type RawHandler = (context: ServiceContext, call: RawCall) => Promise<RawAnswer>

export const rawHandlers: { readonly [Id in RawOperationId]: RawHandler } = { callMcp, discoverSmart, issueAccessToken }

async function callMcp(context: ServiceContext, call: RawCall): Promise<RawAnswer> {
  // Loaded with its first message: who has no AI client does not carry it.
  const { handleMcp } = await import('../mcp/handle-mcp.js')
  return handleMcp(context, call)
}
