import type { Solver } from '@carebench/benchmark-solvers'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { createChance } from '../chance.js'
import type { Member } from '../clinic/claims-records.js'
import { handbookIndex } from '../clinic/handbook-index.js'
import { startsAt, today } from '../clinic/today.js'
import type { FlawedWorker } from '../desk/flaws.js'
import type {
  CardFacts,
  Draw,
  Family,
  HarmlessMutant,
  Instance,
  SplitPlan,
  Statements,
  StructuralVector,
  Volume,
} from '../family.js'
import { type PhraseBank, say } from '../phrase-bank.js'
import { refuseToldAnswers } from '../refusals.js'
import type { Counter, Criterion, Distractor, Level, Solution, SolutionCall, Telling, WorldDelta } from '../task.js'
import { get, readAgain, reference } from './calls.js'
import { drawVolume, type Setting } from './drawing.js'
import { dueAfter, sayDue } from './due.js'
import { fillCharts } from './fill-charts.js'
import { honestVariants } from './honest-variants.js'

/** Branches in the order of their seeds, by level: `{ E: 'approved 2, pended', M: 'approved' }`. */
export type Places = Readonly<Record<Level, string>>

/** The counts of a structural vector that a family must declare; the others are derived, or have a default. */
type StatedCounts = Omit<StructuralVector, 'writes' | 'reads' | 'waits' | 'lookAlikes' | 'batch'>

/** The parts of an instance's card that its family provides. */
export interface CardParts extends StatedCounts {
  /** A clerk's description of the work. */
  readonly story: string
  /** Kinds of traps other than distractors. */
  readonly traps?: readonly string[]
  /** Number of look-alikes. Default: the number in the facts. */
  readonly lookAlikes?: number
  /** Number of pieces of work. Default: 1. */
  readonly batch?: number
}

/** Facts that every family has. */
interface CommonFacts {
  readonly distractors: readonly Distractor[]
  readonly lookAlikes?: readonly unknown[]
}

/** The declaration of a family. Its members are in the order in which they depend on each other. */
export interface FamilyDeclaration<Branch extends string, Facts extends CommonFacts> {
  readonly name: string
  readonly title: string
  readonly work: string
  readonly parameters: Readonly<Record<string, string>>
  readonly branches: Readonly<Record<Branch, string>>
  readonly splits: { readonly test: Places; readonly dev: Places }
  /** What level X has more of; without it, the family has no level X. */
  readonly volume?: Volume
  /** Draws the facts. Throws an {@link UnfairDrawError} if the handbook does not decide them. */
  facts(branch: Branch, setting: Setting): Facts
  /** Returns the records from which the facts follow. */
  world(facts: Facts, seed: number): WorldDelta
  /** Returns the events during the work, such as arriving faxes. */
  scenario?(facts: Facts, seed: number): Instance['scenario'] | undefined
  readonly instruction: {
    readonly goal: PhraseBank<string>
    readonly ticket: PhraseBank<string>
    readonly steps: readonly string[]
    /** Returns the values of the slots in the phrases of both banks. */
    slots(facts: Facts): Readonly<Record<string, string>>
    /** Returns inputs of L1 and L2 besides `today` and `due`; tickets (L3) have only these two. */
    inputs?(facts: Facts): JsonObject
    /** The handbook pages that apply, such as `coordination.txt`; a ticket names only the index. */
    readonly pages: readonly string[]
  }
  /** The phrase banks besides `goal` and `ticket`. */
  readonly phrases?: Readonly<Record<string, PhraseBank<string>>>
  truth(facts: Facts): JsonValue
  /** Returns the texts that the agent must find out, which instructions must not contain. */
  answers(facts: Facts): readonly string[]
  /** Returns the calls that read everything that the work needs, before anything is written. */
  readings(facts: Facts): readonly SolutionCall[]
  /** How often the harmless extra repeats the readings beforehand. Default: 2. */
  readonly rereads?: number
  /** Returns the calls of the work by the handbook. */
  byHandbook(facts: Facts): readonly SolutionCall[]
  /** An equally right solution, with its name. */
  readonly otherWay: readonly [name: string, calls: (facts: Facts) => readonly SolutionCall[]]
  /** Solutions that do more than necessary and no harm. */
  extras?(facts: Facts, first: Solution): readonly Solution[]
  criteria(facts: Facts): readonly Criterion[]
  /** Returns the counterexamples: mistakes, and the criteria that they break. */
  harms(facts: Facts): readonly Counter[]
  /** Returns the calls that do everything for everybody, without judgment. */
  flood(facts: Facts): readonly SolutionCall[]
  readonly harmlessMutants?: readonly HarmlessMutant[]
  /**
   * Returns the choices that depend on reading, in words that apply to every instance: `custodial-parent`, `the second
   * newest form`. Guessing all of them right passes, so the adversary tries to predict them without reading.
   */
  choices(facts: Facts): readonly JsonValue[]
  /** Returns what texts may state in addition to what the solutions say. */
  statements?(facts: Facts): Statements
  /** Returns the member whose wrong number in the chart the work corrects; other work of a day may depend on it. */
  corrects?(facts: Facts): Member | undefined
  card(facts: Facts): CardParts
  /**
   * Paths of calls that count as reads on the card although they are not GET, such as turns of calls; `wait` always
   * does.
   */
  readonly countedAsReads?: RegExp
  readonly ladder?: FlawedWorker
  readonly solver?: Solver
}

/** Creates a family from a declaration; derives its splits, instructions, cards, rejections and extras. */
export function defineFamily<Branch extends string, Facts extends CommonFacts>(
  declared: FamilyDeclaration<Branch, Facts>,
): Family {
  const { name, title, work, parameters, branches, splits, volume, instruction, ladder, solver } = declared
  const { goal, ticket } = instruction
  return {
    name,
    title,
    work,
    parameters,
    branches,
    splits: { dev: planIn(branches, splits.dev), test: planIn(branches, splits.test) },
    ...(volume && { volume }),
    phraseBanks: { goal, ticket, ...declared.phrases },
    harmlessMutants: declared.harmlessMutants ?? [],
    make: (draw) => makeInstance(declared, draw),
    corrects: (draw) => declared.corrects?.(declared.facts(draw.branch as Branch, makeSetting(declared, draw))),
    ...(ladder && { worker: ladder }),
    ...(solver && { solver }),
  }
}

/** Returns the plan of a split. Throws a RangeError if the family lacks one of its branches. */
function planIn(branches: Readonly<Record<string, string>>, places: Places): SplitPlan {
  const plan = makePlan(places)
  const unknown = plan.find(({ branch }) => !Object.hasOwn(branches, branch))
  if (unknown === undefined) return plan
  throw new RangeError(`expected a split of the branches ${Object.keys(branches).join(', ')}, got ${unknown.branch}`)
}

/**
 * Reads the plan of a split. A number from 2 to 9 after a branch is its count.
 *
 * @throws RangeError if a place is not a branch with an optional count
 */
export function makePlan(places: Places): SplitPlan {
  return (['E', 'M', 'H'] as const).flatMap((level) =>
    places[level].split(', ').map((place) => {
      const [, branch = '', count = '1'] = /^([a-z-]+)(?: ([2-9]))?$/.exec(place) ?? []
      if (branch === '') throw new RangeError(`expected places such as 'approved 2, pended', got '${place}'`)
      return { level, branch, count: Number(count) }
    }),
  )
}

function makeInstance<Branch extends string, Facts extends CommonFacts>(
  declared: FamilyDeclaration<Branch, Facts>,
  draw: Draw,
): Instance {
  const { seed, level, branch } = draw
  const facts = declared.facts(branch as Branch, makeSetting(declared, draw))
  const readings = [get(`files/${handbookIndex}`), ...declared.readings(facts)]
  const [name, otherCalls] = declared.otherWay
  const first: Solution = { name: reference, calls: [...declared.byHandbook(facts)] }
  const solutions = [first, { name, calls: [...otherCalls(facts)] }]
  const extras = [
    readAgain(readings, first, declared.rereads),
    ...(declared.extras?.(facts, first) ?? []),
    ...honestVariants(solutions),
  ]
  const due = dueAfter([...solutions, ...extras])
  const scenario = declared.scenario?.(facts, seed)
  const instance: Instance = {
    id: `${declared.name}-${seed}`,
    seed,
    level,
    branch,
    world: makeWorld(declared, facts, draw),
    startsAt,
    ...(scenario !== undefined && { scenario }),
    due,
    taskItems: makeTaskItems(declared, facts, { seed, due }),
    truth: declared.truth(facts),
    criteria: declared.criteria(facts),
    readings,
    solutions,
    extras,
    statements: declared.statements?.(facts) ?? {},
    choices: declared.choices(facts),
    counters: declared.harms(facts),
    flood: declared.flood(facts),
    card: { ...makeCard(declared, facts, [...readings, ...first.calls]), due },
  }
  refuseToldAnswers(instance, declared.answers(facts))
  return instance
}

/**
 * Returns the records of an instance. At level X, a family whose volume is of records gets more records in its charts.
 */
function makeWorld<Branch extends string, Facts extends CommonFacts>(
  { volume, world }: FamilyDeclaration<Branch, Facts>,
  facts: Facts,
  { seed, level }: Draw,
): WorldDelta {
  const made = world(facts, seed)
  return level === 'X' && volume?.of === 'records' ? fillCharts(made, seed, drawVolume(seed, volume)) : made
}

/**
 * Returns the setting of a draw. Level X uses level H; a family whose volume is of rows gets that many rows on its
 * list.
 */
function makeSetting(
  declared: Pick<FamilyDeclaration<string, CommonFacts>, 'name' | 'volume'>,
  { seed, level, clinic, beside }: Draw,
): Setting {
  const { name, volume } = declared
  const besides = beside && { beside: { ...makeSetting(declared, beside), branch: beside.branch } }
  if (level !== 'X') return { seed, level, clinic, ...besides }
  if (volume === undefined) throw new RangeError(`expected a family with a volume for level X, got ${name}`)
  return { seed, level: 'H', clinic, ...(volume.of === 'rows' && { volume: drawVolume(seed, volume) }) }
}

/** Returns the same work as steps, as a goal, and as a ticket. Each says when it is due, and where the handbook is. */
function makeTaskItems<Branch extends string, Facts extends CommonFacts>(
  { instruction }: FamilyDeclaration<Branch, Facts>,
  facts: Facts,
  { seed, due }: Pick<Instance, 'seed' | 'due'>,
): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const slots = instruction.slots(facts)
  const goal = say(chance, instruction.goal, slots)
  const ticket = say(chance, instruction.ticket, slots)
  const steps = instruction.steps.map((step, index) => `${index + 1}. ${step}`)
  const inputs = { today, due, ...instruction.inputs?.(facts) }
  const pages = `Handbook: inbox/handbook in the file exchange, ${instruction.pages.join(', ')}.`
  return {
    L1: { instruction: `${goal} Steps: ${steps.join(' ')} ${sayDue(due)} ${pages}`, inputs },
    L2: { instruction: `${goal} ${sayDue(due)} ${pages}`, inputs },
    L3: { instruction: `${ticket} ${sayDue(due)} Handbook: ${handbookIndex}.`, inputs: { today, due } },
  }
}

function makeCard<Branch extends string, Facts extends CommonFacts>(
  { card, countedAsReads }: FamilyDeclaration<Branch, Facts>,
  facts: Facts,
  calls: readonly SolutionCall[],
): Omit<CardFacts, 'due'> {
  const { story, traps = [], systems, hops, documents, rules, batch = 1, ...stated } = card(facts)
  const { distractors } = facts
  const waits = calls.filter(({ path }) => path === 'wait').length
  const writes = calls.filter(
    ({ method, path }) => method !== 'GET' && path !== 'wait' && !countedAsReads?.test(path),
  ).length
  const lookAlikes = stated.lookAlikes ?? facts.lookAlikes?.length ?? 0
  return {
    story,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set([...distractors.map(({ differsIn }) => differsIn), ...traps])].sort(),
    distractors,
    vector: { systems, writes, reads: calls.length - writes, hops, lookAlikes, documents, waits, rules, batch },
  }
}
