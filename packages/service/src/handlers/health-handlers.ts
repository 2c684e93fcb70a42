import type { Handlers } from './handler.js'

export const healthHandlers: Handlers<'checkHealth' | 'checkReadiness'> = {
  checkHealth: async () => ({ status: 'ok' }),

  async checkReadiness(context) {
    await context.readiness.check()
    return { status: 'ok' }
  },
}
