import type { TaskSession } from '@carebench/client'

/** With its name first, so that CLP01 has position 1. */
export type Segment = readonly string[]

export interface Interchange {
  /** `835`, as the clearinghouse lists it. */
  readonly transaction: string
  readonly segments: readonly Segment[]
  /** Between the components of an element: `HC:97110`. */
  readonly separator: string
}

/** What was sent and received through the clearinghouse, over all pages, newest first. */
export async function readInterchanges(session: TaskSession): Promise<readonly Interchange[]> {
  const found: Interchange[] = []
  for await (const { transaction, payload } of session.clearinghouse.transactions()) {
    if (typeof transaction !== 'string' || typeof payload !== 'string') {
      throw new TypeError(`Expected an interchange with its payload, got ${JSON.stringify({ transaction, payload })}.`)
    }
    found.push({ transaction, ...splitInterchange(payload) })
  }
  return found
}

/** ISA has a fixed length, and tells the separators by their positions. */
function splitInterchange(text: string): Pick<Interchange, 'segments' | 'separator'> {
  const between = text.charAt(3)
  const segments = text
    .split(text.charAt(105))
    .map((segment) => segment.trim().split(between))
    .filter(([name]) => name !== '')
  return { segments, separator: text.charAt(104) }
}

/** The segments from each one with the name up to the next. */
export function groupsFrom(segments: readonly Segment[], name: string): readonly (readonly Segment[])[] {
  const starts = segments.flatMap((segment, index) => (segment[0] === name ? [index] : []))
  return starts.map((start, index) => segments.slice(start, starts[index + 1]))
}

/** An element of the first segment with the name; empty if there is none. */
export function findElement(segments: readonly Segment[], name: string, position: number): string {
  return segments.find((segment) => segment[0] === name)?.[position] ?? ''
}
