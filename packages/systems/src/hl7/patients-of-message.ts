import { type Message, parseMessage } from '@carebench/hl7v2'

/**
 * A message once for each patient: its segments before the first PID, and those of one PID group. The message itself if it has
 * at most one patient, or if a path names PID segments by number or value.
 */
export function messagesOfPatients(message: Message, paths: readonly string[]): readonly Message[] {
  const starts = message.segments('PID').map(({ position }) => position)
  if (starts.length < 2 || paths.some((path) => path.startsWith('PID['))) return [message]
  const textOf = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, index) => {
      const { start, end } = message.range(from + index)
      return message.text.slice(start, end)
    })
  const head = textOf(1, starts[0] ?? 1)
  return starts.map((start, index) => {
    const group = textOf(start, starts[index + 1] ?? message.segmentCount + 1)
    return parseMessage([...head, ...group].join('\r'))
  })
}
