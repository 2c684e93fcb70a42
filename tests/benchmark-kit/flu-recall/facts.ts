import { drawPerson } from '../../../benchmarks/kit/src/builders/draw-people.js'
import { createChance } from '../../../benchmarks/kit/src/chance.js'
import type { Person } from '../../../benchmarks/kit/src/clinic/people.js'
import type { Draw } from '../../../benchmarks/kit/src/family.js'
import { personNumbers, shuffledNumbers } from '../../../benchmarks/kit/src/person-numbers.js'
import { Refusal, refuseKnownPeople } from '../../../benchmarks/kit/src/refusals.js'
import type { Distractor } from '../../../benchmarks/kit/src/task.js'
import { type Branch, countsFor } from './handbook.js'

/** A vaccination of the chart. */
export interface Shot {
  readonly id: string
  readonly vaccine: 'influenza' | 'tetanus'
  readonly status: 'completed' | 'not-done' | 'entered-in-error'
  /** Days before today. */
  readonly age: number
}

/** A patient with a work item. */
export interface Recall {
  readonly person: Person
  readonly taskId: string
  readonly shots: readonly Shot[]
}

/** Everything that an instance is made from. */
export interface Facts extends Recall {
  readonly branch: Branch
  readonly lookAlikes: readonly Recall[]
  readonly distractors: readonly Distractor[]
}

/** What the handbook decides: the outcome for the vaccinations of a chart. */
export function decide(shots: readonly Shot[]): Branch {
  const [counts, ...others] = shots.filter(
    ({ vaccine, status, age }) => vaccine === 'influenza' && status !== 'entered-in-error' && age <= countsFor,
  )
  if (others.length > 0) throw new Refusal('undecided-branch', 'two vaccinations count')
  if (counts === undefined) return 'due'
  return counts.status === 'completed' ? 'given' : 'refused'
}

/** Draws what is true, then what resembles it: one more distractor at each level. */
export function drawFacts(branch: Branch, { seed, level, clinic }: Draw): Facts {
  const numberOf = personNumbers(seed)
  const person = drawPerson(createChance(seed, 'patient'), numberOf(0))
  const other = { ...drawPerson(createChance(seed, 'look-alike'), numberOf(1)), family: person.family }
  refuseKnownPeople([person, other], clinic)
  const chance = createChance(seed, 'vaccinations')
  const recent = chance.integer(20, countsFor - 20)
  const old = chance.integer(countsFor + 20, 2 * countsFor)
  const numbers = shuffledNumbers(seed, 'vaccinations', 4)
  const idOf = (place: number) => `shot-${numberOf(2)}${numbers[place]}`
  const right = {
    vaccine: 'influenza',
    status: branch === 'refused' ? 'not-done' : 'completed',
    age: branch === 'due' ? old : recent,
  } as const
  const decoys = [
    { ...right, age: old + 30, differsIn: 'the day' },
    { ...right, age: recent + 9, status: 'entered-in-error' as const, differsIn: 'the status' },
    { ...right, age: recent - 9, vaccine: 'tetanus' as const, differsIn: 'the vaccine' },
  ].slice(0, { E: 1, M: 2, H: 3 }[level])
  const shots = [right, ...decoys].map(({ vaccine, status, age }, place) => ({ id: idOf(place), vaccine, status, age }))
  if (decide(shots) !== branch) throw new Refusal('undecided-branch', `the chart does not lead to ${branch}`)
  return {
    branch,
    person,
    taskId: `recall-${numberOf(0)}`,
    shots,
    lookAlikes: [{ person: other, taskId: `recall-${numberOf(1)}`, shots: [] }],
    distractors: decoys.map(({ differsIn }, index) => ({
      record: `Immunization/${idOf(index + 1)}`,
      resembles: `Immunization/${idOf(0)}`,
      differsIn,
    })),
  }
}
