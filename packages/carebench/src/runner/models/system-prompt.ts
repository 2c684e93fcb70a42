import { isJsonObject, type JsonValue } from '@carebench/protocol'

/** The default system prompt of all models. It contains nothing about any task. */
export const defaultSystemPrompt = `You carry out one task in simulated healthcare systems.
You reach the systems by your tools only. Their descriptions say what they take and what they return.
A call that a system refuses returns the refusal; you may correct the call and repeat it.
The systems have a clock of their own: the tool clock reads it, and wait lets time pass, for example until a reply \
arrives.
When the task is done, call submit, with the output if the instruction asks for one.
If you cannot do the task, call give_up.
Nobody answers questions: a message without a tool call ends the task as it stands.`

/** The default system prompt of models that work in a browser. */
export const browserSystemPrompt = `You carry out one task in simulated healthcare systems.
You reach the systems by a browser only, which shows their workstation. Its links open each system; nothing else \
can be reached.
A form that a system refuses shows the refusal; you may correct the form and send it again.
The systems have a clock of their own: the workstation shows it, and lets time pass, for example until a reply arrives.
When the task is done, send the form of the page Submit, with the output if the instruction asks for one.
If you cannot do the task, call give_up.
Nobody answers questions: a message without a tool call ends the task as it stands.`

/** Returns the message with the task: its instruction, then all other members of its item as JSON. */
export function writeTask(item: JsonValue): string {
  if (typeof item === 'string') return item
  if (!isJsonObject(item) || typeof item.instruction !== 'string') return JSON.stringify(item, null, 2)
  const { instruction, ...rest } = item
  return Object.keys(rest).length === 0 ? instruction : `${instruction}\n\n${JSON.stringify(rest, null, 2)}`
}
