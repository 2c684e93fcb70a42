import type { ScenarioStep } from '@carebench/protocol'
import { addressForm, normalizeAddress, readChannel } from '../addresses/channel-address.js'
import { show } from '../json-shape.js'
import type { SimulatorChange, SimulatorContext, StepFinding } from '../simulator.js'
import { receivedEvent } from './events.js'
import { drawMessageId, type MessageRow } from './message-row.js'
import { channelNames, type MessageEffect, type MessageState } from './state.js'

/** The scenario steps of the message simulator. */
export const messageScenarioSteps = ['receive_message'] as const

/**
 * Runs `{"type":"receive_message","channel":…,"from":…,"body":…}`: a message is received, with the event
 * `message.received`. Throws an Error that says what is wrong with the step.
 */
export function injectMessageStep(
  state: MessageState,
  step: ScenarioStep,
  { at, random }: SimulatorContext,
): SimulatorChange<MessageEffect> {
  const { type, from, body } = step
  if (type !== 'receive_message') {
    throw new Error(`The message simulator takes the scenario step "receive_message", got ${show(type)}.`)
  }
  const channel = readChannel(step.channel)
  if (channel === undefined) {
    throw new Error(`receive_message needs "channel", one of ${channelNames}, got ${show(step.channel)}.`)
  }
  const sender = typeof from === 'string' ? normalizeAddress(channel, from) : undefined
  if (sender === undefined) throw new Error(`receive_message needs "from", ${addressForm[channel]}, got ${show(from)}.`)
  if (typeof body !== 'string') throw new Error(`receive_message needs "body", a text, got ${show(body)}.`)
  const message: MessageRow = {
    id: drawMessageId(random),
    direction: 'inbound',
    channel,
    to: state.from[channel],
    from: sender,
    body,
    status: 'received',
    in_reply_to: null,
    created_at: at,
    completed_at: at,
  }
  return { effects: [{ op: 'receive', message }], events: [receivedEvent(message)] }
}

/** Returns the errors of a step: an unknown channel, or a sender that is not an address of the channel. */
export function findMessageStepFaults({ channel: name, from }: ScenarioStep): readonly StepFinding[] {
  const channel = readChannel(name)
  if (channel === undefined) return [{ path: '/channel', message: `must be one of ${channelNames}; got ${show(name)}` }]
  if (typeof from === 'string' && normalizeAddress(channel, from) !== undefined) return []
  return [{ path: '/from', message: `must be ${addressForm[channel]}; got ${show(from)}` }]
}
