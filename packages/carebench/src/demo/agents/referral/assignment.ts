import type { JsonObject } from '@carebench/protocol'
import { memberAt, textAt, textsAt } from '../json-member.js'

/** What a task of the referral desk asks for, as its `task_item` says it. */
export interface Assignment {
  /** The day of work, `YYYY-MM-DD`. */
  readonly today: string
  /** The zone in which the practice and the clinic tell the time. */
  readonly timeZone: string
  readonly patient: { readonly name: string; readonly birthDate: string }
  /** Whom the patient is referred to. */
  readonly provider: string
  /** The service of the clinic that confirms appointments. */
  readonly service: string
  readonly payer: string
  readonly serviceType: string
  /** The types of the documents that go along with the request. */
  readonly documentTypes: readonly string[]
  /** Systems of the identifiers that are written into the chart, and of those that are read there. */
  readonly authorizationSystem: string
  readonly confirmationSystem: string
  readonly mrnSystem: string
  /** The document type of the fax that goes back. */
  readonly replyType: string
  /** MSH-5 and MSH-6. */
  readonly receiver: string
}

/** Reads the inputs of a task. */
export function readAssignment(taskItem: JsonObject | null): Assignment {
  const inputs = memberAt(taskItem, 'inputs')
  return {
    today: textAt(inputs, 'today'),
    timeZone: textAt(inputs, 'time_zone'),
    patient: { name: textAt(inputs, 'patient', 'name'), birthDate: textAt(inputs, 'patient', 'birth_date') },
    provider: textAt(inputs, 'provider'),
    service: textAt(inputs, 'service'),
    payer: textAt(inputs, 'payer'),
    serviceType: textAt(inputs, 'service_type'),
    documentTypes: textsAt(inputs, 'document_types'),
    authorizationSystem: textAt(inputs, 'authorization_system'),
    confirmationSystem: textAt(inputs, 'confirmation_system'),
    mrnSystem: textAt(inputs, 'mrn_system'),
    replyType: textAt(inputs, 'reply_document_type'),
    receiver: textAt(inputs, 'siu', 'receiver'),
  }
}
