import type { JsonObject } from '@carebench/protocol'
import { memberAt, objectAt, textAt, textsAt } from '../json-member.js'

/** The parameters of a task of the results desk, from its `task_item`. Parts that a task does not have are empty. */
export interface Assignment {
  /** The day of work, `YYYY-MM-DD`. */
  readonly today: string
  /** The number of the patient of the result; empty if the whole inbox is to be processed. */
  readonly mrn: string
  /** References of the clinicians whose open orders are to be processed. */
  readonly ordersOf: readonly string[]
  /** Code systems: of tests, units and flags. */
  readonly codes: JsonObject
  /** The units in which the chart keeps values, by the code of the test. */
  readonly chartUnits: JsonObject
  /** The facility that receives a correction. */
  readonly forwardTo: string
  /** Where to report messages that match no patient, with the columns. */
  readonly unmatched: { readonly path: string; readonly columns: readonly string[] }
}

/** Reads the inputs of a task. */
export function readAssignment(taskItem: JsonObject | null): Assignment {
  const inputs = objectAt(memberAt(taskItem, 'inputs'))
  return {
    today: textAt(inputs, 'today'),
    mrn: textAt(inputs, 'patient', 'mrn'),
    ordersOf: textsAt(inputs, 'orders_of'),
    codes: objectAt(inputs.codes),
    chartUnits: objectAt(inputs.chart_units),
    forwardTo: textAt(inputs, 'forward', 'facility'),
    unmatched: { path: textAt(inputs, 'unmatched', 'path'), columns: textsAt(inputs, 'unmatched', 'columns') },
  }
}
