import type { JsonObject } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'
import { digestBytes } from '../digest.js'

/** A tool that a model can call. */
export interface Tool {
  /** Letters, digits, `_` and `-`. */
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject
  /**
   * Runs a call. A rejection by the system is a result that is shown to the model.
   *
   * @throws {TrialStopError} for an infrastructure error, which is not shown to the model
   */
  readonly call: (args: JsonObject, signal: AbortSignal) => Promise<ToolResult>
}

/** The result of a call. */
export interface ToolResult {
  /** The text for the model, which is cut if it is too long. */
  readonly text: string
  readonly attachments?: readonly ToolFile[]
  /** Names of pictures that the folder of the trial keeps: `pictures/001.jpeg`. */
  readonly pictures?: readonly string[]
  /** Whether the call failed or was rejected. */
  readonly isError: boolean
  /** Whether the arguments did not match the schema, so nothing was sent. */
  readonly isInvalid?: boolean
  /** The status of the system's response, if the call reached a system. */
  readonly status?: number
  /** SHA-256 (hex) of the body of the system's response, as the log of the task run has it. */
  readonly bodyDigest?: string
  /** The system responses in a page, the most important first. */
  readonly responses?: readonly SystemResponse[]
  /** Set if the call ended the trial: submitted, or gave up. */
  readonly ends?: 'done' | 'gave_up'
}

/** The response of a system. */
export interface SystemResponse {
  readonly status: number
  /** SHA-256 of the body in hex, as the log of the task run has it. */
  readonly bodyDigest: string
}

export interface ToolFile {
  readonly mediaType: string
  readonly base64: string
}

/** Digest of everything about tools that a model sees. */
export function digestOfTools(tools: readonly Tool[]): string {
  return digestBytes(
    canonicalJson(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
  )
}

/** The tool with which a model gives up, instead of using up its limits. */
export const giveUp: Tool = {
  name: 'give_up',
  description: 'End the work without handing anything in. What has been done in the systems stays as it is.',
  inputSchema: {
    type: 'object',
    properties: { reason: { type: 'string' } },
    additionalProperties: false,
  },
  call: async () => ({ text: 'The work has ended.', isError: false, ends: 'gave_up' }),
}
