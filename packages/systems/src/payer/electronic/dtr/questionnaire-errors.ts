import type { JsonObject } from '@carebench/protocol'
import { putRow } from '../../state.js'
import { type ElectronicAnswer, type ElectronicCall, readResource, refuse } from '../electronic-call.js'
import { objectsIn, textAt } from '../fhir/element.js'
import { nextId } from '../rows.js'

/** Stores the errors that a client reports about a questionnaire (`$log-questionnaire-errors`). */
export function logQuestionnaireErrors(call: ElectronicCall): ElectronicAnswer {
  const read = readResource(call.body, 'Parameters')
  if ('refusal' in read) return read.refusal
  const all = objectsIn(read.resource.parameter)
  const [about] = all.filter(({ name }) => name === 'questionnaire')
  const questionnaire = textAt(about, 'valueCanonical')
  const outcome = all.find(({ resource }) => textAt(resource, 'resourceType') === 'OperationOutcome')?.resource
  if (questionnaire === undefined || outcome === undefined) {
    const text = 'Send the parameters questionnaire (valueCanonical) and operationOutcome (an OperationOutcome).'
    return refuse(400, 'required', text, 'Parameters.parameter')
  }
  const { state, context } = call
  const id = nextId(state, 'questionnaire_errors', 'ERR')
  const row: JsonObject = { error_id: id, questionnaire, outcome, at: context.at }
  return { status: 204, effects: [putRow('questionnaire_errors', id, row)] }
}
