export { faxSent } from './fax/checks.js'
export { faxesPart } from './fax/records.js'
export { fhirOf } from './fhir/view/fhir-of-state.js'
export type { FhirView, ViewedResource } from './fhir/view/fhir-view.js'
export { readCsvRows } from './files/model/csv.js'
export { hl7Structural } from './hl7/checks.js'
export { hl7Part } from './hl7/records.js'
export { portalStateMatch } from './payer/checks.js'
export { portalPart } from './payer/records.js'
export { portalRows } from './payer/view/portal-rows.js'
export type { RowIndex } from './payer/view/row-index.js'
export { type AuditInput, audit, auditInSteps } from './verifier/audit.js'
export { defaultChecks } from './verifier/default-checks.js'
export { defaultParts } from './verifier/default-parts.js'
export type { CheckedCriteria, CheckedInput, DefaultKind } from './verifier/known-kinds.js'
export { mutantsOf, mutateState } from './verifier/mutants.js'
export { type RegradeOptions, regrade } from './verifier/regrade.js'
export {
  compileAssertion,
  compileCriteria,
  prepareEvidence,
  systemsNamedIn,
  type VerifyInput,
  validateAssertion,
  verify,
} from './verifier/verify.js'
export { type VerifyAsyncInput, verifyAsync } from './verifier/verify-async.js'
export { x12Response } from './x12/checks.js'
export { x12Part } from './x12/records.js'
