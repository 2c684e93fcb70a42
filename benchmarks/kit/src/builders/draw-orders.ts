import type { Chance } from '../chance.js'
import { drawPapers } from '../clinic/draw-papers.js'
import type { Order, Problem } from '../clinic/orders.js'
import type { Paper } from '../clinic/papers.js'
import type { Diagnosis, Requirement, Service, Side } from '../clinic/payer-rules.js'
import type { Clinician, Person } from '../clinic/people.js'
import type { Policy } from '../clinic/policies.js'
import { today } from '../clinic/today.js'

// Draws that the families on prior authorization share.

/** Another patient who resembles the patient of the task and has the same kind of pending order. */
export interface LookAlikeOrder {
  readonly person: Person
  readonly policy: Policy
  readonly problem: Problem
  readonly order: Order
  readonly paper: Paper
}

/** Returns a problem of the chart from a diagnosis and the affected side of the body. */
export function makeProblem(diagnosis: Diagnosis, side: Side | null, id: string, resolved = false): Problem {
  return 'code' in diagnosis
    ? { id, text: diagnosis.text, code: diagnosis.code, resolved }
    : { id, text: `${diagnosis.text}, ${side}`, code: diagnosis[side ?? 'right'], resolved }
}

/** Returns the diagnoses of a service in random order; the first one is always a valid reason for the service. */
export function drawReasons(chance: Chance, { diagnoses, firstOnly }: Service): readonly Diagnosis[] {
  const [first] = diagnoses
  const shuffled = chance.shuffle(diagnoses)
  return firstOnly === true && first !== undefined ? [first, ...shuffled.filter((one) => one !== first)] : shuffled
}

/** Whether a person is old enough for a service today. */
export function fitsAge({ minAge = 0 }: Service, { birthDate }: Person): boolean {
  return `${Number(birthDate.slice(0, 4)) + minAge}${birthDate.slice(4)}` <= today
}

/** Draws a document that meets a requirement of an order. */
export function drawPaper(
  chance: Chance,
  order: Order,
  requirement: Requirement,
  id: string,
  colleague: Clinician = order.clinician,
): Paper {
  const plan = { order, requirements: [requirement], isMissing: false, decoys: 0, colleague, idOf: () => id }
  const [paper] = drawPapers(chance, plan).all
  if (paper === undefined) throw new RangeError(`expected a document for ${requirement.type}, got none`)
  return paper
}

/** The pending order of a look-alike: a copy of the order, with its own problem and document. */
export interface OrderLike {
  readonly problem: Problem
  readonly order: Order
  readonly paper: Paper
}

/** Draws the same order for another patient, with a document for the requirement; by default a clinical note. */
export function drawOrderLike(
  chance: Chance,
  original: Order,
  own: number,
  requirement: Requirement = { type: 'clinical_note', days: 60 },
): OrderLike {
  const problem = { ...original.problem, id: `cond-${own}-1` }
  const { id, taskId } = original
  const order = { ...original, id: numberedAs(id, own), taskId: numberedAs(taskId, own), problem }
  return { problem, order, paper: drawPaper(chance, order, requirement, `doc-${own}-1`) }
}

/** Returns an id with its first number replaced by `own`, for the corresponding record of another patient. */
export function numberedAs(id: string, own: number): string {
  return id.replace(/\d+/, String(own))
}
