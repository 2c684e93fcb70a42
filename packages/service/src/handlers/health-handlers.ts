import { organizations } from '../documents/access.js'
import type { Handlers } from './handler.js'

export const healthHandlers: Handlers<'checkHealth' | 'checkReadiness'> = {
  checkHealth: async () => ({ status: 'ok' }),

  async checkReadiness(context) {
    // Any read tells whether the storage answers; if it does not, the call is answered 503.
    await context.store.page(organizations, { limit: 1 })
    return { status: 'ok' }
  },
}
