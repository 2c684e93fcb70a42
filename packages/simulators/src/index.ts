export { type FhirConfig, fhirConfigSchema } from './fhir/config.js'
export { fhirSimulator } from './fhir/fhir-simulator.js'
export type { FhirEffect, FhirState } from './fhir/state.js'
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
export type {
  SeedDataset,
  Simulator,
  SimulatorChange,
  SimulatorContext,
  SimulatorEvidence,
  SimulatorOutcome,
  SimulatorResponse,
} from './simulator.js'
