import { createOpenApi } from '@carebench/protocol/openapi'
import type { System } from '@carebench/systems'
import { oncePer } from '../once-per.js'
import type { Handlers } from './handler.js'

const openApiOf = /* @__PURE__ */ oncePer((systems: readonly System[]) => createOpenApi(systems))

export const openApiHandlers: Handlers<'getOpenApi'> = {
  async getOpenApi({ systems }) {
    return openApiOf(systems)
  },
}
