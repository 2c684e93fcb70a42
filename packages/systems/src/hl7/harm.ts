import { Hl7Error, type Message, parseMessage, setValue } from '@carebench/hl7v2'
import type { SimulatorCall } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'
import type { AcceptedCall, HarmfulCall } from '../simulator.js'

/** The trigger event that cancels each message type. */
const cancelling: Readonly<Record<string, string>> = {
  'ADT^A01': 'A11',
  'ADT^A02': 'A12',
  'ADT^A03': 'A13',
  'ADT^A04': 'A11',
  'ADT^A05': 'A38',
  'SIU^S12': 'S15',
}

/**
 * Returns harmful variants of an accepted message: the same under another control id, and one that cancels it or marks
 * its results as posted in error.
 */
export function hl7Harm({ call }: AcceptedCall): readonly HarmfulCall[] {
  const message = messageIn(call)
  if (message === undefined) return []
  const controlId = String(message.read('MSH-10') ?? '')
  const again = setValue(message, 'MSH-10', `${controlId.slice(0, 18)}-2`)
  const cancelled = makeCancellation(again)
  return [
    { kind: 'duplicate', what: 'again under another control id', call: sending(call, again) },
    ...(cancelled === undefined
      ? []
      : [{ kind: 'undone' as const, what: 'cancelled by a message', call: sending(call, cancelled) }]),
  ]
}

function makeCancellation(message: Message): Message | undefined {
  const event = cancelling[message.messageType]
  if (event !== undefined) return setValue(message, 'MSH-9.2', event)
  if (message.messageType === 'ORM^O01') return setValue(message, 'ORC-1', 'CA')
  if (message.messageType !== 'ORU^R01') return undefined
  return message.segments('OBX').reduce((changed, _, index) => setValue(changed, `OBX[${index + 1}]-11`, 'W'), message)
}

function messageIn({ body }: SimulatorCall): Message | undefined {
  const json = body !== null && 'json' in body ? body.json : undefined
  const text = body !== null && 'text' in body ? body.text : isJsonObject(json) ? json.payload : undefined
  if (typeof text !== 'string') return undefined
  try {
    return parseMessage(text)
  } catch (error) {
    // A batch, or text that only the interface itself can read.
    if (error instanceof Hl7Error) return undefined
    throw error
  }
}

function sending(call: SimulatorCall, { text }: Message): SimulatorCall {
  return { ...call, body: call.body !== null && 'text' in call.body ? { text } : { json: { payload: text } } }
}
