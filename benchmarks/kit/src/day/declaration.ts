import type { Level } from '../task.js'
import type { TimeOfDay } from './clock.js'

/** How a piece of work interacts with others. */
export type Interaction =
  /** Arrives while other work is in progress, and is due before it. */
  | 'interrupts'
  /** The deciding fact arrives after the work was assigned. */
  | 'late fact'
  /** Arrives after other work is done. */
  | 'follows'
  /** Is withdrawn. */
  | 'moot'
  /** Cannot be finished on the day. */
  | 'tomorrow'
  /** Can be done when it is assigned; a later change of the chart makes a correction necessary. */
  | 'correction'
  /** The deciding fact arrives after other work is done. */
  | 'needs'
  /** Competes with an earlier place of its family, which has the first choice. */
  | 'second choice'

/** A piece of work of a day, before it is drawn. */
export interface DayPlace {
  readonly family: string
  /** Allowed branches, one of which is drawn. Default: all. */
  readonly branches?: readonly string[]
  readonly level: Level
  readonly arrives: TimeOfDay
  readonly due: TimeOfDay
  readonly interaction?: Interaction
  /**
   * When the interaction happens: the deciding fact arrives, the chart changes, the work is withdrawn, or what earlier
   * work leaves over becomes available.
   */
  readonly at?: TimeOfDay
  /** The file that the preceding or needed work writes when it is done. */
  readonly after?: string
  /** Of work that is corrected: its branch before the correction. */
  readonly before?: string
  /** Whether no note announces the change of the chart, so that an agent has to look again. */
  readonly quiet?: true | undefined
  /** Whether it corrects a member number that other work needs, or needs the number that earlier work corrects. */
  readonly correctsMember?: true
  readonly needsMember?: true
  /** An earlier deadline, and when it is announced. */
  readonly sooner?: { readonly at: TimeOfDay; readonly due: TimeOfDay }
  /** Families: the patient is one of earlier work of these families. Default: a patient of no other work. */
  readonly patientOf?: readonly string[]
}

/** A day of the clinic, before it is drawn. */
export interface DayDeclaration {
  readonly size: number
  readonly places: readonly DayPlace[]
}

/** Whether the work is assigned at a time when it may not be done yet. */
export function isHeld({ interaction }: DayPlace): boolean {
  return interaction === 'late fact' || interaction === 'second choice'
}
