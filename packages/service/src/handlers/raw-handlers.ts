import type { RawOperationId } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import type { RawAnswer, RawCall } from '../raw-call.js'
import { discoverSmart, issueAccessToken } from '../sandboxes/smart.js'

/** Answers a call of an external standard. Throws an ApiError for what the service itself refuses. */
export type RawHandler = (context: ServiceContext, call: RawCall) => Promise<RawAnswer>

export const rawHandlers: { readonly [Id in RawOperationId]: RawHandler } = {
  callMcp,
  callRunMcp,
  discoverSmart,
  issueAccessToken,
}

async function callMcp(context: ServiceContext, call: RawCall): Promise<RawAnswer> {
  // Loaded with the first message, so that services without AI clients do not load it.
  const { handleMcp } = await import('../mcp/handle-mcp.js')
  return handleMcp(context, call)
}

async function callRunMcp(context: ServiceContext, call: RawCall): Promise<RawAnswer> {
  const { handleRunMcp } = await import('../mcp/handle-mcp.js')
  return handleRunMcp(context, call)
}
