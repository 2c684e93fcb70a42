import { createOpenApi } from '@carebench/protocol/openapi'
import type { System } from '@carebench/systems'
import { oncePer } from '../work/once-per.js'
import type { Handlers } from './handler.js'

const openApiOf = /* @__PURE__ */ oncePer((systems: readonly System[]) => createOpenApi(systems))

export const openApiHandlers: Handlers<'getOpenApi' | 'getRecordKeys'> = {
  async getOpenApi({ systems }) {
    return openApiOf(systems)
  },

  async getRecordKeys({ recordSigner }) {
    if (recordSigner === null) return { keys: [] }
    return { keys: [{ kty: 'OKP', crv: 'Ed25519', x: recordSigner.x, kid: recordSigner.key }] }
  },
}
