import { apiErrorToWire } from '@carebench/protocol'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ServiceContext } from '../context/context.js'
import { toRejection } from '../http/refuse.js'

/**
 * Maps the errors of a Model Context Protocol server's handlers to the documented errors of the HTTP interface: the
 * message, the code in `data`, and the cause only in the log of the service. The protocol's package would send the
 * message of any error.
 */
export function mapFaults(
  context: Pick<ServiceContext, 'log'>,
  requestId: string,
): <Params, Result>(handler: (params: Params) => Promise<Result>) => (params: Params) => Promise<Result> {
  return (handler) => async (params) => {
    try {
      return await handler(params)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      const refusal = toRejection(error)
      if (refusal.status >= 500) {
        context.log({ level: 'error', message: refusal.message, requestId, error: refusal.cause ?? error })
      }
      const { error: wireError } = apiErrorToWire(refusal, requestId)
      throw new ProtocolError(ProtocolErrorCode.InternalError, refusal.message, wireError)
    }
  }
}
