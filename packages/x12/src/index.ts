export { buildInterchange, buildInterchangeInSteps, type EnvelopeValues } from './building/build-interchange.js'
export { readTransaction } from './building/transaction-values.js'
export { compilePath, type Path, readValue } from './definitions/path.js'
export type { TransactionSet } from './definitions/transaction-set.js'
export { findTransactionSet, transactionSets } from './definitions/transaction-sets.js'
export {
  type AuthorizationRequest,
  type AuthorizationResponse,
  buildAuthorizationInquiry,
  buildAuthorizationRequest,
  buildAuthorizationResponse,
  type ReadAuthorizationRequest,
  type ReviewDecision,
  type ReviewedService,
  readAuthorizationRequest,
} from './exchanges/authorization.js'
export { buildClaim, type Claim, type ReadClaim, readClaims } from './exchanges/claim.js'
export {
  type AcknowledgedClaim,
  buildClaimAcknowledgment,
  type ClaimAcknowledgment,
} from './exchanges/claim-acknowledgment.js'
export {
  type Adjustment,
  buildClaimPayment,
  type ClaimPayment,
  type PaidClaim,
  type PaidService,
} from './exchanges/claim-payment.js'
export {
  buildClaimStatusRequest,
  buildClaimStatusResponse,
  type ClaimStatus,
  type ClaimStatusRequest,
  type ClaimStatusResponse,
  type ReadClaimStatusRequest,
  readClaimStatusRequest,
} from './exchanges/claim-status.js'
export {
  buildEligibilityInquiry,
  type EligibilityInquiry,
  type ReadEligibilityInquiry,
  readEligibilityInquiry,
} from './exchanges/eligibility-inquiry.js'
export { type Benefit, buildEligibilityResponse, type EligibilityResponse } from './exchanges/eligibility-response.js'
export type { Organization, Person } from './exchanges/party.js'
export { checkEnvelope } from './syntax/envelope.js'
export { encodeInterchange, type Interchange, serializeInterchange } from './syntax/interchange.js'
export { type ParseOptions, parseInterchange, parseInterchanges, parseTransactions } from './syntax/parse.js'
export type { X12Problem } from './syntax/problem.js'
export type { Segment } from './syntax/segment.js'
export type { WriteOptions } from './syntax/segment-value.js'
export type { Transaction } from './syntax/transaction.js'
export type { SegmentValue, TransactionValues } from './syntax/values.js'
export { X12Error, type X12ErrorCode } from './syntax/x12-error.js'
export {
  type AcknowledgeOptions,
  type Acknowledgment,
  acknowledge,
  acknowledgeInSteps,
} from './validation/acknowledge.js'
export { type Hierarchy, type HierarchyLoop, readHierarchy } from './validation/loops.js'
export { validateTransaction } from './validation/validate.js'
