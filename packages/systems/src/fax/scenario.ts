import type { ScenarioStep } from '@carebench/protocol'
import { show } from '../json-shape.js'
import { normalizePhoneNumber } from '../phone-number.js'
import type { SimulatorChange, SimulatorContext, StepFinding } from '../simulator.js'
import { receivedEvent } from './events.js'
import { drawFaxId, type FaxRow, pagesOf } from './fax-row.js'
import type { FaxEffect, FaxState } from './state.js'

/** The scenario steps of the fax simulator. */
export const faxScenarioSteps = ['receive_fax'] as const

/**
 * Carries out `{"type":"receive_fax","from":…,"text":…}`: a fax is received, with the event `fax.received`;
 * `document_type` defaults to `other`. Throws an Error that says what is wrong with the step.
 */
export function injectFaxStep(
  state: FaxState,
  step: ScenarioStep,
  { at, random }: SimulatorContext,
): SimulatorChange<FaxEffect> {
  const { type, from, text, document_type = 'other' } = step
  if (type !== 'receive_fax') {
    throw new Error(`The fax simulator takes the scenario step "receive_fax", got ${show(type)}.`)
  }
  const from_number = typeof from === 'string' ? normalizePhoneNumber(from) : undefined
  if (from_number === undefined) throw new Error(`receive_fax needs "from", a telephone number, got ${show(from)}.`)
  if (typeof text !== 'string') throw new Error(`receive_fax needs "text", got ${show(text)}.`)
  if (typeof document_type !== 'string') {
    throw new Error(`receive_fax takes "document_type", a text, got ${show(document_type)}.`)
  }
  const fax: FaxRow = {
    id: drawFaxId(random),
    direction: 'inbound',
    to_number: state.fromNumber,
    from_number,
    document_type,
    media_type: 'text/plain',
    pages: pagesOf(text),
    status: 'received',
    error: null,
    attempts: [],
    created_at: at,
    completed_at: at,
    text,
  }
  return { effects: [{ op: 'record', fax }], events: [receivedEvent(fax)] }
}

/** The sender of a step that is not a telephone number. */
export function findFaxStepFaults({ from }: ScenarioStep): readonly StepFinding[] {
  if (typeof from === 'string' && normalizePhoneNumber(from) !== undefined) return []
  return [{ path: '/from', message: `must be a telephone number, for example +15550100142; got ${show(from)}` }]
}
