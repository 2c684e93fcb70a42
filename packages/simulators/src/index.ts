export {
  type DeterminationRule,
  type PayerConfig,
  type PriorAuthStatus,
  payerConfigSchema,
  priorAuthStatuses,
} from './payer/config.js'
export { payerSimulator } from './payer/payer-simulator.js'
export { type PortalRoute, portalRoutes } from './payer/portal-routes.js'
export type { PriorAuth } from './payer/prior-auth-row.js'
export type { PayerEffect, PayerState } from './payer/state.js'
