import type { JsonObject } from '@carebench/protocol'
import { memberAt, textAt, textsAt } from '../json-member.js'

/** The parameters of a task, from its `task_item`. Parts that a task does not have are empty. */
export interface Assignment {
  /** The day of work, `YYYY-MM-DD`. */
  readonly today: string
  /** Name of the payer with the portal. */
  readonly payer: string
  readonly patient: { readonly mrn: string; readonly name: string; readonly birthDate: string }
  /** Types of the documents to attach to a request. */
  readonly attach: readonly string[]
  /** The system of the identifier for the authorization number on the order. */
  readonly authorizationSystem: string
  /** Whether to inform the ordering clinician about the decision. */
  readonly reportDecision: boolean
}

/** Reads the inputs of a task. */
export function readAssignment(taskItem: JsonObject | null): Assignment {
  const inputs = memberAt(taskItem, 'inputs')
  return {
    today: textAt(inputs, 'today'),
    payer: textAt(inputs, 'payer'),
    patient: {
      mrn: textAt(inputs, 'patient', 'mrn'),
      name: textAt(inputs, 'patient', 'name'),
      birthDate: textAt(inputs, 'patient', 'birth_date'),
    },
    attach: textsAt(inputs, 'attach'),
    authorizationSystem: textAt(inputs, 'record_authorization', 'system'),
    reportDecision: memberAt(inputs, 'report_decision') !== undefined,
  }
}
