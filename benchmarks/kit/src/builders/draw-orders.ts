import type { Chance } from '../chance.js'
import { drawPapers } from '../clinic/draw-papers.js'
import type { Order, Problem } from '../clinic/orders.js'
import type { Paper } from '../clinic/papers.js'
import type { Diagnosis, Requirement, Service, Side } from '../clinic/payer-rules.js'
import type { Clinician, Person } from '../clinic/people.js'
import type { Policy } from '../clinic/policies.js'
import { today } from '../clinic/today.js'

// What the families around prior authorizations draw alike.

/** Another patient who resembles the one of the task, with the same kind of work waiting. */
export interface LookAlikeOrder {
  readonly person: Person
  readonly policy: Policy
  readonly problem: Problem
  readonly order: Order
  readonly paper: Paper
}

/** A diagnosis on one side of the body as a problem of the chart. */
export function makeProblem(diagnosis: Diagnosis, side: Side | null, id: string, resolved = false): Problem {
  return 'code' in diagnosis
    ? { id, text: diagnosis.text, code: diagnosis.code, resolved }
    : { id, text: `${diagnosis.text}, ${side}`, code: diagnosis[side ?? 'right'], resolved }
}

/** The diagnoses of a service in an order in which the first one may be the reason for it. */
export function drawReasons(chance: Chance, { diagnoses, firstOnly }: Service): readonly Diagnosis[] {
  const [first] = diagnoses
  const shuffled = chance.shuffle(diagnoses)
  return firstOnly === true && first !== undefined ? [first, ...shuffled.filter((one) => one !== first)] : shuffled
}

/** Whether somebody is of an age at which a service is done. */
export function fitsAge({ minAge = 0 }: Service, { birthDate }: Person): boolean {
  return `${Number(birthDate.slice(0, 4)) + minAge}${birthDate.slice(4)}` <= today
}

/** The one document that a requirement asks for. */
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

/** What a look-alike has waiting: the same order, with a document of its own. */
export interface OrderLike {
  readonly problem: Problem
  readonly order: Order
  readonly paper: Paper
}

/** The same order of another patient, with the document that a requirement asks for; without one, with a note. */
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

/** The id of the same record of another patient: `order-12345-1`. */
export function numberedAs(id: string, own: number): string {
  return id.replace(/\d+/, String(own))
}
