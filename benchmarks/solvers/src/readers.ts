// What the flawed workers of the ladder read with: reading is no flaw of theirs, and has been proved by the solvers.

export { findDocument, findTelephoneNotes } from './authorization-documents.js'
export { type DeskPayer, openPortal, parsePayers } from './authorization-handbook.js'
export {
  askRequirements,
  closeItem,
  type OrderCase,
  openOrder,
  payerOf,
  requestFieldsOf,
} from './authorization-order.js'
export {
  codeIn,
  daysAfter,
  daysBetween,
  findPatient,
  findPatientNamed,
  idOf,
  includesDay,
  nameOf,
  readReference,
  readText,
  referenceOf,
  searchFor,
} from './chart.js'
export { type ClaimTransactions, type Remittance, readClaimTransactions, type SentClaim } from './claim-transactions.js'
export { askByTelephone, type ClaimsDepartment, parseDepartments } from './claims-department.js'
export { type ListedClaim, readClaimsList } from './claims-list.js'
export { parseCsv, serializeCsv } from './csv.js'
export { type ClearinghousePayer, Inquirer, readClearinghousePayers, statusOf } from './eligibility-inquiry.js'
export { readPage } from './handbook.js'
export { at, numberAt, objectsAt, textAt } from './json.js'
export {
  type CriticalLimits,
  isCritical,
  onCallAt,
  parseCriticalLimits,
  parsePhones,
  parseShifts,
} from './laboratory-handbook.js'
export { type Answer, type ResultMessage, readResult, writeAnswer } from './laboratory-message.js'
export { readBack } from './read-back.js'
export { type Practice, parsePractices, practiceInNote, requestRecords } from './records-request.js'
export { parseVisitNote, type VisitNote } from './visit-note.js'
