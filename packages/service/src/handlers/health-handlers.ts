import { organizations } from '../documents/access.js'
import type { Handlers } from './handler.js'

export const healthHandlers: Handlers<'checkHealth' | 'checkReadiness'> = {
  checkHealth: async () => ({ status: 'ok' }),

  async checkReadiness(context) {
    // Any read shows whether the storage is available; if it is not, the call is answered 503.
    await context.store.page(organizations, { limit: 1 })
    return { status: 'ok' }
  },
}
