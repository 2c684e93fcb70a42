import type { SimulatorChange } from '../simulator.js'
import { type Happening, inOrderOfTime } from '../timeline.js'
import { receivedEvent, settledEvent } from './events.js'
import { type MessageRow, settleMessage } from './message-row.js'
import type { MessageEffect, MessageState, Outlook } from './state.js'

/** Returns the progress of pending messages up to `at`: deliveries and replies, each at its own time. */
export function dueMessages(state: MessageState, at: string): SimulatorChange<MessageEffect> {
  const happened = [...state.waiting.values()].flatMap((outlook) => {
    const message = state.messages.get(outlook.id)
    return message === undefined ? [] : happen(message, outlook, at)
  })
  return inOrderOfTime(happened)
}

/** Returns the progress of one message up to `at`: the end of its delivery, then the arrival of its reply. */
export function happen(message: MessageRow, { id, delivery, answer }: Outlook, at: string): Happening<MessageEffect>[] {
  const happened: Happening<MessageEffect>[] = []
  if (delivery !== null && delivery.at <= at) {
    happened.push({
      time: Date.parse(delivery.at),
      effects: [{ op: 'settle', id, ...delivery }],
      events: [settledEvent(settleMessage(message, delivery.status, delivery.at), delivery.at)],
    })
  }
  if (answer !== null && answer.created_at <= at) {
    happened.push({
      time: Date.parse(answer.created_at),
      effects: [{ op: 'answer', id }],
      events: [receivedEvent(answer, answer.created_at)],
    })
  }
  return happened
}
