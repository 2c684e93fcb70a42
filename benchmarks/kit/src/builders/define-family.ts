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

/** The counts of a structural vector that a family states; the others are counted in its calls. */
type StatedCounts = Omit<StructuralVector, 'writes' | 'reads' | 'waits' | 'lookAlikes' | 'batch'>

/** What a family says of an instance for its card. */
export interface CardParts extends StatedCounts {
  /** What a clerk would say that the work is. */
  readonly story: string
  /** Kinds of traps that no distractor is. */
  readonly traps?: readonly string[]
  /** Default: those of the facts. */
  readonly lookAlikes?: number
  /** Pieces of work; default: 1. */
  readonly batch?: number
}

/** What every family draws besides its own facts. */
interface CommonFacts {
  readonly distractors: readonly Distractor[]
  readonly lookAlikes?: readonly unknown[]
}

/** A family as it is declared, in the order in which its parts follow from each other. */
export interface FamilyDeclaration<Branch extends string, Facts extends CommonFacts> {
  readonly name: string
  readonly title: string
  readonly work: string
  readonly parameters: Readonly<Record<string, string>>
  readonly branches: Readonly<Record<Branch, string>>
  readonly splits: { readonly test: Places; readonly dev: Places }
  /** What level X has more of; a family without it has no such level. */
  readonly volume?: Volume
  /** Draws what is true, and refuses what the handbook does not decide. */
  facts(branch: Branch, setting: Setting): Facts
  /** The records that imply the facts. */
  world(facts: Facts, seed: number): WorldDelta
  /** What happens while the work is done. */
  scenario?(facts: Facts, seed: number): Instance['scenario'] | undefined
  readonly instruction: {
    readonly goal: PhraseBank<string>
    readonly ticket: PhraseBank<string>
    readonly steps: readonly string[]
    /** The facts for the slots of both banks. */
    slots(facts: Facts): Readonly<Record<string, string>>
    /** What the inputs have besides the day; a ticket has none of it. */
    inputs?(facts: Facts): JsonObject
    /** The pages of the handbook that say how, `coordination.txt`; a ticket names the index alone. */
    readonly pages: readonly string[]
  }
  /** The phrase banks besides `goal` and `ticket`. */
  readonly phrases?: Readonly<Record<string, PhraseBank<string>>>
  truth(facts: Facts): JsonValue
  /** What the agent has to find, and no instruction may contain. */
  answers(facts: Facts): readonly string[]
  /** Returns the calls that read everything before anything is written. */
  readings(facts: Facts): readonly SolutionCall[]
  /** How often the harmless extra reads first; default: 2. */
  readonly rereads?: number
  /** The work by the handbook. */
  byHandbook(facts: Facts): readonly SolutionCall[]
  /** Another right way, by its name. */
  readonly otherWay: readonly [name: string, calls: (facts: Facts) => readonly SolutionCall[]]
  /** Solutions that do more than necessary and no harm. */
  extras?(facts: Facts, first: Solution): readonly Solution[]
  criteria(facts: Facts): readonly Criterion[]
  /** What goes wrong, and the criteria that notice. */
  harms(facts: Facts): readonly Counter[]
  /** Everything done for everybody, without judgment. */
  flood(facts: Facts): readonly SolutionCall[]
  readonly harmlessMutants?: readonly HarmlessMutant[]
  /**
   * What has to be chosen by what is read, in words that hold for every instance: `custodial-parent`, `the second
   * newest form`. Somebody who guesses all of it passes, so the adversary guesses it from what is seen without reading.
   */
  choices(facts: Facts): readonly JsonValue[]
  /** What texts may state besides what the solutions say. */
  statements?(facts: Facts): Statements
  /** The member whose wrong number in the chart the work corrects, for other work of a day. */
  corrects?(facts: Facts): Member | undefined
  card(facts: Facts): CardParts
  /** Paths that the card counts as reads though they are no GET, such as turns of calls; `wait` always is one. */
  readonly countedAsReads?: RegExp
  readonly ladder?: FlawedWorker
  readonly solver?: Solver
}

/** The family that a declaration describes: splits, instructions, cards, refusals and extras follow from it. */
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

/** The places of a plan, which has only branches of the family. */
function planIn(branches: Readonly<Record<string, string>>, places: Places): SplitPlan {
  const plan = makePlan(places)
  const unknown = plan.find(({ branch }) => !Object.hasOwn(branches, branch))
  if (unknown === undefined) return plan
  throw new RangeError(`expected a split of the branches ${Object.keys(branches).join(', ')}, got ${unknown.branch}`)
}

/** The places of a plan; those of equal neighbours are one. */
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

/** At level X, a family whose volume is of records has them in the charts of its people. */
function makeWorld<Branch extends string, Facts extends CommonFacts>(
  { volume, world }: FamilyDeclaration<Branch, Facts>,
  facts: Facts,
  { seed, level }: Draw,
): WorldDelta {
  const made = world(facts, seed)
  return level === 'X' && volume?.of === 'records' ? fillCharts(made, seed, drawVolume(seed, volume)) : made
}

/** Level X is the hard one; a family whose volume is of rows has them on its list. */
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

/** The same work as steps, as a goal, and as a ticket. Each says when it is due, and where the handbook is. */
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
