import type { ScenarioStep } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../json-shape.js'
import type { SimulatorChange, StepFinding } from '../simulator.js'
import { faultsOfReading } from '../step-fault.js'
import { completePriorAuth, rowIdentity } from './model/resource.js'
import { type PayerEffect, type PayerState, putRequest, putRow } from './state.js'

/** The scenario steps of a payer. */
export const payerScenarioSteps = ['set_portal_row'] as const

/**
 * Runs `{"type":"set_portal_row","resource":…,"row":{…}}`: puts a row, which replaces any row with the same identity.
 * Omitted members of a `prior_auth_requests` row get their defaults. Emits no event. Throws an Error that says what is
 * wrong with the step.
 */
export function injectStep(state: PayerState, step: ScenarioStep): SimulatorChange<PayerEffect> {
  const { type, resource, row } = step
  if (type !== 'set_portal_row') {
    throw new Error(`A payer takes the scenario step "set_portal_row", got ${show(type)}.`)
  }
  if (typeof resource !== 'string' || resource === '') {
    throw new Error(`set_portal_row needs "resource", for example "prior_auth_requests", got ${show(resource)}.`)
  }
  if (!isJsonObject(row)) throw new Error(`set_portal_row needs "row", an object, got ${show(row)}.`)
  if (resource === 'prior_auth_requests') return { effects: [putRequest(completePriorAuth(row))], events: [] }
  const id = rowIdentity(resource, row, state.tables.get(resource)?.size ?? 0)
  return { effects: [putRow(resource, id, row)], events: [] }
}

/** Returns the faults of a step: a row without its identity, or a prior authorization with an invalid member. */
export function findPortalStepFaults({ resource, row }: ScenarioStep): readonly StepFinding[] {
  if (typeof resource !== 'string' || !isJsonObject(row)) return []
  return faultsOfReading('/row', () =>
    resource === 'prior_auth_requests' ? completePriorAuth(row) : rowIdentity(resource, row, 0),
  )
}
