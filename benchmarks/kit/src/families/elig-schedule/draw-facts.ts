// One file, because all methods share the ids, the people and the payers' members drawn so far.

import { drawBirthDate } from '../../builders/draw-people.js'
import { Drawing, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { type Benefit, makeMemberNumber, type PartnerMember, tradingPartners } from '../../clinic/clearinghouse.js'
import { dayFromToday, workingAges, workingDays } from '../../clinic/dates.js'
import {
  carveOuts,
  type DeskPayer,
  deskPayers,
  deskPlans,
  eligibilityOutcomes,
  referralMessage,
  type VisitKindKey,
  visitKindKeys,
  visitKinds,
} from '../../clinic/eligibility.js'
import { type Clinician, fullName, type Person } from '../../clinic/people.js'
import type { Relative } from '../../clinic/relatives.js'
import { today } from '../../clinic/today.js'
import { familyNames, givenNames } from '../../person-names.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople, UnfairDrawError } from '../../refusals.js'
import type {
  Branch,
  Card,
  Correction,
  Course,
  EarlierAnswer,
  Facts,
  Inquiry,
  ListRow,
  Policy,
  Referral,
  Visit,
} from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { cardBodies } from './phrases.js'

/** By level: the number of visits on the list, and of look-alikes' visits on other lists. */
const sizes = { E: { visits: 2, others: 1 }, M: { visits: 3, others: 1 }, H: { visits: 4, others: 2 } } as const

/** The branches that other visits of the list may have; `covered` stands twice, to be drawn twice as often. */
const besides = ['covered', 'covered', 'ended', 'number-corrected', 'referral-missing', 'not-started'] as const

export const tomorrow = dayFromToday(1)

/** Draws the list: the visit with the branch, and other visits. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const { level, clinic } = setting
  const draw = new FactsDrawing(setting)
  const chance = draw.chance('list')
  const { others } = sizes[level]
  const visits = draw.volume ?? sizes[level].visits
  const place = chance.integer(0, visits - 1)
  let covered = branch === 'covered'
  for (let index = 0; index < visits; index++) {
    if (index === place) {
      draw.addVisit(branch, index, true)
      continue
    }
    // Each list has a visit that is simply covered.
    const other = covered ? draw.chance(`branch ${index}`).pick(besides) : 'covered'
    if (other === 'covered') covered = true
    draw.addVisit(other, index, false)
  }
  for (let number = 1; number <= others; number++) draw.addOtherVisit(number, place)
  const facts = draw.facts()
  refuseKnownPeople(facts.people, clinic)
  refuseUndecided(facts)
  return facts
}

/** What the records about a visit's policy are drawn from. */
interface Cover {
  readonly visit: Visit
  readonly policy: Policy
  readonly own: number
  readonly chance: Chance
  readonly isMain: boolean
}

class FactsDrawing extends Drawing {
  readonly #courses: Course[] = []
  readonly #otherVisits: Visit[] = []
  readonly #people: Person[] = []
  readonly #policies: Policy[] = []
  readonly #cards: Card[] = []
  readonly #referrals: Referral[] = []
  readonly #earlier: EarlierAnswer[] = []
  readonly #relatives: Relative[] = []
  readonly #members: Record<DeskPayer, PartnerMember[]> = { portal: [], prairie: [], lakeside: [] }
  readonly #serial: number
  readonly #visitNumbers: readonly number[]
  readonly #clinician: Clinician
  readonly #colleague: Clinician
  readonly #list: ListRow
  readonly #lists: readonly ListRow[]

  constructor(setting: Setting) {
    super(setting)
    const { seed, clinic } = setting
    this.#serial = 5000 + (seed % 4000)
    this.#visitNumbers = this.numbers('visits', 9 + (this.volume ?? 0))
    const chance = this.chance('clinicians')
    const [clinician, colleague] = chance.shuffle(clinic.clinicians)
    if (clinician === undefined || colleague === undefined) throw new RangeError('the clinic needs two clinicians')
    if (clinic.clinicians.some((one) => one !== clinician && one.name === clinician.name)) {
      throw new UnfairDrawError('ambiguous-patient', `two clinicians are named ${clinician.name}`)
    }
    this.#clinician = clinician
    this.#colleague = colleague
    const row = (number: number, day: string, whose: Clinician): ListRow => ({
      number: `EL-${this.#serial}-${number}`,
      day,
      clinician: whose,
    })
    const numbers = chance.shuffle([1, 2, 3, 4])
    const [first = 1, second = 2, third = 3, fourth = 4] = numbers
    this.#list = row(first, tomorrow, clinician)
    this.#lists = [
      this.#list,
      row(second, dayFromToday(2), clinician),
      row(third, tomorrow, colleague),
      row(fourth, today, clinician),
    ].toSorted((one, other) => one.number.localeCompare(other.number))
  }

  addVisit(branch: Branch, index: number, isMain: boolean): void {
    const { level } = this
    const topic = isMain ? 'main visit' : `visit ${index}`
    const own = this.numberOf(index)
    const person = this.#addPerson(this.chance(`${topic} person`), own, branch === 'newborn')
    const { payer, plan, kind } = drawKind(this.chance(`${topic} kind`), branch)
    const visit = this.#visitOf(person, index, kind, this.#list)
    if (branch === 'newborn') {
      this.#addNewborn(visit, { payer, plan, own, place: index, topic, isMain })
      return
    }
    const chance = this.chance(`${topic} policy`)
    const number = makeMemberNumber(payer, own, 1)
    const isMisread = branch === 'number-corrected' || branch === 'member-not-found'
    const policy: Policy = {
      // A second policy, which has ended, takes the other number.
      id: `cov-${own}-${this.chance(`${topic} places`).integer(1, 2)}`,
      person,
      payer,
      plan,
      number: isMisread ? misread(number, chance) : number,
      start: `${chance.integer(2024, 2025)}-01-01`,
      end: chance.pick([null, '2026-12-31']),
    }
    this.#policies.push(policy)
    const cover: Cover = { visit, policy, own, chance: this.chance(`${topic} cover`), isMain }
    this.#addCourse(branch, cover, number)
    const decoys = this.chance(`${topic} decoys`)
    if (isMain || level === 'H') this.#addEarlierAnswer(decoys, policy, kind)
    if ((isMain && level !== 'E') || (level !== 'E' && decoys.integer(0, 2) === 0)) this.#addEndedPolicy(decoys, policy)
  }

  /** Adds what the payer knows, and the right course. */
  #addCourse(branch: Exclude<Branch, 'newborn'>, cover: Cover, number: string): void {
    const { visit, policy, chance, own } = cover
    const first: Inquiry = { ...toInquiry(visit, policy, visit.person), number: policy.number }
    const course = (changed: Partial<Course>): Course => ({
      visit,
      branch,
      outcome: 'covered',
      inquiries: [first],
      copay: null,
      correction: null,
      ...changed,
    })
    const add = (one: Course) => this.#courses.push(one)
    switch (branch) {
      case 'covered': {
        const wantsReferral = isHmo(policy) && chance.integer(0, 1) === 1
        const copay = this.#addMember(policy.payer, number, cover, { wantsReferral })
        if (wantsReferral) this.#addReferral(cover, 'active', -chance.integer(5, 30), chance.integer(20, 90))
        add(course({ copay }))
        return
      }
      case 'carve-out': {
        const rule = findRule(policy, visit)
        if (rule === undefined)
          throw new UnfairDrawError('out-of-range', `${policy.plan} leaves ${visit.kind} to nobody`)
        this.#addMember(policy.payer, number, cover, {})
        const copay = this.#addMember(rule.to, number, cover, {})
        add(course({ copay, inquiries: [{ ...first, payer: rule.to }] }))
        return
      }
      case 'ended': {
        const end = chance.pick(['2025-12-31', '2026-01-31', '2026-02-28'])
        this.#addMember(policy.payer, number, cover, { end })
        add(course({ outcome: 'ended', correction: { policy, end } }))
        return
      }
      case 'not-started': {
        this.#addMember(policy.payer, number, cover, { begin: chance.pick(['2026-03-15', '2026-04-01']) })
        add(course({ outcome: 'not-started' }))
        return
      }
      case 'referral-missing': {
        this.#addMember(policy.payer, number, cover, { wantsReferral: true })
        this.#addReferralDecoys(cover)
        add(course({ outcome: 'referral-missing' }))
        return
      }
      case 'number-corrected': {
        const copay = this.#addMember(policy.payer, number, cover, {})
        const age = chance.pick(cardAges)
        const card = this.#addCard(cover, { number, age })
        this.#addCardDecoys(cover, age)
        const correction: Correction = { policy, number: card.number }
        add(course({ copay, inquiries: [first, { ...first, number: card.number }], correction }))
        return
      }
      case 'member-not-found': {
        const inquiries = [first]
        const found = chance.pick(['none', 'same', 'other'] as const)
        const age = chance.pick(cardAges)
        if (found === 'same') this.#addCard(cover, { number: policy.number, age })
        if (found === 'other') {
          const card = this.#addCard(cover, { number: misread(makeMemberNumber(policy.payer, own, 7), chance), age })
          inquiries.push({ ...first, number: card.number })
        }
        this.#addCardDecoys(cover, age)
        add(course({ outcome: 'member-not-found', inquiries }))
        return
      }
    }
  }

  #addNewborn(
    visit: Visit,
    {
      payer,
      plan,
      own,
      place,
      topic,
      isMain,
    }: {
      readonly payer: DeskPayer
      readonly plan: string
      readonly own: number
      readonly place: number
      readonly topic: string
      readonly isMain: boolean
    },
  ): void {
    const chance = this.chance(`${topic} parents`)
    const baby = visit.person
    const parents = (['female', 'male'] as const).map((sex, index) => {
      const number = this.numberOf((this.volume === undefined ? 20 + place * 2 : 70) + index)
      const parent: Person = {
        id: `pat-${number}`,
        sex,
        given: chance.pick(givenNames[sex]),
        family: baby.family,
        birthDate: drawBirthDate(chance, 1985, 2003),
        mrn: `MRN${number}${chance.integer(100, 999)}`,
      }
      this.#people.push(parent)
      this.#relatives.push({
        id: `rel-${own}-${index + 1}`,
        child: baby,
        relationship: sex === 'female' ? 'MTH' : 'FTH',
        person: parent,
      })
      return { parent, number }
    })
    const [mother, father] = parents
    if (mother === undefined || father === undefined) throw new RangeError('a newborn has two parents here')
    const policyOf = (parent: Person, number: number, of: DeskPayer, ofPlan: string): Policy => ({
      id: `cov-${number}-1`,
      person: parent,
      payer: of,
      plan: ofPlan,
      number: makeMemberNumber(of, number, 1),
      start: '2025-01-01',
      end: null,
    })
    const policy = policyOf(mother.parent, mother.number, payer, plan)
    const otherPayer = chance.pick(deskPayers.filter((one) => one !== payer))
    const fathers = policyOf(father.parent, father.number, otherPayer, deskPlans[otherPayer][0])
    this.#policies.push(policy, fathers)
    const cover: Cover = { visit, policy, own, chance: this.chance(`${topic} cover`), isMain }
    const copay = this.#addMember(payer, policy.number, cover, { wantsReferral: isHmo(policy) })
    this.#addMember(otherPayer, fathers.number, { ...cover, policy: fathers }, {})
    this.#courses.push({
      visit,
      branch: 'newborn',
      outcome: 'newborn-under-mother',
      inquiries: [toInquiry(visit, policy, mother.parent)],
      copay,
      correction: null,
    })
    this.distract(`Coverage/${fathers.id}`, `Coverage/${policy.id}`, 'the parent who has it')
    if (isMain) this.#addEarlierAnswer(this.chance(`${topic} decoys`), policy, visit.kind)
  }

  /** Adds a person with the same family name who has a visit of the same kind on another list. */
  addOtherVisit(number: number, place: number): void {
    const chance = this.chance(`other visit ${number}`)
    const main = this.#courses[place]?.visit
    const [, ...rest] = [this.#list, ...this.#lists.filter((row) => row !== this.#list && row.day !== today)]
    const row = rest[number - 1]
    if (main === undefined || row === undefined) throw new RangeError('the visits of the list come first')
    const own = this.numberOf((this.volume === undefined ? 10 : 90) + number)
    const sex = chance.pick(['female', 'male'] as const)
    const { family } = main.person
    const taken = this.volume === undefined ? this.#people.map(({ given }) => given as string) : []
    const person: Person = {
      id: `pat-${own}`,
      sex,
      given: chance.pick(givenNames[sex].filter((given) => !taken.includes(given) && !this.#isTaken(given, family))),
      family,
      birthDate: drawBirthDate(chance, 1950, 2000),
      mrn: `MRN${own}${chance.integer(100, 999)}`,
    }
    this.#people.push(person)
    const payer = chance.pick(deskPayers)
    const policy: Policy = {
      id: `cov-${own}-1`,
      person,
      payer,
      plan: deskPlans[payer][0],
      number: makeMemberNumber(payer, own, 1),
      start: '2025-01-01',
      end: null,
    }
    this.#policies.push(policy)
    const visit = this.#visitOf(person, (this.volume ?? 6) + number, main.kind, row)
    this.#otherVisits.push(visit)
    this.#addMember(payer, policy.number, { visit, policy, own, chance, isMain: false }, {})
    this.distract(
      `Task/${visit.taskId}`,
      `Task/${main.taskId}`,
      row.day === tomorrow ? 'the clinician of the list' : 'the day of the list',
    )
  }

  facts(): Facts {
    return {
      list: this.#list,
      lists: this.#lists,
      courses: this.#courses,
      otherVisits: this.#otherVisits,
      people: this.#people,
      policies: this.#policies,
      cards: this.#cards,
      referrals: this.#referrals,
      earlier: this.#earlier,
      relatives: this.#relatives,
      members: this.#members,
      distractors: this.distractors,
    }
  }

  #isTaken(given: string, family: string): boolean {
    return this.#people.some((person) => person.given === given && person.family === family)
  }

  #addPerson(chance: Chance, own: number, isNewborn: boolean): Person {
    const sex = chance.pick(['female', 'male'] as const)
    // On a long list, family names may repeat; full names may not.
    const taken = this.volume === undefined ? this.#people.map(({ family }) => family as string) : []
    const given = chance.pick(givenNames[sex])
    const family = chance.pick(familyNames.filter((name) => !taken.includes(name) && !this.#isTaken(given, name)))
    const birthDate = drawBirthDate(chance, 1948, 2001)
    const person: Person = {
      id: `pat-${own}`,
      sex,
      given,
      family,
      birthDate: isNewborn ? dayFromToday(-chance.integer(3, 24)) : birthDate,
      mrn: `MRN${own}${chance.integer(100, 999)}`,
    }
    this.#people.push(person)
    return person
  }

  #visitOf(person: Person, index: number, kind: VisitKindKey, { number, day, clinician }: ListRow): Visit {
    const minutes = 8 * 60 + 20 + index * (this.volume === undefined ? 40 : 15)
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    const name = `${this.#serial}-${this.#visitNumbers[index]}`
    return {
      appointmentId: `visit-${name}`,
      taskId: `elig-${name}`,
      list: number,
      person,
      clinician,
      kind,
      day,
      time,
    }
  }

  /** Adds the person of the policy to the payer's members. Returns the copayment that applies. */
  #addMember(
    payer: DeskPayer,
    number: string,
    { visit, policy: { person, plan, start }, chance }: Cover,
    says: { readonly begin?: string; readonly end?: string; readonly wantsReferral?: boolean },
  ): number {
    const { wantsReferral = false, begin = start, end } = says
    const { benefits, copay } = drawBenefits(chance, visit.kind, { level: this.level, wantsReferral })
    this.#members[payer].push({
      member_id: number,
      last_name: person.family,
      first_name: person.given,
      birth_date: person.birthDate,
      gender: person.sex,
      plan,
      begin,
      ...(end !== undefined && { end }),
      benefits,
    })
    return copay
  }

  #addReferral({ visit, own }: Cover, status: Referral['status'], from: number, days: number, performer?: Clinician) {
    const referral: Referral = {
      id: `ref-${own}-${this.#referrals.filter(({ person }) => person === visit.person).length + 1}`,
      person: visit.person,
      performer: performer ?? visit.clinician,
      status,
      start: dayFromToday(workingDays(from)),
      end: dayFromToday(from + days),
    }
    this.#referrals.push(referral)
    return referral
  }

  /** Adds referrals that do not fit, each for another reason: one, or two at the hard level. */
  #addReferralDecoys(cover: Cover): void {
    const { chance } = cover
    const { level } = this
    const ways = chance.shuffle(['period', 'clinician', 'status'] as const).slice(0, level === 'H' ? 2 : 1)
    for (const way of ways) {
      const status = way === 'status' ? 'revoked' : 'active'
      const [from, days] = way === 'period' ? [-120, chance.integer(60, 119)] : [-20, 90]
      const referral = this.#addReferral(cover, status, from, days, way === 'clinician' ? this.#colleague : undefined)
      const differsIn = { period: 'the period, which has ended', clinician: 'the performer', status: 'the status' }[way]
      this.distract(`ServiceRequest/${referral.id}`, 'a referral that fits', differsIn)
    }
  }

  #addCard({ visit, policy, own, chance }: Cover, changed: Partial<Card> & { readonly age: number }): Card {
    const { payer, plan, number } = policy
    const own_ = this.#cards.filter(({ person }) => person === visit.person).length + 1
    const base = {
      id: `card-${own}-${own_}`,
      person: visit.person,
      holder: visit.person,
      payer,
      plan,
      number,
      final: true,
      ...changed,
    }
    const body = say(chance, cardBodies, {
      payer: tradingPartners[base.payer].name,
      name: fullName(base.holder),
      number: base.number,
      plan: base.plan,
    })
    const card: Card = { ...base, body }
    this.#cards.push(card)
    return card
  }

  /** Adds up to two cards that do not count, by level: an older one, a draft, or one of a relative. */
  #addCardDecoys(cover: Cover, age: number): void {
    const { level } = this
    const { chance, policy, own, visit } = cover
    const count = { E: 0, M: 1, H: 2 }[level]
    const right = this.#cards.at(-1)
    const resembles =
      right !== undefined && right.person === visit.person ? `DocumentReference/${right.id}` : 'a card that counts'
    for (const way of chance.shuffle(['older', 'draft', 'relative'] as const).slice(0, count)) {
      if (way === 'older' && right?.person !== visit.person) continue
      const number = makeMemberNumber(policy.payer, own, way === 'older' ? 4 : 5)
      if (way === 'older') {
        const card = this.#addCard(cover, { number, age: -workingDays(-age - chance.integer(100, 400)) })
        this.distract(`DocumentReference/${card.id}`, resembles, 'the date')
      } else if (way === 'draft') {
        const card = this.#addCard(cover, { number, age: age - 1, final: false })
        this.distract(`DocumentReference/${card.id}`, resembles, 'the status, which is preliminary')
      } else {
        const { sex, given } = visit.person
        const holder: Person = {
          ...visit.person,
          given: chance.pick(givenNames[sex].filter((name) => name !== given)),
          birthDate: drawBirthDate(chance, 1948, 2001),
        }
        const card = this.#addCard(cover, { number, age: age - 2, holder })
        this.#members[policy.payer].push({
          member_id: number,
          last_name: holder.family,
          first_name: holder.given,
          birth_date: holder.birthDate,
          gender: holder.sex,
          plan: policy.plan,
          begin: policy.start,
        })
        this.distract(`DocumentReference/${card.id}`, resembles, 'the name on the card')
      }
    }
  }

  /** Adds an earlier answer of the payer, with a copayment that no current answer has. */
  #addEarlierAnswer(chance: Chance, policy: Policy, kind: VisitKindKey): void {
    const answer: EarlierAnswer = {
      id: `answer-${policy.id.slice('cov-'.length)}`,
      policy,
      kind,
      copay: chance.integer(2, 18) * 5 + 1,
      day: dayFromToday(-chance.integer(20, 35)),
    }
    this.#earlier.push(answer)
    this.distract(`CoverageEligibilityResponse/${answer.id}`, 'the answer of the payer', 'the day that it is about')
  }

  /** Adds a policy of another payer that has ended, but is still marked as active. */
  #addEndedPolicy(chance: Chance, policy: Policy): void {
    const payer = chance.pick(deskPayers.filter((one) => one !== policy.payer))
    const own = Number(policy.id.split('-')[1])
    const ended: Policy = {
      id: `cov-${own}-${policy.id.endsWith('-1') ? 2 : 1}`,
      person: policy.person,
      payer,
      plan: deskPlans[payer][0],
      number: makeMemberNumber(payer, own, 2),
      start: '2022-01-01',
      end: chance.pick(['2025-12-31', '2026-01-31', '2026-02-28']),
    }
    this.#policies.push(ended)
    this.distract(`Coverage/${ended.id}`, `Coverage/${policy.id}`, 'the period, which has ended')
  }
}

function isHmo({ plan }: Policy): boolean {
  return plan.endsWith('HMO')
}

/** Returns the carve-out in force for a visit, if any. */
function findRule({ payer, plan }: Pick<Policy, 'payer' | 'plan'>, { kind, day }: Pick<Visit, 'kind' | 'day'>) {
  return carveOuts.find(
    (rule) =>
      rule.payer === payer &&
      rule.plan === plan &&
      rule.kind === kind &&
      rule.from <= day &&
      (rule.until === null || day <= rule.until),
  )
}

/** Draws a payer, a plan and a kind of visit that fit the branch. */
function drawKind(chance: Chance, branch: Branch) {
  if (branch === 'carve-out') {
    const { payer, plan, kind } = chance.pick(
      carveOuts.filter(({ from, until }) => from <= tomorrow && (until === null || tomorrow <= until)),
    )
    return { payer, plan, kind }
  }
  const pairs = deskPayers.flatMap((payer) => deskPlans[payer].map((plan) => ({ payer, plan })))
  const fitting = branch === 'referral-missing' ? pairs.filter(({ plan }) => plan.endsWith('HMO')) : pairs
  const { payer, plan } = chance.pick(fitting)
  if (branch === 'newborn') return { payer, plan, kind: 'office' as const }
  const kinds = visitKindKeys.filter((kind) => findRule({ payer, plan }, { kind, day: tomorrow }) === undefined)
  return { payer, plan, kind: chance.pick(kinds) }
}

/** Draws the benefits that the payer reports, and returns the copayment that applies, in dollars. */
function drawBenefits(
  chance: Chance,
  kind: VisitKindKey,
  { level, wantsReferral }: Pick<Setting, 'level'> & { readonly wantsReferral: boolean },
): { readonly benefits: readonly Benefit[]; readonly copay: number } {
  const { serviceType } = visitKinds[kind]
  const amount = chance.integer(3, 15) * 5
  const way = level === 'E' || wantsReferral ? 'own' : chance.pick(['own', 'own', 'own', 'plan', 'none'] as const)
  const message = wantsReferral ? { message: referralMessage } : {}
  const own: Benefit = { kind: 'copayment', service_types: [serviceType], amount, in_network: true, ...message }
  const outside: Benefit = { ...own, amount: amount + chance.integer(4, 12) * 5, in_network: false, ...message }
  const plan: Benefit = { kind: 'copayment', service_types: ['30'], amount: amount + 5 * chance.integer(1, 3) }
  const total = chance.integer(2, 6) * 500
  const deductible: Benefit = { kind: 'deductible', amount: total, remaining: chance.integer(0, total / 50) * 50 }
  const coinsurance: Benefit = { kind: 'coinsurance', service_types: [serviceType], percent: 0.2 }
  const all = {
    own: [outside, own, ...(level === 'H' ? [plan] : []), deductible],
    plan: [outside, plan, deductible],
    none: [outside, coinsurance, deductible],
  }
  return { benefits: all[way], copay: { own: amount, plan: plan.amount ?? 0, none: 0 }[way] }
}

function toInquiry({ kind, day }: Visit, { payer, number }: Policy, person: Person): Inquiry {
  return { payer, person, number, serviceType: visitKinds[kind].serviceType, day }
}

/** Returns the number with two adjacent digits swapped. */
function misread(number: string, chance: Chance): string {
  const places = Array.from({ length: number.length - 1 }, (_, index) => index).filter(
    (index) => index >= 3 && number[index] !== number[index + 1],
  )
  const place = chance.pick(places)
  return number.slice(0, place) + number.charAt(place + 1) + number.charAt(place) + number.slice(place + 2)
}

/** Returns what the outcome of a course means. */
export function meaningFor({ outcome }: Course): string {
  return eligibilityOutcomes[outcome].meaning
}

/**
 * Possible ages of a card, in days: the day of its scan and the two following days, on which decoys may be scanned, are
 * working days.
 */
const cardAges = workingAges(3, 40).filter((age) => workingAges(age - 2, age).length === 3)
