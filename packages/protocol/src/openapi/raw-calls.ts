import type { JsonObject } from '../json/json.js'
import type { RawOperationId } from '../operations/table.js'
import { type Content, jsonContent as json } from '../system-description.js'

/** Examples of the request and the responses of a call that follows an external standard. */
export interface RawCall {
  readonly body?: Content
  /** By status. */
  readonly answers: Readonly<Record<number, Content>>
}

function oauthError(error: string, error_description: string): Content {
  return json({ error, error_description })
}

const rpc = { jsonrpc: '2.0', id: 1 }
const submitted = { task_run_id: 'trun_01', phase: 'completed', status: 'completed', remaining: 0 }

function mcp(request: JsonObject, result: JsonObject): RawCall {
  return {
    body: json({ ...rpc, ...request }),
    answers: {
      200: json({ ...rpc, result }),
      202: {},
      400: json({ ...rpc, error: { code: -32700, message: 'Parse error: Invalid JSON-RPC message' } }),
      403: json({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32000, message: 'The header Origin must be the origin of this service.' },
      }),
    },
  }
}

/** The calls of OAuth and SMART on FHIR, and of the Model Context Protocol. */
export const rawCalls: Readonly<Record<RawOperationId, RawCall>> = {
  discoverSmart: {
    answers: {
      200: json({
        token_endpoint: 'https://localhost:8443/sandboxes/sbx_01/fhir/auth/token',
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        grant_types_supported: ['client_credentials'],
        scopes_supported: ['system/*.read', 'system/*.write', 'system/*.*'],
        capabilities: ['client-confidential-symmetric'],
      }),
    },
  },
  callMcp: mcp({ method: 'tools/list' }, { tools: [] }),
  callRunMcp: mcp(
    { method: 'tools/call', params: { name: 'submit', arguments: { output: { answer: 57 } } } },
    { content: [{ type: 'text', text: JSON.stringify(submitted) }], structuredContent: submitted },
  ),
  issueAccessToken: {
    body: {
      'application/x-www-form-urlencoded': {
        example: 'grant_type=client_credentials&client_id=client-01&client_secret=secret&scope=system/*.read',
      },
    },
    answers: {
      200: json({ access_token: 'vrl_acc_…', token_type: 'Bearer', expires_in: 300, scope: 'system/*.read' }),
      400: oauthError('invalid_scope', 'Expected scopes from this list: system/*.read system/*.write system/*.*.'),
      401: oauthError('invalid_client', 'Expected the client_id and the client_secret of the sandbox.'),
    },
  },
}
