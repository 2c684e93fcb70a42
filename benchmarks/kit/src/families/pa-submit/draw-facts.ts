import { drawBirthDate, drawSex, shiftYear } from '../../builders/draw-people.js'
import { type Chance, createChance } from '../../chance.js'
import type { Clinic } from '../../clinic/clinic.js'
import { dayFromToday } from '../../clinic/dates.js'
import { drawPapers } from '../../clinic/draw-papers.js'
import type { Order, Problem } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
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
import { personNumbers, shuffledNumbers } from '../../person-numbers.js'
import { say } from '../../phrase-bank.js'
import { Refusal, refuseKnownPeople } from '../../refusals.js'
import type { Distractor, Level } from '../../task.js'
import { type Branch, type Bulletin, type Call, type Course, type Facts, isSent, type LookAlike } from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { confirmations, withdrawals } from './phrases.js'

/** How much of everything a level has. */
const sizes = {
  E: { papers: [1, 1], decoys: 1, lookAlikes: 1 },
  M: { papers: [2, 3], decoys: 3, lookAlikes: 2 },
  H: { papers: [2, 3], decoys: 4, lookAlikes: 2 },
} as const

interface Setting {
  readonly seed: number
  readonly level: Level
  readonly clinic: Clinic
}

/** Draws the branch's facts: first what is true, then what resembles it. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const { seed, level, clinic } = setting
  const serial = personNumbers(seed)(0)
  const person = drawPerson(createChance(seed, 'person'), serial)
  const payer = createChance(seed, 'payer').pick(payerKeys)
  const policy = drawPolicy(createChance(seed, 'policy'), {
    id: `cov-${serial}-${shuffledNumbers(seed, 'policies', 2)[0]}`,
    serial,
    payer,
    ends: branch === 'no-coverage',
  })
  const builder = new FactsBuilder(setting, { serial, person, policy })
  const branches = level === 'H' ? [branch, secondBranch(branch, createChance(seed, 'second'))] : [branch]
  const orderOfWork = createChance(seed, 'order of work').shuffle(branches)
  for (const one of orderOfWork) builder.addCourse(one, one === branch)
  if (level !== 'E') {
    builder.addEndedPolicy()
    builder.addRevokedOrder()
    builder.addConfirmation()
  }
  for (let number = 1; number <= sizes[level].lookAlikes; number++) builder.addLookAlike(number)
  const facts = builder.facts()
  refuseKnownPeople([facts.person, ...facts.lookAlikes.map(({ person }) => person)], clinic)
  refuseUndecided(facts)
  return facts
}

/** At the hard level, one of two orders is requested and the other is not. */
function secondBranch(branch: Branch, chance: Chance): Branch {
  return isSent(branch) ? chance.pick(['order-withdrawn', 'not-required', 'missing-document'] as const) : 'approved'
}

class FactsBuilder {
  readonly #courses: Course[] = []
  readonly #problems: Problem[] = []
  readonly #papers: Paper[] = []
  readonly #calls: Call[] = []
  readonly #revoked: Order[] = []
  readonly #bulletins: Bulletin[] = []
  readonly #policies: Policy[] = []
  readonly #lookAlikes: LookAlike[] = []
  readonly #distractors: Distractor[] = []

  constructor(
    readonly setting: Setting,
    readonly base: { readonly serial: number; readonly person: Person; readonly policy: Policy },
  ) {
    this.#policies.push(base.policy)
  }

  addCourse(branch: Branch, isMain: boolean): void {
    const { seed, level, clinic } = this.setting
    const { serial, policy } = this.base
    const number = shuffledNumbers(seed, 'orders', 3)[this.#courses.length]
    const chance = createChance(seed, isMain ? 'course' : 'second course')
    const taken = this.#courses.map(({ order }) => order.service)
    const regions = taken.map(({ region }) => region)
    const [least, most] = sizes[level].papers
    const fits = (service: Service) => {
      const wanted = service.requires[policy.payer]
      if (taken.includes(service) || regions.includes(service.region)) return false
      if (branch === 'not-required') return wanted === null
      return wanted !== null && wanted.length >= (isMain ? least : 1) && wanted.length <= most
    }
    const candidates = services.filter(fits)
    if (candidates.length === 0) throw new Refusal('out-of-range', `no service left for ${branch}`)
    const service = chance.pick(candidates)
    const side = service.sided ? chance.pick(['right', 'left'] as const) : null
    const [reason, other] = chance.shuffle(service.diagnoses)
    if (reason === undefined || other === undefined) throw new RangeError(`${service.code} needs two diagnoses`)
    const problem = this.#addProblem(reason, side, false)
    const decoyProblem = this.#addProblem(other, side, chance.integer(0, 1) === 1)
    this.#distract(
      `Condition/${decoyProblem.id}`,
      `Condition/${problem.id}`,
      'the diagnosis; it is not the reason on the order',
    )
    const clinicians = chance.shuffle(clinic.clinicians)
    const [clinician, colleague] = clinicians
    if (clinician === undefined || colleague === undefined) throw new RangeError('the clinic needs two clinicians')
    const age = chance.integer(8, 20)
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
    const withdrawal = branch === 'order-withdrawn' ? this.#withdraw(order, chance) : null
    const { papers, missing, all, distractors } = drawPapers(chance, {
      order,
      requirements: requirements ?? [],
      isMissing: branch === 'missing-document',
      decoys: isMain ? sizes[level].decoys : 1,
      colleague,
      idOf: (index) => `doc-${serial}-${this.#papers.length + index + 1}`,
    })
    this.#papers.push(...all)
    this.#distractors.push(...distractors)
    const delay = branch === 'approved' && level !== 'E' && chance.integer(0, 1) === 1 ? chance.integer(20, 90) * 60 : 0
    this.#courses.push({ order, branch, requirements, papers, missing, withdrawal, delay })
  }

  /** A policy of the other payer that has ended, and is still marked as active. */
  addEndedPolicy(): void {
    const { seed } = this.setting
    const { serial, policy } = this.base
    const chance = createChance(seed, 'ended policy')
    const payer = policy.payer === 'portal' ? 'prairie' : 'portal'
    const ended: Policy = {
      id: `cov-${serial}-${shuffledNumbers(seed, 'policies', 2)[1]}`,
      payer,
      memberId: memberNumber(payer, serial, 2),
      start: '2023-01-01',
      end: chance.pick(['2025-12-31', '2026-01-31', '2026-02-28']),
    }
    this.#policies.push(ended)
    this.#distract(`Coverage/${ended.id}`, `Coverage/${policy.id}`, 'the period, which has ended')
  }

  /** An order that was revoked in the chart; nobody has to work on it. */
  addRevokedOrder(): void {
    const { serial } = this.base
    const { order } = this.#mainCourse()
    const chance = createChance(this.setting.seed, 'revoked order')
    const number = shuffledNumbers(this.setting.seed, 'orders', 3)[2]
    const revoked: Order = {
      ...order,
      id: `order-${serial}-${number}`,
      taskId: `auth-${serial}-${number}`,
      age: order.age + chance.integer(1, 9),
      revoked: true,
    }
    this.#revoked.push(revoked)
    this.#distract(`ServiceRequest/${revoked.id}`, `ServiceRequest/${order.id}`, 'the status, which is revoked')
  }

  /** A telephone note that leaves an order in place. */
  addConfirmation(): void {
    const chance = createChance(this.setting.seed, 'confirmation')
    const course = this.#courses.find(({ branch }) => branch !== 'order-withdrawn')
    if (course === undefined) return
    const call = this.#addCall(confirmations, course.order, chance)
    this.#distract(`DocumentReference/${call.id}`, 'a withdrawal', 'what it says: the order stands')
  }

  addLookAlike(number: number): void {
    const { seed } = this.setting
    const { person, policy } = this.base
    const chance = createChance(seed, `look-alike ${number}`)
    const { order, requirements } = this.#mainCourse()
    const own = personNumbers(seed)(number)
    const differsIn = number === 1 ? 'the given name' : 'the date of birth'
    const namesake: Person = {
      ...person,
      id: `pat-${own}`,
      mrn: `MRN${own}${chance.integer(100, 999)}`,
      ...(number === 1
        ? { given: chance.pick(givenNames[person.sex].filter((given) => given !== person.given)) }
        : { birthDate: shiftYear(person.birthDate, chance.pick([-2, -1, 1, 2])) }),
    }
    const problem: Problem = { ...order.problem, id: `cond-${own}-1` }
    const ofOrder = order.id.slice(-1)
    const twin: Order = { ...order, id: `order-${own}-${ofOrder}`, taskId: `auth-${own}-${ofOrder}`, problem }
    const [wanted = { type: 'clinical_note', days: 60 } as const] = requirements ?? []
    const { all } = drawPapers(chance, {
      order: twin,
      requirements: [wanted],
      isMissing: false,
      decoys: 0,
      colleague: order.clinician,
      idOf: () => `doc-${own}-1`,
    })
    const [paper] = all
    if (paper === undefined) throw new RangeError('a look-alike needs a document')
    this.#lookAlikes.push({
      person: namesake,
      policy: { ...policy, id: policy.id.replace(/\d+/, String(own)), memberId: memberNumber(policy.payer, own, 1) },
      problem,
      order: twin,
      paper,
    })
    this.#distract(`Patient/${namesake.id}`, `Patient/${person.id}`, differsIn)
  }

  facts(): Facts {
    const { person, policy } = this.base
    return {
      person,
      policy,
      policies: this.#policies,
      courses: this.#courses,
      problems: this.#problems,
      papers: this.#papers,
      calls: this.#calls,
      revoked: this.#revoked,
      bulletins: this.#bulletins,
      lookAlikes: this.#lookAlikes,
      distractors: this.#distractors,
    }
  }

  #mainCourse(): Course {
    const [course] = this.#courses
    if (course === undefined) throw new RangeError('the courses come first')
    return course
  }

  #distract(record: string, resembles: string, differsIn: string): void {
    this.#distractors.push({ record, resembles, differsIn })
  }

  #addProblem(diagnosis: Diagnosis, side: Side | null, resolved: boolean): Problem {
    const code = 'code' in diagnosis ? diagnosis.code : diagnosis[side ?? 'right']
    const text = 'code' in diagnosis ? diagnosis.text : `${diagnosis.text}, ${side}`
    if (this.#problems.some((problem) => problem.code === code))
      throw new Refusal('undecided-branch', `two problems with the code ${code}`)
    const problem = { id: `cond-${this.base.serial}-${this.#problems.length + 1}`, text, code, resolved }
    this.#problems.push(problem)
    return problem
  }

  #serviceDate(chance: Chance, branch: Branch): string {
    if (this.base.policy.end === endsSoon)
      return dayFromToday(branch === 'no-coverage' ? chance.integer(31, 50) : chance.integer(10, 27))
    return dayFromToday(chance.integer(10, 40))
  }

  /** What the payer wants for the order, with the bulletins. */
  #requirements(order: Order, branch: Branch, isMain: boolean, chance: Chance): readonly Requirement[] | null {
    const { payer } = this.base.policy
    const { level } = this.setting
    const base = order.service.requires[payer]
    if (base === null || branch === 'not-required') return null
    const type = bulletinTypes[order.service.kind].find((one) => base.every((wanted) => wanted.type !== one))
    if (type === undefined) throw new Refusal('out-of-range', `${order.service.code} requires every document already`)
    const added: Requirement = { type, days: chance.pick([90, 180]) }
    if (!isMain || level === 'E') return base
    if (level === 'M') {
      this.#bulletins.push({
        payer,
        service: order.service,
        requirement: added,
        from: '2025-06-01',
        until: chance.pick(['2025-12-31', '2026-02-28']),
      })
      return base
    }
    this.#bulletins.push({
      payer,
      service: order.service,
      requirement: added,
      from: chance.pick(['2026-02-16', '2026-03-01']),
      until: null,
    })
    return [...base, added]
  }

  #withdraw(order: Order, chance: Chance): Call {
    return this.#addCall(withdrawals, order, chance)
  }

  #addCall(bank: typeof withdrawals, order: Order, chance: Chance): Call {
    const { text } = order.service
    const service = order.side === null ? text : `${text}, ${order.side} ${order.service.region}`
    const call: Call = {
      id: `call-${this.base.serial}-${this.#calls.length + 1}`,
      age: chance.integer(1, order.age - 2),
      author: order.clinician,
      orderId: order.id,
      withdraws: bank === withdrawals,
      body: say(chance, bank, { service, clinician: order.clinician.name }),
    }
    this.#calls.push(call)
    return call
  }
}

const endsSoon = '2026-03-31'

/** What a bulletin may add for a kind of service; the first that is not required already. */
const bulletinTypes: Readonly<Record<Service['kind'], readonly PaperType[]>> = {
  imaging: ['clinical_note', 'imaging_report', 'physical_therapy_notes'],
  surgery: ['physical_therapy_notes', 'lab_report'],
  sleep: ['clinical_note', 'lab_report'],
  infusion: ['lab_report', 'imaging_report', 'clinical_note'],
  therapy: ['imaging_report'],
}

function drawPerson(chance: Chance, serial: number): Person {
  const sex = drawSex(chance)
  const born = drawBirthDate(chance, 1944, 1996)
  return {
    id: `pat-${serial}`,
    sex,
    given: chance.pick(givenNames[sex]),
    family: chance.pick(familyNames),
    birthDate: born,
    mrn: `MRN${serial}${chance.integer(100, 999)}`,
  }
}

function drawPolicy(
  chance: Chance,
  {
    id,
    serial,
    payer,
    ends,
  }: { readonly id: string; readonly serial: number; readonly payer: PayerKey; readonly ends: boolean },
): Policy {
  return {
    id,
    payer,
    memberId: memberNumber(payer, serial, 1),
    start: `${chance.integer(2024, 2025)}-01-01`,
    end: ends ? endsSoon : '2026-12-31',
  }
}

function memberNumber(payer: PayerKey, serial: number, number: number): string {
  return `${payers[payer].memberPrefix}${String(serial).padStart(6, '4')}${String(number).padStart(3, '0')}`
}
