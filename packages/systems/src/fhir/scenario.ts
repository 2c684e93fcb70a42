import { handleFhir, isResource } from '@carebench/fhir'
import { finish, type ScenarioStep } from '@carebench/protocol'
import type { SimulatorChange, SimulatorContext, StepFinding } from '../simulator.js'
import { resourceFindings } from './dataset-findings.js'
import { fhirEvent } from './events.js'
import { handoverEvents } from './pool-work.js'
import { type FhirEffect, type FhirState, fhirContext } from './state.js'

export const fhirScenarioSteps = ['upsert_fhir'] as const

/**
 * Runs `{"type":"upsert_fhir","resource":{…}}`: puts a resource with an id under this id, and creates one without.
 * Throws an Error that says what the record rejects.
 */
export function injectFhirStep(
  state: FhirState,
  step: ScenarioStep,
  context: SimulatorContext,
): SimulatorChange<FhirEffect> {
  const { resource } = step
  if (step.type !== 'upsert_fhir' || !isResource(resource)) {
    throw new Error(
      'Expected a step such as {"type":"upsert_fhir","resource":{"resourceType":"Patient",…}}, got ' +
        `${JSON.stringify(step).slice(0, 120)}.`,
    )
  }
  const { resourceType, id } = resource
  const target =
    typeof id === 'string' ? { method: 'PUT', path: `${resourceType}/${id}` } : { method: 'POST', path: resourceType }
  const response = handleFhir(state.record, { ...target, query: '', headers: {}, body: resource }, fhirContext(context))
  if (response.status >= 400) throw new Error(`upsert_fhir: the record rejected the resource: ${response.body}`)
  return {
    effects: response.effects,
    events: [...response.events.map(fhirEvent), ...finish(handoverEvents(state, response.effects))],
  }
}

/** Returns the errors of a step's resource, as a write would report them. */
export function findFhirStepFaults({ resource = null }: ScenarioStep): readonly StepFinding[] {
  return resourceFindings(resource, '/resource')
}
