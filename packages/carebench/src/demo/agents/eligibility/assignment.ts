import type { JsonObject } from '@carebench/protocol'
import { readWanted, type Wanted } from '../find-patient.js'
import { memberAt, objectAt, textAt } from '../json-member.js'

/** The parameters of a task of the front desk, from its `task_item`. Parts that a task does not have are empty. */
export interface Assignment {
  /** The day of work, `YYYY-MM-DD`. */
  readonly today: string
  /** Name of the payer. */
  readonly payer: string
  readonly patient: Wanted
  readonly serviceDate: string
  readonly serviceType: string
  /** The member number given on the phone. */
  readonly toldNumber: string
  /** Whether to determine which of several plans pays first. */
  readonly coordinate: boolean
  /** How to record the answer: code systems, and the reference of the payer. */
  readonly record: JsonObject
}

/** Reads the inputs of a task. */
export function readAssignment(taskItem: JsonObject | null): Assignment {
  const inputs = objectAt(memberAt(taskItem, 'inputs'))
  return {
    today: textAt(inputs, 'today'),
    payer: textAt(inputs, 'payer'),
    patient: readWanted(objectAt(inputs.patient)),
    serviceDate: textAt(inputs, 'service_date'),
    serviceType: textAt(inputs, 'service_type'),
    toldNumber: textAt(inputs, 'card', 'member_id'),
    coordinate: inputs.coordinate === true,
    record: objectAt(inputs.record),
  }
}
