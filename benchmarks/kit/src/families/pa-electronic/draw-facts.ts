import { drawOrderLike, drawReasons, fitsAge, makeProblem } from '../../builders/draw-orders.js'
import { drawPerson } from '../../builders/draw-people.js'
import { Drawing, drawLookAlike, type Growing, otherGiven, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { dayAfter, dayFromToday, workingAges, workingDays } from '../../clinic/dates.js'
import { drawPapers } from '../../clinic/draw-papers.js'
import { wantedDocuments } from '../../clinic/electronic-handbook.js'
import type { Order } from '../../clinic/orders.js'
import { therapyBodies } from '../../clinic/paper-phrases.js'
import type { Paper } from '../../clinic/papers.js'
import { type PaperType, payerKeys, type Service, services } from '../../clinic/payer-rules.js'
import { type Clinician, fullName } from '../../clinic/people.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople, UnfairDrawError } from '../../refusals.js'
import { makePolicy } from './coverage.js'
import {
  type Branch,
  type Course,
  type Facts,
  type Form,
  isDenied,
  type Lines,
  type Reading,
  type TherapyNote,
} from './facts.js'
import { documentFor, refuseUndecided } from './handbook-rules.js'

/** What a payer answers about an order. */
interface Plan {
  readonly outcome: Course['outcome']
  /** The special feature of a branch; the other order has none. */
  readonly special?: 'form' | 'status' | 'lines'
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
  form: { outcome: 'approved', special: 'form' },
  'form-stop': { outcome: 'missing-answer', special: 'form' },
  'unknown-member': { outcome: 'approved' },
  'status-check': { outcome: 'reduced', special: 'status' },
  'changed-lines': { outcome: 'approved', special: 'lines', urgent: false },
}

/** By level: the number of documents that the payer asks for, of decoys, of therapy notes, and of look-alikes. */
const sizes = {
  E: { asked: 1, decoys: 2, therapy: 3, lookAlikes: 1 },
  M: { asked: 1, decoys: 3, therapy: 4, lookAlikes: 1 },
  H: { asked: 2, decoys: 4, therapy: 4, lookAlikes: 2 },
} as const

/** Codes of the services before which therapy is tried. */
const treated: readonly string[] = services
  .filter(({ region }) => ['lumbar spine', 'knee', 'shoulder'].includes(region))
  .map(({ code }) => code)

/** Draws the orders of a patient, and what resembles the right records. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new FactsDrawing(setting, branch)
  const { level, facts } = draw
  const second = secondPlan(branch, draw)
  const list = [plans[branch], ...(second === undefined ? [] : [second])]
  if (branch === 'unknown-member') draw.addCards()
  for (const plan of draw.chance('order of work').shuffle(list)) draw.addCourse(plan, plan === plans[branch])
  for (let number = 1; number <= sizes[level].lookAlikes; number++) draw.addLookAlike(number)
  refuseKnownPeople([facts.person, ...facts.lookAlikes.map(({ person }) => person)], draw.clinic)
  refuseUndecided(facts)
  return facts
}

/** Returns the plan of the second order, if any: its answer, urgency or lines differ from those of the first. */
function secondPlan(branch: Branch, { level, chance }: FactsDrawing): Plan | undefined {
  if (level === 'E' && branch !== 'is-it-needed') return undefined
  // Beside an urgent order that waits, another one waits longer.
  const pended: Plan = { outcome: 'pended', ...(branch === 'urgent' && { urgent: false }) }
  const needed: readonly Plan[] = [{ outcome: 'approved' }, { outcome: 'reduced' }, pended]
  const decided: readonly Plan[] = [{ outcome: 'not-required' }, { outcome: 'satisfied' }]
  const others: readonly Plan[] = [...needed, ...decided]
  const list = branch === 'is-it-needed' ? needed : others
  const { outcome: first, special } = plans[branch]
  // While a request waits, a guard rejects corrections, and a change of lines would count as one.
  const isOther = ({ outcome }: Plan) =>
    special === 'lines' ? outcome !== 'pended' : branch === 'urgent' || outcome !== first
  return chance('second').pick(list.filter(isOther))
}

class FactsDrawing extends Drawing {
  readonly facts: { -readonly [Key in keyof Growing<Facts>]: Growing<Facts>[Key] }
  readonly serial = this.numberOf(0)

  constructor(setting: Setting, branch: Branch) {
    super(setting)
    this.chance = this.chance.bind(this)
    this.facts = {
      branch,
      person: drawPerson(this.chance('person'), this.serial, { lastYear: 1985 }),
      policy: makePolicy(this.chance('payer').pick(payerKeys), this.serial),
      outdated: null,
      cards: [],
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
    // The documents are alike in all branches; the payer's answer decides which of them matter.
    const wanted = this.#addPapers(order, colleague, topic)
    const note = this.#addTherapy(plan, order, colleague, topic)
    const form = plan.special === 'form' ? this.#drawForm(order, note) : null
    const sentNote = form === null && note !== undefined ? [note] : []
    const asked = plan.isAsked === true ? wanted.slice(0, sizes[level].asked) : sentNote
    const answer = this.chance(`${topic} answer`)
    const days = answer.pick([30, 60, 90])
    const fewer = order.units > 1 ? answer.integer(1, order.units - 1) : 0
    const until = dayAfter(order.serviceDate, days - 1)
    const earlier = this.#drawEarlier(answer, plan, order, facts.courses.length)
    facts.courses.push({
      order,
      outcome: plan.outcome,
      status: plan.special === 'status' ? this.#drawStatus(until) : null,
      form,
      lines: plan.special === 'lines' ? this.#drawLines(order) : null,
      isAsked: plan.isAsked === true,
      papers: asked,
      granted: plan.outcome === 'reduced' ? { units: fewer, until } : null,
      earlier: plan.special === undefined ? earlier : null,
      isExtended: plan.isExtended === true,
    })
  }

  /** Draws the number of another office's request, and a distractor: a request for the same service on another day. */
  #drawStatus(until: string): Course['status'] {
    const chance = this.chance('status')
    const [number = 10, other = 11] = chance.shuffle(Array.from({ length: 80 }, (_, index) => index + 10))
    const named = (digits: number) => `PA${this.serial}7${digits}`
    this.distract(named(other), named(number), 'the day of the service')
    return {
      number: named(number),
      otherNumber: named(other),
      otherDay: dayFromToday(workingDays(chance.integer(35, 60))),
      until,
    }
  }

  /** Draws the measurements that a form asks for, with decoys, and returns the right answers. */
  #drawForm(order: Order, note: TherapyNote | undefined): Form {
    const { facts, serial, level } = this
    const { age } = order
    const chance = this.chance('form')
    const tenths = (least: number, most: number) => chance.integer(least * 10, most * 10) / 10
    const [bmi, older, draft] = [tenths(27, 29), tenths(30, 34), tenths(24, 26)]
    const [a1c, before] = [tenths(5, 6), tenths(7, 9)]
    const numbers = this.numbers('readings', 5)
    const idOf = (place: number) => `obs-${serial}-${numbers[place]}`
    const [near = 20, far = 30, farther = 40] = [0, 40, 80].map((days) =>
      chance.pick(workingAges(age + days, age + days + 30)),
    )
    const all: readonly Reading[] = [
      { id: idOf(0), name: 'bmi', value: bmi, age: near, final: true },
      { id: idOf(1), name: 'bmi', value: older, age: farther, final: true },
      { id: idOf(2), name: 'a1c', value: a1c, age: near, final: true },
      { id: idOf(3), name: 'a1c', value: before, age: far, final: true },
      ...(level === 'E' ? [] : [{ id: idOf(4), name: 'bmi' as const, value: draft, age: 2, final: false }]),
    ]
    this.distract(`Observation/${idOf(1)}`, `Observation/${idOf(0)}`, 'the date; the payer has filled it in')
    if (level !== 'E')
      this.distract(`Observation/${idOf(4)}`, `Observation/${idOf(0)}`, 'the status, which is preliminary')
    const image = documentFor(facts.papers, 'imaging_report', order)
    return { readings: all, bmi, a1c, imaged: dayFromToday(-(image?.age ?? 0)), weeks: note?.weeks ?? null }
  }

  /** Returns the body regions of the services drawn so far. */
  #regions(): readonly string[] {
    return this.facts.courses.flatMap(({ order, lines }) => {
      return [order, ...(lines === null ? [] : lines.services)].map(({ service }) => service.region)
    })
  }

  /** Draws an approved request of two services of one visit, one of which the order replaces. */
  #drawLines(order: Order): Lines {
    const { facts, serial } = this
    const chance = this.chance('lines')
    const regions = [...this.#regions(), order.service.region]
    const isOther = (service: Service) => fitsAge(service, facts.person) && !regions.includes(service.region)
    const [first, second] = chance.shuffle(services.filter(isOther))
    const [place = 1, other = 2] = this.numbers('lines', 2)
    if (first === undefined || second === undefined) throw new UnfairDrawError('out-of-range', 'no services left')
    const make = (service: Service, number: number, revoked: boolean): Order => {
      const side = service.sided ? chance.pick(['right', 'left'] as const) : null
      const [diagnosis] = drawReasons(chance, service)
      if (diagnosis === undefined) throw new RangeError(`${service.code} needs a diagnosis`)
      const problem = makeProblem(diagnosis, side, `cond-${serial}-${number}1`)
      facts.problems.push(problem)
      const id = `order-${serial}-${number}`
      return { ...order, id, taskId: id, service, side, problem, age: 45, units: chance.pick(service.units), revoked }
    }
    const kept = make(first, place + 4, false)
    const dropped = make(second, other + 4, true)
    this.distract(`ServiceRequest/${kept.id}`, `ServiceRequest/${dropped.id}`, 'the status: it is still wanted')
    const number = `PA${serial}8${chance.integer(10, 99)}`
    const listed = chance.shuffle([kept, dropped])
    const claimId = `claim-${serial}-${chance.integer(1, 9)}`
    return { claimId, pasId: 'PAS-0001', number, services: listed, kept, dropped }
  }

  /** Adds cards, one with the right number, and makes the number in the chart one that the payer does not know. */
  addCards(): void {
    const { facts, serial, level } = this
    const { person, policy } = facts
    const chance = this.chance('cards')
    const [right = 2, ...others] = chance.shuffle([2, 3, 4, 5, 6])
    const numberOf = (digit: number) => `${policy.memberId.slice(0, -1)}${digit}`
    const [near = 5, older = 60] = [chance.pick(workingAges(8, 30)), chance.pick(workingAges(60, 200))]
    const offset = chance.pick([-3, 4, 9])
    const holder = fullName(person)
    const relative = fullName({ ...person, given: otherGiven(chance, person) })
    const kinds = [
      { age: near, final: true, holder, differsIn: '' },
      { age: near + offset, final: true, holder: relative, differsIn: 'the member, who is somebody else' },
      { age: older, final: true, holder, differsIn: 'the date; a newer one has another number' },
      { age: near - 5, final: false, holder, differsIn: 'the status, which is preliminary' },
    ].slice(0, level === 'E' ? 3 : 4)
    const places = this.numbers('cards', kinds.length)
    const cards = kinds.map(({ age, final, holder: of, differsIn }, index) => {
      const memberId = numberOf(index === 0 ? right : (others[index] ?? 9))
      const scanned = -workingDays(-age)
      return { id: `doc-${serial}-9${places[index]}`, memberId, holder: of, age: scanned, final, differsIn }
    })
    const [own] = cards
    for (const { id, differsIn } of cards.slice(1)) {
      this.distract(`DocumentReference/${id}`, `DocumentReference/${own?.id}`, differsIn)
    }
    facts.cards.push(...cards.map(({ differsIn: _, ...card }) => card))
    facts.outdated = policy
    facts.policy = { ...policy, id: policy.id.replace(/1$/, '2'), memberId: numberOf(right) }
  }

  #drawOrder(chance: Chance, { outcome, urgent, special }: Plan, clinician: Clinician): Order {
    const { facts, serial } = this
    const regions = this.#regions()
    const isLong = outcome === 'reduced'
    const fits = (service: Service) =>
      fitsAge(service, facts.person) &&
      !regions.includes(service.region) &&
      ((!isDenied({ outcome }) && special !== 'form') || treated.includes(service.code)) &&
      (!isLong || Math.max(...service.units) > 1)
    const candidates = services.filter(fits)
    if (candidates.length === 0) throw new UnfairDrawError('out-of-range', `no service left for ${outcome}`)
    const service = chance.pick(candidates)
    const side = service.sided ? chance.pick(['right', 'left'] as const) : null
    const numbers = this.numbers('orders', 2)
    const number = numbers[facts.courses.length]
    const problems = drawReasons(chance, service)
      .slice(0, 2)
      .map((diagnosis, index) => makeProblem(diagnosis, side, `cond-${serial}-${number}${index + 1}`))
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
    const types = listDocuments(order.service)
    const requirements = wantedDocuments.filter(({ type }) => types.includes(type))
    const idOf = (index: number) => `doc-${serial}-${facts.courses.length}${index + 1}`
    const decoys = sizes[level].decoys
    const drawn = drawPapers(chance, { order, requirements, isMissing: false, decoys, colleague, idOf })
    facts.papers.push(...drawn.all)
    this.distractors.push(...drawn.distractors)
    return chance.shuffle(drawn.papers)
  }

  /**
   * Adds notes of physical therapy. Returns the note that answers the payer's denial or form; undefined if none does.
   */
  #addTherapy({ outcome, special }: Plan, order: Order, author: Clinician, topic: string): TherapyNote | undefined {
    if (!treated.includes(order.service.code)) return undefined
    const { facts, level, serial } = this
    const chance = this.chance(`${topic} therapy`)
    const { region, otherRegion } = order.service
    const ages = chance.shuffle(workingAges(order.age + 1, 120))
    const long = chance.integer(6, 12)
    const short = chance.integer(3, 5)
    const right = { region, side: order.side, final: true, weeks: long }
    const isForm = special === 'form'
    const wrong = [
      // A form asks for the weeks, however few.
      ...(isForm ? [] : [{ ...right, weeks: short, differsIn: 'the weeks of therapy, which are too few' }]),
      { ...right, region: otherRegion, differsIn: 'the body part' },
      { ...right, final: false, differsIn: 'the status, which is preliminary' },
      ...(order.side === null
        ? []
        : [{ ...right, side: order.side === 'right' ? ('left' as const) : ('right' as const), differsIn: 'the side' }]),
    ]
    const isShown = outcome === 'appealed' || (isForm && outcome === 'approved')
    const decoys = wrong.slice(0, sizes[level].therapy - 1)
    const [first, ...others] = decoys
    if (first === undefined) throw new RangeError('a level needs notes that do not fit')
    // The number of notes must not reveal what they show.
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
      const resembles = isShown
        ? `DocumentReference/${target?.id}`
        : isForm
          ? 'a note that fits'
          : 'a note that shows six weeks'
      this.distract(`DocumentReference/${id}`, resembles, differsIn)
    }
    return isShown ? target : undefined
  }

  /**
   * Draws an authorization that covers the order, or one that has ended, which a portal shows alike; null at the easy
   * level unless the branch needs one.
   */
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
      policy: makePolicy(facts.policy.payer, own),
      ...drawOrderLike(chance, course.order, own),
    })
    this.distractByPerson(person, facts.person)
  }
}

function listDocuments({ kind }: Service): readonly PaperType[] {
  if (kind === 'sleep') return ['sleep_study', 'clinical_note']
  return kind === 'infusion' ? ['lab_report', 'clinical_note'] : ['imaging_report', 'clinical_note']
}
