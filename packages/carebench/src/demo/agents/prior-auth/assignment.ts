import type { JsonObject } from '@carebench/protocol'
import { memberAt, textAt, textsAt } from '../json-member.js'

/** What a task asks for, as its `task_item` says it. Parts that a task does not have are empty. */
export interface Assignment {
  /** The day of work, `YYYY-MM-DD`. */
  readonly today: string
  /** Name of the payer whose portal is used. */
  readonly payer: string
  readonly patient: { readonly mrn: string; readonly name: string; readonly birthDate: string }
  /** Document types that go along with a request. */
  readonly attach: readonly string[]
  /** The system of the identifier under which an authorization number is written on the order. */
  readonly authorizationSystem: string
  /** Whether the ordering clinician is to be told what was decided. */
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
