import type { ErrorCode } from '@modelcontextprotocol/sdk/types.js'

/** Answers a message with an error of JSON-RPC. The `McpError` of the SDK would put the code before the message, and clients once more. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  /** The code on the wire. */
  readonly code: ErrorCode | -32002

  constructor(code: ErrorCode | -32002, message: string) {
    super(message)
    this.code = code
  }
}
