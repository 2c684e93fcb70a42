import { drawBirthDate } from '../../builders/draw-people.js'
import { fullName, type Person } from '../../clinic/people.js'
// One file: all additions to an instance share the ids, the people and the members of the payers that the builder has handed out.

import { type Chance, createChance } from '../../chance.js'
import { memberNumberOf, type PartnerKey, type PartnerMember, tradingPartners } from '../../clinic/clearinghouse.js'
import type { Clinic } from '../../clinic/clinic.js'
import {
  coordinationReasons,
  employeesByAge,
  employeesByDisability,
  kidneyMonths,
  type MissingFact,
} from '../../clinic/coordination.js'
import { dayFromToday } from '../../clinic/dates.js'
import { today } from '../../clinic/today.js'
import { familyNames, givenNames } from '../../person-names.js'
import { personNumbers } from '../../person-numbers.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople } from '../../refusals.js'
import type { Distractor, Level } from '../../task.js'
import type {
  Answers,
  Branch,
  Case,
  ChildAnswers,
  Course,
  CourtOrder,
  Facts,
  MedicareAnswers,
  Parent,
  Policy,
  Questionnaire,
  Relative,
} from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { orderBodies, questionnaireHeads } from './phrases.js'

const commercial = ['portal', 'prairie', 'lakeside'] as const

interface Setting {
  readonly seed: number
  readonly level: Level
  readonly clinic: Clinic
}

/** Draws a child with two households, or somebody with Medicare and the plan of an employer. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const { seed, clinic } = setting
  const chance = createChance(seed, 'kind')
  const isChild = chance.integer(0, 1) === 1
  const ofChild = branch === 'court-order' || branch === 'custodial-parent' || branch === 'birthday-rule'
  const ofMedicare = branch === 'employer-plan-first' || branch === 'medicare-first'
  const builder = new FactsBuilder(setting)
  const facts = ofChild || (!ofMedicare && isChild) ? builder.childFacts(branch) : builder.medicareFacts(branch)
  refuseKnownPeople(facts.people, clinic)
  refuseUndecided(facts)
  return facts
}

class FactsBuilder {
  readonly #people: Person[] = []
  readonly #policies: Policy[] = []
  readonly #relatives: Relative[] = []
  readonly #questionnaires: Questionnaire[] = []
  readonly #orders: CourtOrder[] = []
  readonly #members: Partial<Record<PartnerKey, PartnerMember[]>> = {}
  readonly #distractors: Distractor[] = []
  readonly #numberOf: (place: number) => number

  constructor(readonly setting: Setting) {
    this.#numberOf = personNumbers(setting.seed)
  }

  childFacts(branch: Branch): Facts {
    const { seed, level } = this.setting
    const chance = createChance(seed, 'family')
    const family = chance.pick(familyNames)
    const otherFamily = chance.pick(familyNames.filter((name) => name !== family))
    const birthDate = drawBirthDate(chance, 2009, 2021)
    const child = this.#addPerson(chance, 1, { family, birthDate })
    const [motherBorn, fatherBorn] = parentsBorn(chance)
    const mother = this.#addPerson(chance, 2, { family: otherFamily, birthDate: motherBorn, sex: 'female' })
    const father = this.#addPerson(chance, 3, { family, birthDate: fatherBorn, sex: 'male' })
    const step = this.#addPerson(chance, 4, {
      family: otherFamily,
      birthDate: drawBirthDate(chance, 1975, 1990),
      sex: 'male',
    })
    // A step-parent insures the child in place of the mother only if the parents live apart.
    const apart = branch === 'court-order' || branch === 'custodial-parent' || branch === 'fact-missing'
    const byStep = apart && level !== 'E' && chance.integer(0, 1) === 1
    const isTwin = level !== 'E' && chance.integer(0, 1) === 1
    const sibling = this.#addPerson(chance, 5, {
      family,
      birthDate: isTwin ? birthDate : drawBirthDate(chance, 2009, 2021),
    })
    for (const one of [child, sibling]) {
      this.#relate(one, 'MTH', mother)
      this.#relate(one, 'FTH', father)
      if (byStep) this.#relate(one, 'STPFTH', step)
    }
    const [ofMother, ofFather] = chance.shuffle(commercial)
    if (ofMother === undefined || ofFather === undefined) throw new RangeError('two payers are needed')
    const insuring = byStep ? step : mother
    const cover = (person: Person, number: number) => [
      this.#addPolicy(person, number, ofMother, insuring),
      this.#addPolicy(person, number + 1, ofFather, father),
    ]
    const [first, second] = cover(child, 1)
    cover(sibling, 1)
    if (first === undefined || second === undefined) throw new RangeError('two policies are needed')
    const ended = branch === 'single-coverage' ? chance.pick([first, second]) : undefined
    this.#addHousehold(ofMother, insuring, [child, sibling], ended === first, chance)
    this.#addHousehold(ofFather, father, [child, sibling], ended === second, chance)
    const names = chance.pick(['mother', 'father'] as const)
    const lacking = chance.pick(['custody', 'court-order'] as const)
    const answers = childAnswers(chance, branch, { names, lacking })
    const policyOf = (parent: Parent) => (parent === 'mother' ? first : second)
    const course = this.#courseOf(branch, {
      pair: [first, second],
      active: ended === first ? second : first,
      first: branch === 'birthday-rule' ? earlierBirthday(first, second) : policyOf(names),
      missing: lacking,
    })
    this.#addQuestionnaires(child, answers, chance)
    this.#addOrders(child, sibling, { isNeeded: answers.courtOrder && branch !== 'fact-missing', names }, chance)
    if (level === 'H') this.#addEndedPolicy(child, chance)
    this.#distract(`Patient/${sibling.id}`, `Patient/${child.id}`, isTwin ? 'the given name' : 'the date of birth')
    if (
      branch === 'birthday-rule' &&
      first.subscriber.birthDate < second.subscriber.birthDate !== (course.order[0] === first)
    ) {
      this.#distract(
        `Patient/${(course.order[1] ?? first).subscriber.id}`,
        `Patient/${(course.order[0] ?? first).subscriber.id}`,
        'the year of birth, which is earlier',
      )
    }
    return this.#facts(child, [sibling], course, [first, second])
  }

  medicareFacts(branch: Branch): Facts {
    const { seed, level } = this.setting
    const chance = createChance(seed, 'couple')
    const family = chance.pick(familyNames)
    const because = chance.pick(['age', 'disability', 'kidney failure'] as const)
    const reason = branch === 'fact-missing' && because === 'kidney failure' ? 'disability' : because
    const [from, until] = reason === 'age' ? [1948, 1959] : [1964, 1985]
    const birthDate = drawBirthDate(chance, from, until)
    const person = this.#addPerson(chance, 1, { family, birthDate })
    const spouse = this.#addPerson(chance, 2, {
      family,
      birthDate: drawBirthDate(chance, from, until),
      sex: person.sex === 'female' ? 'male' : 'female',
    })
    const namesake = this.#addPerson(chance, 3, {
      family,
      birthDate: drawBirthDate(chance, from, until),
      sex: person.sex,
    })
    const bySpouse = chance.integer(0, 1) === 1
    const payer = chance.pick(commercial)
    const answers = medicareAnswers(chance, branch, { because: reason, spouse: bySpouse, birthDate })
    const others = medicareAnswers(chance, 'medicare-first', {
      because: reason,
      spouse: false,
      birthDate: namesake.birthDate,
    })
    const program = this.#addPolicy(person, 1, 'medicare', person, answers.since)
    const plan = this.#addPolicy(person, 2, payer, bySpouse ? spouse : person)
    const own = this.#addPolicy(namesake, 1, 'medicare', namesake, others.since)
    const other = this.#addPolicy(namesake, 2, payer, namesake)
    const ended = branch === 'single-coverage' ? chance.pick([program, plan]) : undefined
    for (const policy of [program, own]) this.#addMember(policy, policy === ended, chance)
    if (bySpouse) this.#addHousehold(payer, spouse, [person], ended === plan, chance)
    else this.#addMember(plan, ended === plan, chance)
    this.#addMember(other, false, chance)
    const course = this.#courseOf(branch, {
      pair: [program, plan],
      active: ended === program ? plan : program,
      first: branch === 'medicare-first' ? program : plan,
      missing: 'employer-size',
    })
    this.#addQuestionnaires(person, answers, chance)
    this.#addQuestionnaire(namesake, others, {
      age: chance.integer(3, 30),
      chance,
    })
    if (level === 'H') this.#addEndedPolicy(person, chance)
    this.#distract(`Patient/${namesake.id}`, `Patient/${person.id}`, 'the given name')
    return this.#facts(person, [namesake], course, [program, plan])
  }

  #courseOf(
    branch: Branch,
    {
      pair,
      active,
      first,
      missing,
    }: {
      readonly pair: readonly [Policy, Policy]
      readonly active: Policy
      readonly first: Policy
      readonly missing: MissingFact
    },
  ): Course {
    if (branch === 'single-coverage') return { branch, order: [active], missing: null }
    if (branch === 'fact-missing') return { branch, order: [], missing }
    return { branch, order: [first, ...pair.filter((one) => one !== first)], missing: null }
  }

  #facts(person: Person, others: readonly Person[], course: Course, pair: readonly [Policy, Policy]): Facts {
    const caseOf = (one: Person): Case => ({ taskId: `cob-${one.id.slice('pat-'.length)}`, person: one })
    return {
      patient: caseOf(person),
      course,
      pair,
      others: others.map(caseOf),
      people: this.#people,
      policies: this.#policies,
      relatives: this.#relatives,
      questionnaires: this.#questionnaires,
      orders: this.#orders,
      members: this.#members,
      distractors: this.#distractors,
    }
  }

  #distract(record: string, resembles: string, differsIn: string): void {
    this.#distractors.push({ record, resembles, differsIn })
  }

  #addPerson(
    chance: Chance,
    number: number,
    fixed: { readonly family: string; readonly birthDate: string; readonly sex?: Person['sex'] },
  ): Person {
    const own = this.#numberOf(number)
    const sex = fixed.sex ?? chance.pick(['female', 'male'] as const)
    const taken = this.#people.map(({ given }) => given)
    const person: Person = {
      id: `pat-${own}`,
      sex,
      given: chance.pick(givenNames[sex].filter((given) => !taken.includes(given))),
      family: fixed.family,
      birthDate: fixed.birthDate,
      mrn: `MRN${own}${chance.integer(100, 999)}`,
    }
    this.#people.push(person)
    return person
  }

  #relate(child: Person, relationship: Relative['relationship'], person: Person): void {
    const own = child.id.slice('pat-'.length)
    const number = this.#relatives.filter((one) => one.child === child).length + 1
    this.#relatives.push({ id: `rel-${own}-${number}`, child, relationship, person })
  }

  #addPolicy(beneficiary: Person, number: number, payer: PartnerKey, subscriber: Person, start = '2024-01-01'): Policy {
    const policy: Policy = {
      id: `cov-${beneficiary.id.slice('pat-'.length)}-${number}`,
      payer,
      number: memberNumberOf(payer, Number(subscriber.id.slice('pat-'.length)), 1),
      subscriber,
      beneficiary,
      start,
      end: null,
    }
    this.#policies.push(policy)
    return policy
  }

  /** What the payer says about a household; an ended one ended last month. */
  #addHousehold(payer: PartnerKey, subscriber: Person, children: readonly Person[], ended: boolean, chance: Chance) {
    const number = memberNumberOf(payer, Number(subscriber.id.slice('pat-'.length)), 1)
    const member: PartnerMember = {
      ...memberOf(subscriber, number, ended, chance),
      dependents: children.map((child) => ({
        first_name: child.given,
        last_name: child.family,
        birth_date: child.birthDate,
        gender: child.sex,
      })),
    }
    this.#members[payer] = [...(this.#members[payer] ?? []), member]
  }

  #addMember({ payer, number, subscriber, start }: Policy, ended: boolean, chance: Chance): void {
    this.#members[payer] = [
      ...(this.#members[payer] ?? []),
      { ...memberOf(subscriber, number, ended, chance), begin: start },
    ]
  }

  #addQuestionnaire(
    person: Person,
    answers: Answers,
    { age, final = true, chance }: { readonly age: number; readonly final?: boolean; readonly chance: Chance },
  ): Questionnaire {
    const number = this.#questionnaires.filter((one) => one.person === person).length + 1
    const head = say(chance, questionnaireHeads, { name: fullName(person) })
    const paper: Questionnaire = {
      id: `form-${person.id.slice('pat-'.length)}-${number}`,
      kind: 'questionnaire',
      person,
      age,
      final,
      answers,
      body: `${head}\n${linesOf(answers).join('\n')}`,
    }
    this.#questionnaires.push(paper)
    return paper
  }

  /** The one that counts, and a draft or an older one, at the hard level both, that lead elsewhere. */
  #addQuestionnaires(person: Person, answers: Answers, chance: Chance): void {
    const { level } = this.setting
    const age = chance.integer(10, 60)
    const right = this.#addQuestionnaire(person, answers, { age, chance })
    const both = chance.shuffle(['older', 'draft'] as const)
    const ways = level === 'E' ? (['draft'] as const) : both.slice(0, level === 'M' ? 1 : 2)
    for (const way of ways) {
      const final = way === 'older'
      const other = otherAnswers(answers)
      const decoy = this.#addQuestionnaire(person, other, {
        age: way === 'older' ? age + chance.integer(90, 700) : age - chance.integer(1, 8),
        final,
        chance,
      })
      this.#distract(
        `DocumentReference/${decoy.id}`,
        `DocumentReference/${right.id}`,
        way === 'older' ? 'the date' : 'the status, which is preliminary',
      )
    }
  }

  /** The court order that counts, and those that do not: about the sibling, older, a draft. */
  #addOrders(
    child: Person,
    sibling: Person,
    { isNeeded, names }: { readonly isNeeded: boolean; readonly names: Parent },
    chance: Chance,
  ): void {
    const { level } = this.setting
    const age = chance.integer(100, 400)
    const other: Parent = names === 'mother' ? 'father' : 'mother'
    const add = (
      about: Person,
      parent: Parent,
      order: { readonly age: number; readonly final: boolean },
    ): CourtOrder => {
      const paper: CourtOrder = {
        id: `order-${child.id.slice('pat-'.length)}-${this.#orders.length + 1}`,
        kind: 'court-order',
        person: child,
        child: about,
        names: parent,
        body: say(chance, orderBodies, { parent, child: fullName(about) }),
        ...order,
      }
      this.#orders.push(paper)
      return paper
    }
    const right = isNeeded ? add(child, names, { age, final: true }) : undefined
    const resembles = right === undefined ? 'a court order that counts' : `DocumentReference/${right.id}`
    const ways = chance.shuffle(['sibling', 'draft', 'older'] as const).slice(0, { E: 0, M: 1, H: 2 }[level])
    for (const way of ways) {
      if (way === 'older' && right === undefined) continue
      const decoy = {
        sibling: () => add(sibling, other, { age: age - 20, final: true }),
        draft: () => add(child, other, { age: age - 30, final: false }),
        older: () => add(child, other, { age: age + 300, final: true }),
      }[way]()
      const differsIn = { sibling: 'the child', draft: 'the status, which is preliminary', older: 'the date' }[way]
      this.#distract(`DocumentReference/${decoy.id}`, resembles, differsIn)
    }
  }

  /** A third policy that has ended by the chart, and is still marked as active. */
  #addEndedPolicy(person: Person, chance: Chance): void {
    const taken = this.#policies.filter(({ beneficiary }) => beneficiary === person).map(({ payer }) => payer)
    const payer = chance.pick(commercial.filter((one) => !taken.includes(one)))
    const own = Number(person.id.slice('pat-'.length))
    const policy: Policy = {
      id: `cov-${own}-3`,
      payer,
      number: memberNumberOf(payer, own, 9),
      subscriber: person,
      beneficiary: person,
      start: '2021-01-01',
      end: chance.pick(['2025-06-30', '2025-12-31', '2026-02-28']),
    }
    this.#policies.push(policy)
    this.#distract(`Coverage/${policy.id}`, 'the two policies', 'the period, which has ended')
  }
}

function memberOf(
  { given, family, birthDate, sex }: Person,
  number: string,
  ended: boolean,
  chance: Chance,
): PartnerMember {
  const end = chance.pick(['2025-12-31', '2026-01-31', '2026-02-28'])
  return {
    member_id: number,
    last_name: family,
    first_name: given,
    birth_date: birthDate,
    gender: sex,
    begin: '2024-01-01',
    ...(ended && { end }),
  }
}

/** In half of the families the older parent has the later birthday in the year. */
function parentsBorn(chance: Chance): readonly [string, string] {
  const years = chance.shuffle([chance.integer(1974, 1981), chance.integer(1983, 1991)])
  const [early, late] = [`0${chance.integer(1, 5)}`, chance.pick(['07', '08', '09', '10', '11', '12'])]
  const months = chance.shuffle([early, late])
  const of = (index: number) => `${years[index]}-${months[index]}-${String(chance.integer(1, 28)).padStart(2, '0')}`
  return [of(0), of(1)]
}

function earlierBirthday(first: Policy, second: Policy): Policy {
  return first.subscriber.birthDate.slice(5) < second.subscriber.birthDate.slice(5) ? first : second
}

function childAnswers(
  chance: Chance,
  branch: Branch,
  { names, lacking }: { readonly names: Parent; readonly lacking: 'custody' | 'court-order' },
): ChildAnswers {
  const other: Parent = names === 'mother' ? 'father' : 'mother'
  const base = { about: 'child', together: false, custody: 'joint', courtOrder: false } as const
  switch (branch) {
    case 'court-order':
      // Whoever has custody, the order decides.
      return { ...base, courtOrder: true, custody: chance.pick([other, other, 'joint'] as const) }
    case 'custodial-parent':
      return { ...base, custody: names }
    case 'birthday-rule':
      return chance.integer(0, 1) === 1 ? { ...base, together: true } : base
    case 'fact-missing':
      return lacking === 'custody'
        ? { ...base, custody: 'not stated' }
        : { ...base, courtOrder: true, custody: chance.pick([names, 'joint'] as const) }
    default:
      return { ...base, together: chance.integer(0, 1) === 1 }
  }
}

function medicareAnswers(
  chance: Chance,
  branch: Branch,
  {
    because,
    spouse,
    birthDate,
  }: { readonly because: MedicareAnswers['because']; readonly spouse: boolean; readonly birthDate: string },
): MedicareAnswers {
  const size = because === 'age' ? employeesByAge : employeesByDisability
  const many = size + chance.integer(0, 40)
  // Enough for age, and too few for disability.
  const few = because === 'age' ? chance.integer(3, size - 1) : chance.integer(employeesByAge, size - 1)
  const base = { about: 'medicare', because, spouse, work: 'works now' } as const
  const since = because === 'age' ? monthOfAge65(birthDate) : dayOfMonth(-chance.integer(40, 60))
  if (because === 'kidney failure') {
    const months =
      branch === 'medicare-first' ? chance.integer(kidneyMonths, kidneyMonths + 8) : chance.integer(6, kidneyMonths - 1)
    return {
      ...base,
      since: dayOfMonth(-months),
      work: chance.pick(['works now', 'retired'] as const),
      employees: branch === 'medicare-first' ? 300 : chance.pick([12, 60]),
    }
  }
  if (branch === 'fact-missing') return { ...base, since, employees: null }
  if (branch !== 'medicare-first') return { ...base, since, employees: many }
  return chance.integer(0, 1) === 1
    ? { ...base, since, employees: few }
    : { ...base, since, work: chance.pick(['retired', 'COBRA'] as const), employees: many + 200 }
}

/** Medicare because of age begins on the first day of the month in which somebody is 65. */
function monthOfAge65(birthDate: string): string {
  return `${Number(birthDate.slice(0, 4)) + 65}${birthDate.slice(4, 7)}-01`
}

/** The first of the month, that many months from this one. */
function dayOfMonth(months: number): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Answers that would lead elsewhere. */
function otherAnswers(answers: Answers): Answers {
  if (answers.about === 'child') {
    const custody = answers.custody === 'mother' ? 'father' : 'mother'
    return { about: 'child', together: false, custody, courtOrder: false }
  }
  if (answers.because === 'kidney failure') {
    const isEarly = answers.since > dayOfMonth(-kidneyMonths)
    return { ...answers, since: dayOfMonth(isEarly ? -(kidneyMonths + 4) : -12) }
  }
  const { because, work, employees } = answers
  const isPlanFirst =
    work === 'works now' &&
    employees !== null &&
    employees >= (because === 'age' ? employeesByAge : employeesByDisability)
  return isPlanFirst ? { ...answers, work: 'retired' } : { ...answers, work: 'works now', employees: 240 }
}

/** The answers as lines of the form. */
export function linesOf(answers: Answers): readonly string[] {
  if (answers.about === 'child') {
    const { together, custody, courtOrder } = answers
    const said = {
      joint: 'joint',
      mother: 'the mother has custody',
      father: 'the father has custody',
      'not stated': '',
    }
    return [
      `1. Do the parents live together? ${together ? 'yes' : 'no'}`,
      `2. If not, who has custody? ${together ? '-' : said[custody] || '(not answered)'}`,
      `3. Is there a court order about health coverage? ${courtOrder ? 'yes' : 'no'}`,
    ]
  }
  const { because, since, work, spouse, employees } = answers
  const status = { 'works now': 'working now', retired: 'retired', COBRA: 'no longer working there, coverage by COBRA' }
  return [
    `1. Why does the patient have Medicare? ${because}`,
    `2. Since when? ${since}`,
    `3. Whose employer offers the other plan? ${spouse ? "the spouse's" : "the patient's own"}`,
    `4. Does this person work there now? ${status[work]}`,
    `5. How many employees does the employer have? ${employees ?? '(not answered)'}`,
  ]
}

/** What is told about a policy. */
export function nameOf({ payer, subscriber, beneficiary }: Policy): string {
  const by = subscriber === beneficiary ? '' : ` of ${fullName(subscriber)}`
  return `${tradingPartners[payer].name}${by}`
}

/** The meaning of a course. */
export function meaningOf({ branch }: Course): string {
  return coordinationReasons[branch].meaning
}

/** The day of the documents. */
export function dayOf(age: number): string {
  return dayFromToday(-age)
}
