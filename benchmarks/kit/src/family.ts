import type { Solver } from '@carebench/benchmark-solvers'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Member } from './clinic/claims-records.js'
import type { Clinic } from './clinic/clinic.js'
import type { FlawedWorker } from './desk/flaws.js'
import type { PhraseBank } from './phrase-bank.js'
import type {
  Counter,
  Criterion,
  Distractor,
  InstanceLevel,
  Solution,
  SolutionCall,
  Task,
  Telling,
  WorldDelta,
} from './task.js'

/** What can be counted about the work of an instance without an agent. */
export interface StructuralVector {
  /** Systems that the right way uses. */
  readonly systems: number
  readonly writes: number
  readonly reads: number
  /** Records to follow from the instruction to the fact that decides. */
  readonly hops: number
  readonly lookAlikes: number
  readonly documents: number
  readonly waits: number
  /** Rules of the handbook that decide. */
  readonly rules: number
  /** Pieces of work in one task. */
  readonly batch: number
}

/** What the texts of a task may state besides what its solutions say. */
export interface Statements {
  /** Facts of `$grounded`: names of those who are spoken to, numbers that a system gives during the work. */
  readonly facts?: readonly JsonValue[]
  /** The statuses that are so (`booked: true`), and those that are not. Without them, no status is judged. */
  readonly statuses?: Readonly<Record<string, boolean>>
}

export interface CardFacts {
  /** When the work is due, an instant. */
  readonly due: string
  /** What a clerk would say that the work is. */
  readonly story: string
  /** In one sentence. */
  readonly trap: string
  readonly vector: StructuralVector
  /** The kinds of traps, sorted. */
  readonly traps: readonly string[]
  readonly distractors: readonly Distractor[]
}

/** One draw of a family: everything that the task consists of, and what is known about it. */
export interface Instance {
  /** `pa-submit-1207`: the family and the seed. */
  readonly id: string
  readonly seed: number
  readonly level: InstanceLevel
  readonly branch: string
  readonly world: WorldDelta
  readonly startsAt: string
  /** When the work is due, an instant. */
  readonly due: string
  /** The pieces of work of a day, and when the day ends. */
  readonly items?: Task['items']
  readonly endsAt?: string
  /** What happens while the work is done, such as faxes that come back. */
  readonly scenario?: NonNullable<Task['scenario']>
  /** The same work described in three ways. */
  readonly taskItems: Readonly<Record<Telling, JsonObject>>
  /** The facts that the records were made from. They are never read again from the records. */
  readonly truth: JsonValue
  readonly criteria: readonly Criterion[]
  /**
   * What the reference solution reads before it writes. Apart, because reads leave records whose mutants nobody has to
   * notice.
   */
  readonly readings: readonly SolutionCall[]
  /** What has to be written. The first is the reference; the others are as good. */
  readonly solutions: readonly Solution[]
  /** Solutions that do more than necessary and no harm: they have to pass. */
  readonly extras: readonly Solution[]
  readonly counters: readonly Counter[]
  readonly statements: Statements
  /** The values that the agent must choose from what it reads; an agent that knows them all passes. */
  readonly choices: readonly JsonValue[]
  /** The calls that do everything for every patient, without judgment; they must score close to 0. */
  readonly flood: readonly SolutionCall[]
  readonly card: CardFacts
}

/** What `make` is given: the seed decides everything else. */
export interface Draw {
  readonly seed: number
  readonly level: InstanceLevel
  /** The right course of action. */
  readonly branch: string
  readonly clinic: Clinic
  /** Another draw of the family in the same day, which has the first choice of what both want. */
  readonly beside?: Draw
}

/** Rows of the list, or records in the charts of its people, at least and at most. */
export interface Volume {
  readonly of: 'rows' | 'records'
  readonly min: number
  readonly max: number
}

/** The instances of a split: how many of each branch, at each level. */
export type SplitPlan = readonly { readonly level: InstanceLevel; readonly branch: string; readonly count: number }[]

export interface HarmlessMutant {
  readonly part: string
  readonly reason: string
  /**
   * Whether it changes a question that a solution has to ask, and nothing that it writes. Like the mutants of what is
   * only read, it is then not counted at all.
   */
  readonly ofQuestion?: boolean
}

/** A kind of work, from which instances are drawn. */
export interface Family {
  /** `pa-submit`. */
  readonly name: string
  readonly title: string
  /** What has to be done, in one line. */
  readonly work: string
  /** The parameters and what each may be, for the card. */
  readonly parameters: Readonly<Record<string, string>>
  readonly branches: Readonly<Record<string, string>>
  readonly splits: { readonly dev: SplitPlan; readonly test: SplitPlan }
  /** What level X has more of; a family without it has no such level. */
  readonly volume?: Volume
  /** Mutants that no criterion has to notice, by a part of their name, and why not. */
  readonly harmlessMutants: readonly HarmlessMutant[]
  /** The phrase banks by name, so that a sealed split can say the same in other words. */
  readonly phraseBanks?: Readonly<Record<string, PhraseBank<string>>>
  /**
   * Draws one instance. The same draw gives the same value in every runtime.
   *
   * @throws {@link UnfairDrawError} if the instance would not be a fair task; draw again with another seed.
   */
  make(draw: Draw): Instance
  /** The member whose wrong number in the chart the work corrects: other work of a day may need the right one. */
  corrects?(draw: Draw): Member | undefined
  /** Works its tasks on the rungs A2 to A6 of the ladder; a family without one has no figures there. */
  readonly worker?: FlawedWorker
  /** Works its tasks without knowing how they are made; the check `independent-solver` is unproven without one. */
  readonly solver?: Solver
}
