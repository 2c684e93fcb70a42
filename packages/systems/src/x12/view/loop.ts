import type { Segment } from '@carebench/x12'

/** Some segments of a transaction that belong together, read by their names. */
export class Loop {
  constructor(readonly segments: readonly Segment[]) {}

  /** Returns the first segment with a name and, if one is given, one of some qualifiers in its first element. */
  find(id: string, ...qualifiers: readonly string[]): Segment | undefined {
    return this.segments.find((one) => one.id === id && isQualified(one, qualifiers))
  }

  /** Returns an element of that segment; empty if there is none. */
  text(id: string, element: number, ...qualifiers: readonly string[]): string {
    return this.find(id, ...qualifiers)?.element(element) ?? ''
  }

  /** Returns a component of an element. */
  part(id: string, element: number, component: number, ...qualifiers: readonly string[]): string {
    return this.find(id, ...qualifiers)?.component(element, component) ?? ''
  }

  /** Returns an amount with its cents, which are left out if they are zero. */
  money(id: string, element: number, ...qualifiers: readonly string[]): string {
    return showMoney(this.text(id, element, ...qualifiers))
  }

  day(id: string, element: number, ...qualifiers: readonly string[]): string {
    return showDay(this.text(id, element, ...qualifiers))
  }

  /** Returns the name of a person or an organization: the given name stands first. */
  name(...qualifiers: readonly string[]): string {
    const party = this.find('NM1', ...qualifiers)
    if (party === undefined) return ''
    return [4, 5, 3]
      .map((element) => party.element(element) ?? '')
      .filter((text) => text !== '')
      .join(' ')
  }

  /** Returns the loops that begin with a segment, each until the next one or one that ends it. */
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

  /** What stands before the first of some segments. */
  before(...ids: readonly string[]): Loop {
    const end = this.segments.findIndex(({ id }) => ids.includes(id))
    return end === -1 ? this : new Loop(this.segments.slice(0, end))
  }
}

function isQualified(segment: Segment, qualifiers: readonly string[]): boolean {
  return qualifiers.length === 0 || qualifiers.includes(segment.element(1) ?? '')
}

/** `125.5` is `$125.50`; what is no amount stays as it is. */
export function showMoney(text: string): string {
  const amount = Number(text)
  if (text === '' || !Number.isFinite(amount)) return text
  return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(2)}`
}

/** `20260302` is `2026-03-02`, and two of them are a range. */
export function showDay(text: string): string {
  return text.replaceAll(/(\d{4})(\d\d)(\d\d)\d*/g, '$1-$2-$3').replace(/^(\S{10})-(\S{10})$/, '$1 to $2')
}
