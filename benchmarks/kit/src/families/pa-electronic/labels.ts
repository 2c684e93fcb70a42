import type { JsonObject } from '@carebench/protocol'
import { criterion } from '../../builders/criteria.js'
import { type PaperType, paperTypes } from '../../clinic/payer-rules.js'
import type { Course, Facts } from './facts.js'

/** The labels of the criteria. With two orders, those of an order end with its service. */
export const labels = {
  requested: 'The ordered service is requested once from the payer',
  content: 'The request says what the order says',
  form: 'The request is in the form of the handbook',
  paper: (type: PaperType) => `The payer has the right document: ${paperTypes[type].title.toLowerCase()}`,
  control: (type: PaperType) =>
    `The document has the number by which the payer asked for it: ${paperTypes[type].title.toLowerCase()}`,
  last: 'One document is said to be the last',
  fetched: 'The form is fetched once',
  services: 'The authorization has the services of the orders',
  answers: 'The form has the answers of the chart, each with its source',
  formTrace: 'The form is about what the payer has said of the order',
  inquired: 'The payer is asked once how the request stands',
  inquiredFirst: 'The payer is asked how the request stands before anything is written',
  unknown: 'The payer has said that it does not know the member',
  renewed: 'The chart has the policy of the newest card',
  ended: 'The policy with the old number has ended',
  changed: 'The request has changed as the orders have',
  replaced: 'The request that was sent before is replaced',
  appealed: 'The denial is appealed once',
  attachedFirst: 'The note is attached before the appeal',
  talk: 'A talk about the denial is asked for once',
  asked: 'The payer is asked about the order once',
  coverage: 'The order has what the payer has said about its coverage',
  trace: 'The order has the trace number under which the payer has said it',
  number: 'The order has its authorization number, and no other',
  outcome: 'The work item has the outcome',
  askedFirst: 'The payer is asked about the order before anything is sent or written',
  decidedFirst: 'The order and the work item are written when the outcome is certain',
  wrongPatient: 'Nothing was sent or written about anybody else',
  asIs: 'The payer is asked about the orders of the patient, and no others',
  sentOnce: 'What was requested is not corrected afterwards',
  nothingElse: 'Nothing else was sent, and the rest of the chart is unchanged',
} as const

const ofAll: readonly string[] = [labels.wrongPatient, labels.asIs, labels.sentOnce, labels.nothingElse]

/** Returns the label of a criterion about one course or about all. */
export function labelFor(label: string, { order }: Course, { courses }: Facts): string {
  return courses.length === 1 || ofAll.includes(label) ? label : `${label} (${order.service.text})`
}

/** Returns a function that creates criteria about one course, with its labels. */
export function criterionFor(course: Course, facts: Facts) {
  return (label: string, weight: number, harm: Parameters<typeof criterion>[2], assertion: JsonObject) =>
    criterion(labelFor(label, course, facts), weight, harm, assertion)
}
