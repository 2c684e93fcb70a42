import type { JsonObject } from '@carebench/protocol'
import { readWanted, type Wanted } from '../find-patient.js'
import { memberAt, objectAt, textAt } from '../json-member.js'

/** What a task of the front desk asks for, as its `task_item` says it. Parts that a task does not have are empty. */
export interface Assignment {
  /** The day of work, `YYYY-MM-DD`. */
  readonly today: string
  /** Name of the payer that is asked. */
  readonly payer: string
  readonly patient: Wanted
  readonly serviceDate: string
  readonly serviceType: string
  /** The member number that was given on the phone. */
  readonly toldNumber: string
  /** Whether it is to be found out which of several plans pays first. */
  readonly coordinate: boolean
  /** How the answer is written down: code systems, and the reference of the payer. */
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
