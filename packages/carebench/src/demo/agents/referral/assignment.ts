import type { JsonObject } from '@carebench/protocol'
import { memberAt, textAt, textsAt } from '../json-member.js'

/** The parameters of a task of the referral desk, from its `task_item`. */
export interface Assignment {
  /** The day of work, `YYYY-MM-DD`. */
  readonly today: string
  /** The time zone of the practice and the clinic. */
  readonly timeZone: string
  readonly patient: { readonly name: string; readonly birthDate: string }
  /** The clinician that the patient is referred to. */
  readonly provider: string
  /** The service of the clinic that confirms appointments. */
  readonly service: string
  readonly payer: string
  readonly serviceType: string
  /** The types of the documents to attach to the request. */
  readonly documentTypes: readonly string[]
  /** Systems of the identifiers that are written to the chart, or read there. */
  readonly authorizationSystem: string
  readonly confirmationSystem: string
  readonly mrnSystem: string
  /** The document type of the fax in reply. */
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
