import { drawPerson } from '../../../benchmarks/kit/src/builders/draw-people.js'
import { Drawing, drawLookAlike, type Setting } from '../../../benchmarks/kit/src/builders/drawing.js'
import type { Person } from '../../../benchmarks/kit/src/clinic/people.js'
import { refuseKnownPeople, UnfairDrawError } from '../../../benchmarks/kit/src/refusals.js'
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
  if (others.length > 0) throw new UnfairDrawError('undecided-branch', 'two vaccinations count')
  if (counts === undefined) return 'due'
  return counts.status === 'completed' ? 'given' : 'refused'
}

/** Draws what is true, then what resembles it: one more distractor at each level. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new Drawing(setting)
  const { numberOf } = draw
  const person = drawPerson(draw.chance('patient'), numberOf(0))
  const lookAlikes = draw.lookAlikes(1, (chance, number) => drawLookAlike(chance, person, numberOf(number), 'given'))
  for (const other of lookAlikes) draw.distractByPerson(other, person)
  refuseKnownPeople([person, ...lookAlikes], draw.clinic)
  const chance = draw.chance('vaccinations')
  const recent = chance.integer(20, countsFor - 20)
  const old = chance.integer(countsFor + 20, 2 * countsFor)
  const numbers = draw.numbers('vaccinations', 4)
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
  ].slice(0, { E: 1, M: 2, H: 3 }[draw.level])
  for (const [index, { differsIn }] of decoys.entries()) {
    draw.distract(`Immunization/${idOf(index + 1)}`, `Immunization/${idOf(0)}`, differsIn)
  }
  const shots = [right, ...decoys].map(({ vaccine, status, age }, place) => ({ id: idOf(place), vaccine, status, age }))
  if (decide(shots) !== branch) throw new UnfairDrawError('undecided-branch', `the chart does not lead to ${branch}`)
  const recallOf = (of: Person) => ({ person: of, taskId: of.id.replace('pat', 'recall') })
  return {
    ...recallOf(person),
    branch,
    shots,
    lookAlikes: lookAlikes.map((other) => ({ ...recallOf(other), shots: [] })),
    distractors: draw.distractors,
  }
}
