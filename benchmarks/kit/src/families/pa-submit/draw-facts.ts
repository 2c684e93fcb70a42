import { drawOrderLike, drawReasons, fitsAge, makeProblem, numberedAs } from '../../builders/draw-orders.js'
import { drawBirthDate, drawSex } from '../../builders/draw-people.js'
import { Drawing, drawLookAlike, drawMrn, type Growing, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { dayFromToday, workingAges, workingDays } from '../../clinic/dates.js'
import { drawPapers } from '../../clinic/draw-papers.js'
import type { Order, Problem } from '../../clinic/orders.js'
import {
  type Diagnosis,
  type PaperType,
  type PayerKey,
  payerKeys,
  payers,
  type Requirement,
  type Service,
  type Side,
  services,
} from '../../clinic/payer-rules.js'
import type { Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import { familyNames, givenNames } from '../../person-names.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople, UnfairDrawError } from '../../refusals.js'
import { type Branch, type Call, type Course, type Facts, isSent } from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { confirmations, withdrawals } from './phrases.js'

/** By level: the minimum and maximum number of required documents, and the numbers of decoys and look-alikes. */
const sizes = {
  E: { papers: [1, 1], decoys: 1, lookAlikes: 1 },
  M: { papers: [2, 3], decoys: 3, lookAlikes: 2 },
  H: { papers: [2, 3], decoys: 4, lookAlikes: 2 },
} as const

/** Draws the orders of a patient, and what resembles the right records. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new FactsDrawing(setting, branch)
  const { level, facts } = draw
  const branches = level === 'H' ? [branch, secondBranch(branch, draw.chance('second'))] : [branch]
  for (const one of draw.chance('order of work').shuffle(branches)) draw.addCourse(one, one === branch)
  if (level !== 'E') {
    draw.addEndedPolicy()
    draw.addRevokedOrder()
    draw.addConfirmation()
  }
  draw.addOtherCalls()
  for (let number = 1; number <= sizes[level].lookAlikes; number++) draw.addLookAlike(number)
  refuseKnownPeople([facts.person, ...facts.lookAlikes.map(({ person }) => person)], draw.clinic)
  refuseUndecided(facts)
  return facts
}

/**
 * Returns the branch of the second order at the hard level: one of the two orders is requested, and the other is not.
 */
function secondBranch(branch: Branch, chance: Chance): Branch {
  return isSent(branch) ? chance.pick(['order-withdrawn', 'not-required', 'missing-document'] as const) : 'approved'
}

class FactsDrawing extends Drawing {
  readonly facts: Growing<Facts>
  readonly serial = this.numberOf(0)

  constructor(setting: Setting, branch: Branch) {
    super(setting)
    const payer = this.chance('payer').pick(payerKeys)
    const policy: Policy = {
      id: `cov-${this.serial}-${this.numbers('policies', 2)[0]}`,
      payer,
      memberId: memberNumber(payer, this.serial, 1),
      start: `${this.chance('policy').integer(2024, 2025)}-01-01`,
      end: branch === 'no-coverage' ? endsSoon : '2026-12-31',
    }
    this.facts = {
      person: drawPatient(this.chance('person'), this.serial),
      policy,
      policies: [policy],
      courses: [],
      problems: [],
      papers: [],
      calls: [],
      revoked: [],
      bulletins: [],
      lookAlikes: [],
      distractors: this.distractors,
    }
  }

  addCourse(branch: Branch, isMain: boolean): void {
    const { level, serial } = this
    const { policy, courses } = this.facts
    const number = this.numbers('orders', 3)[courses.length]
    const chance = this.chance(isMain ? 'course' : 'second course')
    const taken = courses.map(({ order }) => order.service)
    const regions = taken.map(({ region }) => region)
    const [least, most] = sizes[level].papers
    const fits = (service: Service) => {
      if (!fitsAge(service, this.facts.person)) return false
      const wanted = service.requires[policy.payer]
      if (taken.includes(service) || regions.includes(service.region)) return false
      if (branch === 'not-required') return wanted === null
      return wanted !== null && wanted.length >= (isMain ? least : 1) && wanted.length <= most
    }
    const candidates = services.filter(fits)
    if (candidates.length === 0) throw new UnfairDrawError('out-of-range', `no service left for ${branch}`)
    const service = chance.pick(candidates)
    const side = service.sided ? chance.pick(['right', 'left'] as const) : null
    const [reason, other] = drawReasons(chance, service)
    if (reason === undefined || other === undefined) throw new RangeError(`${service.code} needs two diagnoses`)
    const problem = this.#addProblem(reason, side, false)
    const decoyProblem = this.#addProblem(other, side, chance.integer(0, 1) === 1)
    const differsIn = 'the diagnosis; it is not the reason on the order'
    this.distract(`Condition/${decoyProblem.id}`, `Condition/${problem.id}`, differsIn)
    const [clinician, colleague] = chance.shuffle(this.clinic.clinicians)
    if (clinician === undefined || colleague === undefined) throw new RangeError('the clinic needs two clinicians')
    const age = chance.pick(workingAges(8, 20))
    const order: Order = {
      id: `order-${serial}-${number}`,
      taskId: `auth-${serial}-${number}`,
      service,
      side,
      problem,
      clinician,
      age,
      serviceDate: this.#serviceDate(chance, branch),
      urgent: chance.integer(0, 3) === 0,
      units: chance.pick(service.units),
      revoked: false,
    }
    const requirements = this.#requirements(order, branch, isMain, chance)
    const withdrawal = branch === 'order-withdrawn' ? this.#addCall(withdrawals, order, chance) : null
    const { papers, missing, all, distractors } = drawPapers(chance, {
      order,
      requirements: requirements ?? [],
      isMissing: branch === 'missing-document',
      decoys: isMain ? sizes[level].decoys : 1,
      colleague,
      idOf: (index) => `doc-${serial}-${this.facts.papers.length + index + 1}`,
    })
    this.facts.papers.push(...all)
    this.distractors.push(...distractors)
    const delay = branch === 'approved' && level !== 'E' && chance.integer(0, 1) === 1 ? chance.integer(20, 90) * 60 : 0
    courses.push({ order, branch, requirements, papers, missing, withdrawal, delay })
  }

  /** Adds a policy of the other payer that has ended, but is still marked as active. */
  addEndedPolicy(): void {
    const { policy, policies } = this.facts
    const payer = policy.payer === 'portal' ? 'prairie' : 'portal'
    const ended: Policy = {
      id: `cov-${this.serial}-${this.numbers('policies', 2)[1]}`,
      payer,
      memberId: memberNumber(payer, this.serial, 2),
      start: '2023-01-01',
      end: this.chance('ended policy').pick(['2025-12-31', '2026-01-31', '2026-02-28']),
    }
    policies.push(ended)
    this.distract(`Coverage/${ended.id}`, `Coverage/${policy.id}`, 'the period, which has ended')
  }

  /** Adds an order that was revoked, and whose work item is canceled. */
  addRevokedOrder(): void {
    const { order } = this.#mainCourse()
    const number = this.numbers('orders', 3)[2]
    const revoked: Order = {
      ...order,
      id: `order-${this.serial}-${number}`,
      taskId: `auth-${this.serial}-${number}`,
      age: -workingDays(-order.age - this.chance('revoked order').integer(1, 9)),
      revoked: true,
    }
    this.facts.revoked.push(revoked)
    this.distract(`ServiceRequest/${revoked.id}`, `ServiceRequest/${order.id}`, 'the status, which is revoked')
  }

  /** Adds a telephone note that leaves an order in place. */
  addConfirmation(): void {
    const course = this.facts.courses.find(({ branch }) => branch !== 'order-withdrawn')
    if (course === undefined) return
    const call = this.#addCall(confirmations, course.order, this.chance('confirmation'))
    this.distract(`DocumentReference/${call.id}`, 'a withdrawal', 'what it says: the order stands')
  }

  /**
   * Adds notes that withdraw services that are not ordered, so that neither their number nor their dates reveal whether
   * an order is withdrawn.
   */
  addOtherCalls(): void {
    const { courses, calls } = this.facts
    const chance = this.chance('other calls')
    const { order } = this.#mainCourse()
    const ordered = courses.map((course) => course.order.service)
    for (const service of chance.shuffle(services.filter((one) => !ordered.includes(one)))) {
      if (calls.length >= callCount) return
      const side = service.sided ? chance.pick(['right', 'left'] as const) : null
      const call = this.#addCall(withdrawals, { ...order, id: 'none', service, side }, chance)
      this.distract(`DocumentReference/${call.id}`, 'a withdrawal', 'the service that it withdraws')
    }
  }

  addLookAlike(number: number): void {
    const { person, policy, lookAlikes } = this.facts
    const { order, requirements } = this.#mainCourse()
    const chance = this.chance(`look-alike ${number}`)
    const own = this.numberOf(number)
    const namesake = drawLookAlike(chance, person, own, number === 1 ? 'given' : 'birthDate')
    lookAlikes.push({
      person: namesake,
      policy: { ...policy, id: numberedAs(policy.id, own), memberId: memberNumber(policy.payer, own, 1) },
      ...drawOrderLike(chance, order, own, requirements?.[0]),
    })
    this.distractByPerson(namesake, person)
  }

  #mainCourse(): Course {
    const [course] = this.facts.courses
    if (course === undefined) throw new RangeError('the courses come first')
    return course
  }

  #addProblem(diagnosis: Diagnosis, side: Side | null, resolved: boolean): Problem {
    const { problems } = this.facts
    const problem = makeProblem(diagnosis, side, `cond-${this.serial}-${problems.length + 1}`, resolved)
    if (problems.some(({ code }) => code === problem.code))
      throw new UnfairDrawError('undecided-branch', `two problems with the code ${problem.code}`)
    problems.push(problem)
    return problem
  }

  #serviceDate(chance: Chance, branch: Branch): string {
    if (this.facts.policy.end === endsSoon)
      return dayFromToday(workingDays(branch === 'no-coverage' ? chance.integer(31, 50) : chance.integer(10, 26)))
    return dayFromToday(workingDays(chance.integer(10, 40)))
  }

  /**
   * Returns the documents that the payer wants for the order, null if it needs no authorization. Except at the easy
   * level, adds a bulletin for the main order: in force at the hard level, over at the medium one.
   */
  #requirements(order: Order, branch: Branch, isMain: boolean, chance: Chance): readonly Requirement[] | null {
    const { level } = this
    const { payer } = this.facts.policy
    const { service } = order
    const base = service.requires[payer]
    if (base === null || branch === 'not-required') return null
    const type = bulletinTypes[service.kind].find((one) => base.every((wanted) => wanted.type !== one))
    if (type === undefined) throw new UnfairDrawError('out-of-range', `${service.code} requires every document already`)
    const requirement: Requirement = { type, days: chance.pick([90, 180]) }
    if (!isMain || level === 'E') return base
    const isInForce = level === 'H'
    const from = isInForce ? chance.pick(['2026-02-16', '2026-03-01']) : '2025-06-01'
    const until = isInForce ? null : chance.pick(['2025-12-31', '2026-02-28'])
    this.facts.bulletins.push({ payer, service, requirement, from, until })
    return isInForce ? [...base, requirement] : base
  }

  #addCall(bank: typeof withdrawals, order: Order, chance: Chance): Call {
    const { calls } = this.facts
    const { text } = order.service
    const service = order.side === null ? text : `${text}, ${order.side} ${order.service.region}`
    const call: Call = {
      id: `call-${this.serial}-${this.numbers('calls', callCount)[calls.length]}`,
      age: chance.pick(workingAges(1, order.age - 2)),
      author: order.clinician,
      orderId: order.id,
      withdraws: bank === withdrawals,
      body: say(chance, bank, { service, clinician: order.clinician.name }),
    }
    calls.push(call)
    return call
  }
}

/** Number of telephone notes in a chart; the same in every branch. */
const callCount = 4

const endsSoon = '2026-03-31'

/** Documents that a bulletin may add, by kind of service. It adds the first that the payer does not require already. */
const bulletinTypes: Readonly<Record<Service['kind'], readonly PaperType[]>> = {
  imaging: ['clinical_note', 'imaging_report', 'physical_therapy_notes'],
  surgery: ['physical_therapy_notes', 'lab_report'],
  sleep: ['clinical_note', 'lab_report'],
  infusion: ['lab_report', 'imaging_report', 'clinical_note'],
  therapy: ['imaging_report'],
}

function drawPatient(chance: Chance, serial: number): Person {
  const sex = drawSex(chance)
  const born = drawBirthDate(chance, 1944, 1996)
  return {
    id: `pat-${serial}`,
    sex,
    given: chance.pick(givenNames[sex]),
    family: chance.pick(familyNames),
    birthDate: born,
    mrn: drawMrn(chance, serial),
  }
}

function memberNumber(payer: PayerKey, serial: number, number: number): string {
  return `${payers[payer].memberPrefix}${String(serial).padStart(6, '4')}${String(number).padStart(3, '0')}`
}
