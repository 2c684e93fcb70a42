import type { JsonObject } from '@carebench/protocol'
import { openApiDocument } from '@carebench/protocol/openapi'
import type { Handlers } from './handler.js'

let openApi: JsonObject | undefined

export const openApiHandlers: Handlers<'getOpenApi'> = {
  async getOpenApi() {
    openApi ??= openApiDocument()
    return openApi
  },
}
