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

/** Counts that describe the work of an instance, known without running an agent. */
export interface StructuralVector {
  /** Number of systems that the right solution uses. */
  readonly systems: number
  readonly writes: number
  readonly reads: number
  /** Number of records that an agent follows from the instruction to the deciding fact. */
  readonly hops: number
  readonly lookAlikes: number
  readonly documents: number
  readonly waits: number
  /** Number of rules of the handbook that decide the work. */
  readonly rules: number
  /** Number of pieces of work in one task. */
  readonly batch: number
}

/** Statements that texts of the agent may contain in addition to those of the solutions. */
export interface Statements {
  /** Facts of `$grounded`: names of people who are addressed, and numbers that a system assigns during the work. */
  readonly facts?: readonly JsonValue[]
  /** Statuses by whether they are true (`booked: true`). Without them, statuses are not judged. */
  readonly statuses?: Readonly<Record<string, boolean>>
}

export interface CardFacts {
  /** When the work is due, an instant. */
  readonly due: string
  /** A clerk's description of the work. */
  readonly story: string
  /** In one sentence. */
  readonly trap: string
  readonly vector: StructuralVector
  /** The kinds of traps, sorted. */
  readonly traps: readonly string[]
  readonly distractors: readonly Distractor[]
}

/** One draw of a family: the contents of the task, and what checks and cards need to know about it. */
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
  /** Events during the work, such as faxes in reply. */
  readonly scenario?: NonNullable<Task['scenario']>
  /** The same work described in three ways. */
  readonly taskItems: Readonly<Record<Telling, JsonObject>>
  /** The facts from which the records are generated. They are never read back from the records. */
  readonly truth: JsonValue
  readonly criteria: readonly Criterion[]
  /**
   * The reads of the reference solution before it writes. They are separate from `solutions`, because the audit mutates
   * what a solution leaves in the systems, and no criterion has to notice a changed log entry of a read.
   */
  readonly readings: readonly SolutionCall[]
  /** The calls that write. The first solution is the reference; the others are equally right. */
  readonly solutions: readonly Solution[]
  /** Solutions that do more than necessary without harm: they must pass. */
  readonly extras: readonly Solution[]
  readonly counters: readonly Counter[]
  readonly statements: Statements
  /**
   * The choices that depend on reading, in words that apply to every instance of the family; an agent that makes them
   * all passes.
   */
  readonly choices: readonly JsonValue[]
  /** The calls that do everything for every patient, without judgment; they must score close to 0. */
  readonly flood: readonly SolutionCall[]
  readonly card: CardFacts
}

/** The input of {@link Family.make}. Everything that it does not state is drawn from the seed. */
export interface Draw {
  readonly seed: number
  readonly level: InstanceLevel
  /** The right course of action. */
  readonly branch: string
  readonly clinic: Clinic
  /** An earlier draw of the family in the same day, which gets the first choice of anything that both need. */
  readonly beside?: Draw
}

/** Minimum and maximum number of rows on the list, or of records in the charts of its people. */
export interface Volume {
  readonly of: 'rows' | 'records'
  readonly min: number
  readonly max: number
}

/** The plan of a split: the number of instances of each branch, at each level. */
export type SplitPlan = readonly { readonly level: InstanceLevel; readonly branch: string; readonly count: number }[]

/** Mutants of solutions that no criterion has to notice, and the reason. */
export interface HarmlessMutant {
  /** Matches every mutant whose name contains it. */
  readonly part: string
  readonly reason: string
  /**
   * Whether it changes a question that a solution must ask, and nothing that it writes. Like mutants of reads, such a
   * mutant is then not counted.
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
  /** The parameters and their possible values, for the card. */
  readonly parameters: Readonly<Record<string, string>>
  readonly branches: Readonly<Record<string, string>>
  readonly splits: { readonly dev: SplitPlan; readonly test: SplitPlan }
  /** What level X has more of; without it, the family has no level X. */
  readonly volume?: Volume
  /** Mutants that no criterion has to notice. */
  readonly harmlessMutants: readonly HarmlessMutant[]
  /** The phrase banks by name, so that a sealed split can use other words. */
  readonly phraseBanks?: Readonly<Record<string, PhraseBank<string>>>
  /**
   * Draws one instance. Equal draws give equal values in every runtime.
   *
   * @throws {@link UnfairDrawError} if the instance would not be a fair task; draw again with another seed.
   */
  make(draw: Draw): Instance
  /**
   * Returns the member whose wrong number in the chart the work corrects; other work of a day may need the right
   * number.
   */
  corrects?(draw: Draw): Member | undefined
  /** Works the family's tasks on the rungs A2 to A6 of the ladder; without it, the family has no figures there. */
  readonly worker?: FlawedWorker
  /**
   * Works the family's tasks without knowing how they are generated; without it, the check `independent-solver` is
   * unproven.
   */
  readonly solver?: Solver
}
