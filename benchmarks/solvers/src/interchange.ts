import type { TaskSession } from '@carebench/client'

/** The elements of a segment, after its name, so that CLP01 has index 1. */
export type Segment = readonly string[]

export interface Interchange {
  /** The type of transaction, such as `835`, as the clearinghouse lists it. */
  readonly transaction: string
  readonly segments: readonly Segment[]
  /** The separator between components, such as the colon in `HC:97110`. */
  readonly separator: string
}

/** Reads all interchanges that were sent and received through the clearinghouse, newest first. */
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

/** Splits an interchange. The separators are at fixed positions of ISA, which has a fixed length. */
function splitInterchange(text: string): Pick<Interchange, 'segments' | 'separator'> {
  const between = text.charAt(3)
  const segments = text
    .split(text.charAt(105))
    .map((segment) => segment.trim().split(between))
    .filter(([name]) => name !== '')
  return { segments, separator: text.charAt(104) }
}

/**
 * Splits segments into groups, each of which begins with a segment of this name. Segments before the first are lost.
 */
export function groupsFrom(segments: readonly Segment[], name: string): readonly (readonly Segment[])[] {
  const starts = segments.flatMap((segment, index) => (segment[0] === name ? [index] : []))
  return starts.map((start, index) => segments.slice(start, starts[index + 1]))
}

/** Returns an element of the first segment with this name; empty if there is none. */
export function findElement(segments: readonly Segment[], name: string, position: number): string {
  return segments.find((segment) => segment[0] === name)?.[position] ?? ''
}
