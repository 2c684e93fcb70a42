// Functions with which the flawed workers of the ladder read and write. They work, as the solvers prove: the flaws are
// in what the workers decide.

export { findDocument, findTelephoneNotes, readNamedOrder } from './authorization-documents.js'
export {
  type DeskPayer,
  isInForce,
  openPortal,
  parseBulletins,
  parsePayers,
  type WantedDocument,
} from './authorization-handbook.js'
export {
  askRequirements,
  closeItem,
  findPayer,
  type OrderCase,
  openOrder,
  readRequestFields,
  submitRequest,
  whenDecided,
} from './authorization-order.js'
export { waitUntil } from './await-file.js'
export { centralTime } from './central-time.js'
export { addUp, formatCents } from './cents.js'
export {
  codeIn,
  daysAfter,
  daysBetween,
  findPatient,
  findPatientNamed,
  includesDay,
  readId,
  readName,
  readReference,
  readText,
  searchFor,
  writeReference,
} from './chart.js'
export { type ClaimTransactions, type Remittance, readClaimTransactions, type SentClaim } from './claim-transactions.js'
export { askByTelephone, type ClaimsDepartment, parseDepartments } from './claims-department.js'
export { type ListedClaim, readClaimsList } from './claims-list.js'
export {
  activePolicies,
  type Coordination,
  type CoordinationCase,
  households,
  monthsAfter,
  type Parent,
  parentIn,
  parseQuestionnaire,
  policyOfRelative,
  type ReadPaper,
  readPapers,
  recordCoordination,
  subscriberBirth,
} from './coordination.js'
export { parseCsv, serializeCsv } from './csv.js'
export { type ElectronicClerk, workElectronic } from './electronic-work.js'
export { type ClearinghousePayer, Inquirer, readClearinghousePayers, readStatus } from './eligibility-inquiry.js'
export {
  closeVisit,
  copaymentFor,
  copaymentsIn,
  endedOn,
  findCopayment,
  findReferrals,
  findServiceType,
  fitsVisit,
  isMother,
  numberOnCard,
  openEligibilityDesk,
  openVisits,
  payerOn,
  payerToAsk,
  policiesOn,
  renumbered,
  type Visit,
  type VisitOutcome,
  wantsReferral,
} from './eligibility-visit.js'
export { readIfThere, readPage } from './handbook.js'
export { at, numberAt, objectsAt, textAt } from './json.js'
export { correctResult, fileResult, type LaboratoryResult, recordReadBack } from './laboratory-chart.js'
export {
  type CriticalLimits,
  isCritical,
  onCallAt,
  parseCriticalLimits,
  parsePhones,
  parseShifts,
} from './laboratory-handbook.js'
export { type Answer, type ResultMessage, readResult, writeAnswer } from './laboratory-message.js'
export { saidIn } from './patient-call.js'
export { readBack } from './read-back.js'
export { type Practice, parsePractices, practiceInNote, requestRecords } from './records-request.js'
export { parseReferringPractices } from './referral-handbook.js'
export { studyRequest } from './referral-through.js'
export {
  type AgreedVisit,
  bookSlot,
  confirmationIn,
  doctorName,
  recordConfirmation,
  visitFacts,
} from './referral-visit.js'
export {
  type AdvisedClaim,
  type AdvisedLine,
  type RemittanceAdvice,
  readRemittanceAdvices,
} from './remittance-advice.js'
export { objectToBalance, objectToRecoveries } from './remittance-checks.js'
export { parseVisitNote, type VisitNote } from './visit-note.js'
export { withdrawsOrder } from './withdrawal.js'
