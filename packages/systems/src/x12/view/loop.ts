import type { Segment } from '@carebench/x12'

/** A group of segments of a transaction, read by their ids. */
export class Loop {
  constructor(readonly segments: readonly Segment[]) {}

  /** Returns the first segment with an id and, if qualifiers are given, one of them in its first element. */
  find(id: string, ...qualifiers: readonly string[]): Segment | undefined {
    return this.segments.find((one) => one.id === id && isQualified(one, qualifiers))
  }

  /** Returns an element of the segment that `find` finds; empty if there is none. */
  text(id: string, element: number, ...qualifiers: readonly string[]): string {
    return this.find(id, ...qualifiers)?.element(element) ?? ''
  }

  /** Returns a component of an element of that segment; empty if there is none. */
  part(id: string, element: number, component: number, ...qualifiers: readonly string[]): string {
    return this.find(id, ...qualifiers)?.component(element, component) ?? ''
  }

  /** Returns an element of that segment as dollars: `$125.50`. */
  money(id: string, element: number, ...qualifiers: readonly string[]): string {
    return showMoney(this.text(id, element, ...qualifiers))
  }

  day(id: string, element: number, ...qualifiers: readonly string[]): string {
    return showDay(this.text(id, element, ...qualifiers))
  }

  /** Returns the name in an NM1 with one of the qualifiers, given name first; empty if there is none. */
  name(...qualifiers: readonly string[]): string {
    const party = this.find('NM1', ...qualifiers)
    if (party === undefined) return ''
    return [4, 5, 3]
      .map((element) => party.element(element) ?? '')
      .filter((text) => text !== '')
      .join(' ')
  }

  /** Returns the groups that begin with segments of an id, each up to the next such segment or one that ends it. */
  loops(start: string, ...ends: readonly string[]): readonly Loop[] {
    const loops: Segment[][] = []
    let isOpen = false
    for (const segment of this.segments) {
      if (segment.id === start) {
        loops.push([])
        isOpen = true
      } else if (ends.includes(segment.id)) isOpen = false
      if (isOpen) loops.at(-1)?.push(segment)
    }
    return loops.map((segments) => new Loop(segments))
  }

  /** Returns the segments before the first with one of the ids. */
  before(...ids: readonly string[]): Loop {
    const end = this.segments.findIndex(({ id }) => ids.includes(id))
    return end === -1 ? this : new Loop(this.segments.slice(0, end))
  }
}

function isQualified(segment: Segment, qualifiers: readonly string[]): boolean {
  return qualifiers.length === 0 || qualifiers.includes(segment.element(1) ?? '')
}

/** Formats an amount, `125.5` as `$125.50`; returns other text unchanged. */
export function showMoney(text: string): string {
  const amount = Number(text)
  if (text === '' || !Number.isFinite(amount)) return text
  return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(2)}`
}

/** Formats a date, `20260302` as `2026-03-02`, or a range of two. */
export function showDay(text: string): string {
  return text.replaceAll(/(\d{4})(\d\d)(\d\d)\d*/g, '$1-$2-$3').replace(/^(\S{10})-(\S{10})$/, '$1 to $2')
}
