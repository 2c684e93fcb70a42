import type { Level } from '../task.js'
import type { TimeOfDay } from './clock.js'

/** How a piece of work meets the others. */
export type Interaction =
  /** It arrives while others are worked on, and is due before them. */
  | 'interrupts'
  /** What decides it arrives after it was given out. */
  | 'late fact'
  /** It arrives when another one is done. */
  | 'follows'
  /** It is taken back. */
  | 'moot'
  /** It cannot be finished on the day. */
  | 'tomorrow'
  /** It can be done when it is given out; then the chart gets something new, and what was done has to be corrected. */
  | 'correction'
  /** What decides it arrives when another one is done. */
  | 'needs'
  /** It wants what an earlier one of its family wants too, which has the first choice. */
  | 'second choice'

/** A piece of work of a day, before it is drawn. */
export interface DayPlace {
  readonly family: string
  /** One of these, by chance; default: any. */
  readonly branches?: readonly string[]
  readonly level: Level
  readonly arrives: TimeOfDay
  readonly due: TimeOfDay
  readonly interaction?: Interaction
  /** When it happens: what decides arrives, the work is taken back, or what others leave may be taken. */
  readonly at?: TimeOfDay
  /** The file that is written when the work which this one follows, or needs, is done. */
  readonly after?: string
  /** Of work that is corrected: the branch that it is of before. */
  readonly before?: string
  /** Whether no note says that the chart has something new: it is found by who looks. */
  readonly quiet?: true | undefined
  /** Whether it corrects a member number that other work needs, and whether it needs that of earlier work. */
  readonly correctsMember?: true
  readonly needsMember?: true
  /** Since when it is due earlier. */
  readonly sooner?: { readonly at: TimeOfDay; readonly due: TimeOfDay }
  /** Families: it is about a patient of earlier work of one of them. Default: about nobody of other work. */
  readonly patientOf?: readonly string[]
}

/** A day of the clinic, before it is drawn. */
export interface DayDeclaration {
  readonly size: number
  readonly places: readonly DayPlace[]
}
