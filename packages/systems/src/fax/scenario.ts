import { limits, type ScenarioStep } from '@carebench/protocol'
import { normalizePhoneNumber } from '../addresses/phone-number.js'
import { show } from '../json-shape.js'
import type { SimulatorChange, SimulatorContext, StepFinding } from '../simulator.js'
import { receivedEvent } from './events.js'
import { countPages, drawFaxId, type FaxRow } from './fax-row.js'
import { misread } from './misreading.js'
import { asPrinted } from './printable.js'
import type { FaxEffect, FaxState } from './state.js'

/** The scenario steps of the fax simulator. */
export const faxScenarioSteps = ['receive_fax'] as const

/**
 * Runs `{"type":"receive_fax","from":…,"text":…}`: a fax is received, with the event `fax.received`. `document_type`
 * defaults to `other`. Characters that a fax cannot show become `?`, and the share `noise` of the words is misread
 * (default 0). Throws an Error that says what is wrong with the step.
 */
export function injectFaxStep(
  state: FaxState,
  step: ScenarioStep,
  { at, random }: SimulatorContext,
): SimulatorChange<FaxEffect> {
  const { type, from, text, document_type = 'other', noise = 0 } = step
  if (type !== 'receive_fax') {
    throw new Error(`The fax simulator takes the scenario step "receive_fax", got ${show(type)}.`)
  }
  const from_number = typeof from === 'string' ? normalizePhoneNumber(from) : undefined
  if (from_number === undefined) throw new Error(`receive_fax needs "from", a telephone number, got ${show(from)}.`)
  if (typeof text !== 'string') throw new Error(`receive_fax needs "text", got ${show(text)}.`)
  const long = tooLong(text)
  if (long !== undefined) throw new Error(`The text of receive_fax ${long}.`)
  if (typeof document_type !== 'string') {
    throw new Error(`receive_fax takes "document_type", a text, got ${show(document_type)}.`)
  }
  if (typeof noise !== 'number' || !(noise >= 0 && noise <= 1)) {
    throw new Error(`receive_fax takes "noise", a number from 0 to 1, got ${show(noise)}.`)
  }
  const id = drawFaxId(random)
  const printed = asPrinted(text)
  const read = noise === 0 ? printed : misread(printed, noise, random)
  const fax: FaxRow = {
    id,
    direction: 'inbound',
    to_number: state.fromNumber,
    from_number,
    document_type,
    media_type: 'text/plain',
    pages: countPages(read),
    status: 'received',
    error: null,
    attempts: [],
    created_at: at,
    completed_at: at,
    text: read,
  }
  return { effects: [{ op: 'record', fax }], events: [receivedEvent(fax)] }
}

/** Maximum number of lines of a received fax, because its pages are drawn line by line. */
const maxLines = 20_000

/** Returns the error in the length of a fax's text; undefined if there is none. */
function tooLong(text: string): string | undefined {
  const pages = text.split('\f').length
  if (pages > limits.pdfPages) return `must have at most ${limits.pdfPages} pages; got ${pages}`
  const lines = text.split(/\r\n|[\r\n\f]/).length
  return lines > maxLines ? `must have at most ${maxLines} lines; got ${lines}` : undefined
}

/** Returns the errors of a step: a sender that is not a telephone number, and a text with too many pages or lines. */
export function findFaxStepFaults({ from, text }: ScenarioStep): readonly StepFinding[] {
  const faults: StepFinding[] = []
  if (typeof from !== 'string' || normalizePhoneNumber(from) === undefined) {
    faults.push({ path: '/from', message: `must be a telephone number, for example +15550100142; got ${show(from)}` })
  }
  const long = typeof text === 'string' ? tooLong(text) : undefined
  if (long !== undefined) faults.push({ path: '/text', message: long })
  return faults
}
