import type { ScenarioStep } from '@carebench/protocol'
import { show } from '../json-shape.js'
import type { SimulatorChange, SimulatorContext, StepFinding } from '../simulator.js'
import { faultsOfReading } from '../step-fault.js'
import { receivedEvent } from './events.js'
import { readInbound, readMessages } from './model/message-row.js'
import type { Hl7Effect } from './state.js'

/** The scenario steps of the HL7 simulator. */
export const hl7ScenarioSteps = ['receive_hl7'] as const

/**
 * Runs `{"type":"receive_hl7","payload":…}`: a message, or each message of a batch, arrives in the inbox, with
 * the event `hl7.received`. Its structure is not checked. Throws an Error that says what is wrong with the step.
 */
export function injectHl7Step(step: ScenarioStep, { at, random }: SimulatorContext): SimulatorChange<Hl7Effect> {
  const { type, payload } = step
  if (type !== 'receive_hl7') {
    throw new Error(`The HL7 simulator takes the scenario step "receive_hl7", got ${show(type)}.`)
  }
  if (typeof payload !== 'string') throw new Error(`receive_hl7 needs "payload", ER7 text, got ${show(payload)}.`)
  try {
    const messages = readInbound(payload, at, random)
    return {
      effects: messages.map((message) => ({ op: 'receive', message })),
      events: messages.map(receivedEvent),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`receive_hl7: ${reason}`, { cause: error })
  }
}

/** Returns the error of a step whose payload is not an HL7 message or batch. */
export function findHl7StepFaults({ payload }: ScenarioStep): readonly StepFinding[] {
  return faultsOfReading('/payload', () => readMessages(String(payload)))
}
