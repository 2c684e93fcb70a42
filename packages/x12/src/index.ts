export {
  type AcknowledgeOptions,
  type Acknowledgment,
  acknowledge,
  acknowledgeInSteps,
  type TransactionVerdict,
} from './acknowledge.js'
export { buildInterchange, buildInterchangeInSteps, type EnvelopeValues, type Partner } from './build-interchange.js'
export { type Delimiters, standardDelimiters } from './delimiters.js'
export { checkEnvelope } from './envelope.js'
export {
  type AuthorizationRequest,
  type AuthorizationResponse,
  buildAuthorizationInquiry,
  buildAuthorizationRequest,
  buildAuthorizationResponse,
  type ReadAuthorizationRequest,
  type RequestedService,
  type ReviewDecision,
  type ReviewedService,
  readAuthorizationRequest,
} from './exchanges/authorization.js'
export { buildClaim, type Claim, type ClaimLine, type ReadClaim, readClaims } from './exchanges/claim.js'
export {
  type AcknowledgedClaim,
  type AcknowledgedProvider,
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
  type ClaimReference,
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
export type { Address, Organization, Person } from './exchanges/party.js'
export { encodeInterchange, type FunctionalGroup, type Interchange, serializeInterchange } from './interchange.js'
export { type Hierarchy, type HierarchyLoop, readHierarchy } from './loops.js'
export { type ParseOptions, parseInterchange, parseInterchanges, parseTransactions } from './parse.js'
export { compilePath, type Path, type PathCondition, readValue, readValues } from './path.js'
export type { X12Problem, X12ProblemCode } from './problem.js'
export type { Segment, SegmentSource } from './segment.js'
export { readSegment, type WriteOptions, writeSegment } from './segment-value.js'
export type { Charset, SourceText } from './source-text.js'
export type { Transaction } from './transaction.js'
export type { LoopRule, SegmentRule, TransactionSet } from './transaction-set.js'
export { findTransactionSet, transactionSets } from './transaction-sets.js'
export { readTransaction } from './transaction-values.js'
export { validateTransaction } from './validate.js'
export type { CompositeValue, ElementValue, SegmentValue, SimpleValue, TransactionValues } from './values.js'
export { X12Error, type X12ErrorCode, type X12ErrorDetails } from './x12-error.js'
