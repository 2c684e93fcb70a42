import type { EventRecord } from '@carebench/protocol'
import { type Static, Type } from 'typebox'
import { type Findings, pointerTo } from '../../values/finding.js'

/** The number of seconds between an event and the event before it. */
export const spacingSchema = Type.Object(
  {
    at_least: Type.Optional(Type.Number({ minimum: 0, description: 'Seconds. Default: 0.' })),
    at_most: Type.Optional(Type.Number({ minimum: 0, description: 'Seconds. Default: any number.' })),
  },
  { additionalProperties: false, minProperties: 1 },
)

/** In milliseconds, both ends included. */
export interface Spacing {
  readonly least: number
  readonly most: number
}

/** Compiles the spacing of an event; undefined if there is none, or after reporting an error. */
export function compileSpacing(
  written: Static<typeof spacingSchema> | undefined,
  index: number,
  at: string,
  findings: Findings,
): Spacing | undefined {
  if (written === undefined) return undefined
  const { at_least = 0, at_most = Number.POSITIVE_INFINITY } = written
  if (index === 0)
    return findings.add(at, 'expected an event before this one; leave "seconds_after" out of the first event')
  if (at_most < at_least) {
    return findings.add(pointerTo(at, 'at_most'), `expected at least "at_least", ${at_least}; found ${at_most}`)
  }
  return { least: at_least * 1000, most: at_most * 1000 }
}

/** `at least 3600 and at most 7200 seconds`, `at least 1 second`. */
export function describeSpacing({ least, most }: Spacing): string {
  const bounds = [
    ...(least > 0 ? [`at least ${least / 1000}`] : []),
    ...(Number.isFinite(most) ? [`at most ${most / 1000}`] : []),
  ]
  const last = Number.isFinite(most) ? most : least
  return `${bounds.join(' and ') || 'at least 0'} second${last === 1000 ? '' : 's'}`
}

interface Placed {
  readonly event: EventRecord
  readonly index: number
}

/**
 * Finds, for each entry in the order of the log, an earlier entry of a list at the distance that a spacing demands. An
 * entry may have an earlier time than the entry before it, because some events are logged only when they are noticed.
 */
export class TimesPassed<Step extends Placed> {
  readonly #steps: readonly Step[]
  readonly #spacing: Spacing
  /** The entries before the last requested one, by time. */
  readonly #known: { readonly time: number; readonly step: Step }[] = []
  #next = 0

  constructor(steps: readonly Step[], spacing: Spacing) {
    this.#steps = steps
    this.#spacing = spacing
  }

  /** Returns the earliest entry that fits; undefined if there is none. */
  before(event: EventRecord, index: number): Step | undefined {
    for (
      let step = this.#steps[this.#next];
      step !== undefined && step.index < index;
      step = this.#steps[++this.#next]
    ) {
      const time = Date.parse(step.event.at)
      this.#known.splice(this.#position(time, true), 0, { time, step })
    }
    const { least, most } = this.#spacing
    const time = Date.parse(event.at)
    const fitting = this.#known[this.#position(time - most, false)]
    return fitting !== undefined && fitting.time <= time - least ? fitting.step : undefined
  }

  /** Returns the number of known times before a time, or not after it. */
  #position(time: number, isIncluded: boolean): number {
    let from = 0
    let to = this.#known.length
    while (from < to) {
      const middle = (from + to) >>> 1
      const known = this.#known[middle]?.time ?? 0
      if (known < time || (isIncluded && known === time)) from = middle + 1
      else to = middle
    }
    return from
  }
}
