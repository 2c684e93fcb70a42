import { drawOrderLike, drawReasons, fitsAge, problemOf } from '../../builders/draw-orders.js'
import { drawPerson } from '../../builders/draw-people.js'
import { Drawing, drawLookAlike, type Growing, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { dayFromToday, workingAges, workingDays } from '../../clinic/dates.js'
import { drawPapers } from '../../clinic/draw-papers.js'
import { wantedDocuments } from '../../clinic/electronic-handbook.js'
import type { Order } from '../../clinic/orders.js'
import { therapyBodies } from '../../clinic/paper-phrases.js'
import type { Paper } from '../../clinic/papers.js'
import { type PaperType, type PayerKey, payerKeys, payers, type Service, services } from '../../clinic/payer-rules.js'
import type { Clinician } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople, UnfairDrawError } from '../../refusals.js'
import { type Branch, type Course, type Facts, isDenied, type TherapyNote } from './facts.js'
import { refuseUndecided } from './handbook-rules.js'

/** What a payer says about an order. */
interface Plan {
  readonly outcome: Course['outcome']
  readonly isAsked?: true
  readonly isExtended?: true
  readonly urgent?: boolean
}

const plans: Readonly<Record<Branch, Plan>> = {
  'is-it-needed': { outcome: 'not-required' },
  'gold-card': { outcome: 'satisfied' },
  'pended-attachment': { outcome: 'approved', isAsked: true },
  modification: { outcome: 'reduced' },
  'expired-authorization': { outcome: 'approved', isExtended: true },
  urgent: { outcome: 'pended', urgent: true },
  'denied-appeal': { outcome: 'appealed' },
  'denied-peer-to-peer': { outcome: 'peer-to-peer' },
}

/** How much of everything a level has. */
const sizes = {
  E: { asked: 1, decoys: 2, therapy: 3, lookAlikes: 1 },
  M: { asked: 1, decoys: 3, therapy: 4, lookAlikes: 1 },
  H: { asked: 2, decoys: 4, therapy: 4, lookAlikes: 2 },
} as const

/** The services that therapy is tried before. */
const treated: readonly string[] = services
  .filter(({ region }) => ['lumbar spine', 'knee', 'shoulder'].includes(region))
  .map(({ code }) => code)

/** Draws what is true of the orders of a patient, then what resembles it. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new FactsDrawing(setting, branch)
  const { level, facts } = draw
  const second = secondPlan(branch, draw)
  const list = [plans[branch], ...(second === undefined ? [] : [second])]
  for (const plan of draw.chance('order of work').shuffle(list)) draw.addCourse(plan, plan === plans[branch])
  for (let number = 1; number <= sizes[level].lookAlikes; number++) draw.addLookAlike(number)
  refuseKnownPeople([facts.person, ...facts.lookAlikes.map(({ person }) => person)], draw.clinic)
  refuseUndecided(facts)
  return facts
}

/** The other order, which the payer answers otherwise. */
function secondPlan(branch: Branch, { level, chance }: FactsDrawing): Plan | undefined {
  if (level === 'E' && branch !== 'is-it-needed') return undefined
  // With an urgent order that waits, one that waits longer.
  const pended: Plan = { outcome: 'pended', ...(branch === 'urgent' && { urgent: false }) }
  const needed: readonly Plan[] = [{ outcome: 'approved' }, { outcome: 'reduced' }, pended]
  const others: readonly Plan[] = [...needed, { outcome: 'not-required' }, { outcome: 'satisfied' }]
  const list = branch === 'is-it-needed' ? needed : others
  return chance('second').pick(list.filter(({ outcome }) => branch === 'urgent' || outcome !== plans[branch].outcome))
}

class FactsDrawing extends Drawing {
  readonly facts: Growing<Facts>
  readonly serial = this.numberOf(0)

  constructor(setting: Setting, branch: Branch) {
    super(setting)
    this.chance = this.chance.bind(this)
    this.facts = {
      branch,
      person: drawPerson(this.chance('person'), this.serial, { lastYear: 1985 }),
      policy: policyOf(this.chance('payer').pick(payerKeys), this.serial),
      courses: [],
      problems: [],
      papers: [],
      therapy: [],
      lookAlikes: [],
      distractors: this.distractors,
    }
  }

  addCourse(plan: Plan, isMain: boolean): void {
    const { facts, level } = this
    const topic = isMain ? 'course' : 'second course'
    const chance = this.chance(topic)
    const [clinician, colleague] = chance.shuffle(this.clinic.clinicians)
    if (clinician === undefined || colleague === undefined) throw new RangeError('the clinic needs two clinicians')
    const order = this.#drawOrder(chance, plan, clinician)
    // The payer's answer decides which of the documents matter: they are alike in all branches.
    const wanted = this.#addPapers(order, colleague, topic)
    const note = this.#addTherapy(plan, order, colleague, topic)
    const asked = plan.isAsked === true ? wanted.slice(0, sizes[level].asked) : note === undefined ? [] : [note]
    const answer = this.chance(`${topic} answer`)
    const isReduced = plan.outcome === 'reduced'
    const days = answer.pick([30, 60, 90])
    facts.courses.push({
      order,
      outcome: plan.outcome,
      isAsked: plan.isAsked === true,
      papers: asked,
      granted: isReduced
        ? { units: answer.integer(1, order.units - 1), until: dayAfter(order.serviceDate, days - 1) }
        : null,
      earlier: this.#drawEarlier(answer, plan, order, facts.courses.length),
      isExtended: plan.isExtended === true,
    })
  }

  #drawOrder(chance: Chance, { outcome, urgent }: Plan, clinician: Clinician): Order {
    const { facts, serial } = this
    const regions = facts.courses.map(({ order }) => order.service.region)
    const isLong = outcome === 'reduced'
    const fits = (service: Service) =>
      fitsAge(service, facts.person) &&
      !regions.includes(service.region) &&
      (!isDenied({ outcome }) || treated.includes(service.code)) &&
      (!isLong || Math.max(...service.units) > 1)
    const candidates = services.filter(fits)
    if (candidates.length === 0) throw new UnfairDrawError('out-of-range', `no service left for ${outcome}`)
    const service = chance.pick(candidates)
    const side = service.sided ? chance.pick(['right', 'left'] as const) : null
    const numbers = this.numbers('orders', 2)
    const number = numbers[facts.courses.length]
    const problems = drawReasons(chance, service)
      .slice(0, 2)
      .map((diagnosis, index) => problemOf(diagnosis, side, `cond-${serial}-${number}${index + 1}`))
    const [problem] = problems
    if (problem === undefined) throw new RangeError(`${service.code} needs a diagnosis`)
    facts.problems.push(...problems.filter(({ code }) => facts.problems.every((one) => one.code !== code)))
    const isUrgent = chance.integer(0, 2) === 0
    return {
      id: `order-${serial}-${number}`,
      taskId: `epa-${serial}-${number}`,
      service,
      side,
      problem,
      clinician,
      age: chance.pick(workingAges(4, 15)),
      serviceDate: dayFromToday(workingDays(chance.integer(14, 30))),
      urgent: urgent ?? isUrgent,
      units: chance.pick(service.units),
      revoked: false,
    }
  }

  #addPapers(order: Order, colleague: Clinician, topic: string): readonly Paper[] {
    const { facts, level, serial } = this
    const chance = this.chance(`${topic} documents`)
    const types = documentsOf(order.service)
    const requirements = wantedDocuments.filter(({ type }) => types.includes(type))
    const idOf = (index: number) => `doc-${serial}-${facts.courses.length}${index + 1}`
    const decoys = sizes[level].decoys
    const drawn = drawPapers(chance, { order, requirements, isMissing: false, decoys, colleague, idOf })
    facts.papers.push(...drawn.all)
    this.distractors.push(...drawn.distractors)
    return chance.shuffle(drawn.papers)
  }

  /** Notes of physical therapy; the one that shows enough of it, if the payer's denial can be answered. */
  #addTherapy({ outcome }: Plan, order: Order, author: Clinician, topic: string): TherapyNote | undefined {
    if (!treated.includes(order.service.code)) return undefined
    const { facts, level, serial } = this
    const chance = this.chance(`${topic} therapy`)
    const { region, otherRegion } = order.service
    const ages = chance.shuffle(workingAges(order.age + 1, 120))
    const long = chance.integer(6, 12)
    const short = chance.integer(3, 5)
    const right = { region, side: order.side, final: true, weeks: long }
    const wrong = [
      { ...right, weeks: short, differsIn: 'the weeks of therapy, which are too few' },
      { ...right, region: otherRegion, differsIn: 'the body part' },
      { ...right, final: false, differsIn: 'the status, which is preliminary' },
      ...(order.side === null
        ? []
        : [{ ...right, side: order.side === 'right' ? ('left' as const) : ('right' as const), differsIn: 'the side' }]),
    ]
    const isShown = outcome === 'appealed'
    const decoys = wrong.slice(0, sizes[level].therapy - 1)
    const [first, ...others] = decoys
    if (first === undefined) throw new RangeError('a level needs notes that do not fit')
    // Whoever does not read the notes finds as many in the chart whatever they show.
    const notes = isShown ? [right, ...decoys] : [{ ...first, weeks: short - 1 }, first, ...others]
    const drawn = this.numbers(`${topic} notes`, notes.length).map((place, index) => {
      const note = notes[index] ?? right
      const { weeks, region: about, side, final } = note
      const age = ages[index] ?? order.age + index
      const id = `doc-${serial}-${facts.courses.length}${place + 20}`
      const words = { region: side === null ? about : `${side} ${about}`, weeks: String(weeks) }
      const body = say(chance, therapyBodies, words)
      return { id, type: 'physical_therapy_notes', region: about, side, age, author, final, body, weeks } as const
    })
    facts.therapy.push(...drawn)
    const [target, ...rest] = drawn
    for (const [index, { id }] of rest.entries()) {
      const { differsIn } = decoys[index] ?? first
      const resembles = isShown ? `DocumentReference/${target?.id}` : 'a note that shows six weeks'
      this.distract(`DocumentReference/${id}`, resembles, differsIn)
    }
    return isShown ? target : undefined
  }

  /** An authorization that covers the order, or one that has ended, which a portal shows alike. */
  #drawEarlier(
    chance: Chance,
    { outcome, isExtended }: Plan,
    { id, serviceDate }: Order,
    place: number,
  ): Course['earlier'] {
    const isValid = outcome === 'satisfied'
    if (!isValid && this.level === 'E' && isExtended !== true) return null
    const number = `PA${this.serial}${place}${chance.integer(10, 99)}`
    const days = chance.integer(5, 30)
    if (!isValid && isExtended !== true) this.distract(number, `ServiceRequest/${id}`, 'the period, which has ended')
    return isValid
      ? { number, from: dayAfter(serviceDate, -days), until: dayAfter(serviceDate, 60 - days) }
      : { number, from: dayFromToday(-120 - days), until: dayFromToday(-10 - days) }
  }

  addLookAlike(number: number): void {
    const { facts } = this
    const chance = this.chance(`look-alike ${number}`)
    const own = this.numberOf(number)
    const person = drawLookAlike(chance, facts.person, own, number === 1 ? 'given' : 'birthDate')
    const [course] = facts.courses
    if (course === undefined) throw new RangeError('an instance needs an order')
    facts.lookAlikes.push({
      person,
      policy: policyOf(facts.policy.payer, own),
      ...drawOrderLike(chance, course.order, own),
    })
    this.distractByPerson(person, facts.person)
  }
}

function documentsOf({ kind }: Service): readonly PaperType[] {
  if (kind === 'sleep') return ['sleep_study', 'clinical_note']
  return kind === 'infusion' ? ['lab_report', 'clinical_note'] : ['imaging_report', 'clinical_note']
}

function policyOf(payer: PayerKey, own: number): Policy {
  const memberId = `${payers[payer].memberPrefix}${own}0001`
  return { id: `cov-${own}-1`, payer, memberId, start: '2025-01-01', end: '2026-12-31' }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
