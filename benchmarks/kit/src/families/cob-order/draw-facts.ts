import { drawBirthDate, drawSex, twoDigits } from '../../builders/draw-people.js'
import { Drawing, drawMrn, type Growing, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { makeMemberNumber, type PartnerKey, type PartnerMember } from '../../clinic/clearinghouse.js'
import { dayFromToday, workingAges } from '../../clinic/dates.js'
import { fullName, type Person } from '../../clinic/people.js'
import type { Relative } from '../../clinic/relatives.js'
import { familyNames, givenNames } from '../../person-names.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople } from '../../refusals.js'
import { childAnswers, medicareAnswers, otherAnswers, writeLines } from './draw-answers.js'
import type { Answers, Branch, Case, Course, CourtOrder, Facts, Parent, Policy, Questionnaire } from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { orderBodies, questionnaireHeads } from './phrases.js'

const commercial = ['portal', 'prairie', 'lakeside'] as const

/**
 * Draws a child with two policies of parents or a stepfather, or an adult with Medicare and the plan of an employer.
 */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new FactsDrawing(setting)
  const isChild = draw.chance('kind').integer(0, 1) === 1
  const ofChild = branch === 'court-order' || branch === 'custodial-parent' || branch === 'birthday-rule'
  const ofMedicare = branch === 'employer-plan-first' || branch === 'medicare-first'
  const facts = ofChild || (!ofMedicare && isChild) ? draw.childFacts(branch) : draw.medicareFacts(branch)
  refuseKnownPeople(facts.people, draw.clinic)
  refuseUndecided(facts)
  return facts
}

/** A questionnaire before it is in the chart. */
interface DrawnForm extends Pick<Questionnaire, 'answers' | 'signed' | 'final'> {
  /** How it differs from the questionnaire that counts; absent for that one. */
  readonly differsIn?: string
}

/** A court order before it is in the chart. */
interface DrawnOrder extends Pick<CourtOrder, 'entered' | 'final'> {
  readonly about: Person
  readonly parent: Parent
  readonly differsIn?: string
}

type Lists = Pick<Facts, 'people' | 'policies' | 'relatives' | 'questionnaires' | 'orders'>

class FactsDrawing extends Drawing {
  readonly lists: Growing<Lists> = { people: [], policies: [], relatives: [], questionnaires: [], orders: [] }
  readonly members: Partial<Record<PartnerKey, PartnerMember[]>> = {}

  childFacts(branch: Branch): Facts {
    const { level } = this
    const chance = this.chance('family')
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
    const answers = childAnswers(chance, branch, names, lacking)
    const policyOf = (parent: Parent) => (parent === 'mother' ? first : second)
    const right = branch === 'birthday-rule' ? earlierBirthday(first, second) : policyOf(names)
    const form = this.#addQuestionnaires(child, answers, chance)
    const isOrdered = answers.courtOrder && branch !== 'fact-missing'
    const document = this.#addOrders([child, sibling], isOrdered, names, chance) ?? form
    const order = right === first ? ([first, second] as const) : ([second, first] as const)
    const course = { ...decideCourse(branch, order, ended, lacking), document: document.id }
    if (level === 'H') this.#addEndedPolicy(child, chance)
    this.distract(`Patient/${sibling.id}`, `Patient/${child.id}`, isTwin ? 'the given name' : 'the date of birth')
    const [early, late] = course.order.map(({ subscriber }) => subscriber)
    if (branch === 'birthday-rule' && early && late && late.birthDate <= early.birthDate)
      this.distract(`Patient/${late.id}`, `Patient/${early.id}`, 'the year of birth, which is earlier')
    return this.#facts(child, [sibling], course, [first, second])
  }

  medicareFacts(branch: Branch): Facts {
    const { level } = this
    const chance = this.chance('couple')
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
    const answers = medicareAnswers(chance, branch, { because: reason, spouse: bySpouse }, birthDate)
    const reasons = { because: reason, spouse: false }
    const others = medicareAnswers(chance, 'medicare-first', reasons, namesake.birthDate)
    const program = this.#addPolicy(person, 1, 'medicare', person, answers.since)
    const plan = this.#addPolicy(person, 2, payer, bySpouse ? spouse : person)
    const own = this.#addPolicy(namesake, 1, 'medicare', namesake, others.since)
    const other = this.#addPolicy(namesake, 2, payer, namesake)
    const ended = branch === 'single-coverage' ? chance.pick([program, plan]) : undefined
    for (const policy of [program, own]) this.#addMember(policy, policy === ended, chance)
    if (bySpouse) this.#addHousehold(payer, spouse, [person], ended === plan, chance)
    else this.#addMember(plan, ended === plan, chance)
    this.#addMember(other, false, chance)
    const order = branch === 'medicare-first' ? ([program, plan] as const) : ([plan, program] as const)
    const document = this.#addQuestionnaires(person, answers, chance).id
    const course = { ...decideCourse(branch, order, ended, 'employer-size'), document }
    this.#addQuestionnaire(
      namesake,
      { answers: others, signed: 30, final: true },
      chance.pick(workingAges(3, 18)),
      chance,
    )
    if (level === 'H') this.#addEndedPolicy(person, chance)
    this.distract(`Patient/${namesake.id}`, `Patient/${person.id}`, 'the given name')
    return this.#facts(person, [namesake], course, [program, plan])
  }

  #facts(person: Person, others: readonly Person[], course: Course, pair: Facts['pair']): Facts {
    const caseOf = (one: Person): Case => ({ taskId: `cob-${numberIn(one)}`, person: one })
    const { lists, members, distractors } = this
    return { ...lists, patient: caseOf(person), course, pair, others: others.map(caseOf), members, distractors }
  }

  #addPerson(
    chance: Chance,
    place: number,
    { family, birthDate, sex = drawSex(chance) }: Pick<Person, 'family' | 'birthDate'> & Partial<Person>,
  ): Person {
    const own = this.numberOf(place)
    const taken = this.lists.people.map(({ given }) => given)
    const given = chance.pick(givenNames[sex].filter((name) => !taken.includes(name)))
    const person = { id: `pat-${own}`, sex, given, family, birthDate, mrn: drawMrn(chance, own) }
    this.lists.people.push(person)
    return person
  }

  #relate(child: Person, relationship: Relative['relationship'], person: Person): void {
    const { relatives } = this.lists
    const number = relatives.filter((one) => one.child === child).length + 1
    relatives.push({ id: `rel-${numberIn(child)}-${number}`, child, relationship, person })
  }

  #addPolicy(beneficiary: Person, number: number, payer: PartnerKey, subscriber: Person, start = '2024-01-01'): Policy {
    const id = `cov-${numberIn(beneficiary)}-${number}`
    const policy = { id, payer, number: memberNumber(payer, subscriber), subscriber, beneficiary, start, end: null }
    this.lists.policies.push(policy)
    return policy
  }

  /** Adds what a payer knows about a household. If `ended`, the coverage ended within the last three months. */
  #addHousehold(payer: PartnerKey, subscriber: Person, children: readonly Person[], ended: boolean, chance: Chance) {
    const dependents = children.map(({ given, family, birthDate, sex }) => ({
      first_name: given,
      last_name: family,
      birth_date: birthDate,
      gender: sex,
    }))
    this.#addKnown(payer, { ...makeMember(subscriber, memberNumber(payer, subscriber), ended, chance), dependents })
  }

  #addMember({ payer, number, subscriber, start }: Policy, ended: boolean, chance: Chance): void {
    this.#addKnown(payer, { ...makeMember(subscriber, number, ended, chance), begin: start })
  }

  #addKnown(payer: PartnerKey, member: PartnerMember): void {
    this.members[payer] = [...(this.members[payer] ?? []), member]
  }

  #addQuestionnaire(person: Person, { answers, signed, final }: DrawnForm, age: number, chance: Chance): Questionnaire {
    const { questionnaires } = this.lists
    const number = questionnaires.filter((one) => one.person === person).length + 1
    const head = say(chance, questionnaireHeads, { name: fullName(person) })
    const id = `form-${numberIn(person)}-${number}`
    const signature = signed === null ? 'Signature: (none)' : `Signed on ${dayFromToday(-signed)}`
    const body = [head, ...writeLines(answers), signature].join('\n')
    const paper: Questionnaire = { id, kind: 'questionnaire', person, age, final, answers, signed, body }
    questionnaires.push(paper)
    return paper
  }

  /**
   * Adds the questionnaire that counts; older and unsigned ones, and at the hard level a preliminary one, with other
   * results. Neither scan dates nor ids reveal which one counts. Returns the one that counts.
   */
  #addQuestionnaires(person: Person, answers: Answers, chance: Chance): Questionnaire {
    const signed = chance.integer(20, 60)
    const other = otherAnswers(answers)
    const right: DrawnForm = { answers, signed, final: true }
    const older = () => ({
      answers: other,
      signed: signed + chance.integer(30, 400),
      final: true,
      differsIn: 'the date',
    })
    const unsigned = { answers: other, signed: null, final: true, differsIn: 'the signature' }
    const draft = { answers: other, signed: 19, final: false, differsIn: 'the status, which is preliminary' }
    const decoys = { E: [older(), older(), unsigned], M: [older(), older(), older(), unsigned], H: [] }[this.level]
    const forms = chance.shuffle<DrawnForm>([
      right,
      ...(this.level === 'H' ? [older(), older(), older(), unsigned, draft] : decoys),
    ])
    const ages = chance.shuffle(workingAges(1, 26)).slice(0, forms.length)
    const papers = forms.map((form, index) => this.#addQuestionnaire(person, form, ages[index] ?? 1, chance))
    const counting = papers[forms.indexOf(right)]
    if (counting === undefined) throw new RangeError('a questionnaire that counts is needed')
    for (const [index, { differsIn }] of forms.entries()) {
      if (differsIn !== undefined)
        this.distract(`DocumentReference/${papers[index]?.id}`, `DocumentReference/${counting.id}`, differsIn)
    }
    return counting
  }

  /**
   * Adds three court orders. If one is needed, they are the right one, an older one, and a newer one about the sibling.
   * Otherwise none counts: they are about the sibling, and at the hard level one is a preliminary one about the child.
   * Returns the order that counts, if any.
   */
  #addOrders(
    [child, sibling]: readonly [Person, Person],
    isNeeded: boolean,
    names: Parent,
    chance: Chance,
  ): CourtOrder | undefined {
    const { orders } = this.lists
    const entered = chance.integer(100, 400)
    const other: Parent = names === 'mother' ? 'father' : 'mother'
    const right: DrawnOrder = { about: child, parent: names, entered, final: true }
    const ofSibling = (days: number) => ({ about: sibling, parent: other, entered: entered - days, final: true })
    const older = { about: child, parent: other, entered: entered + 300, final: true, differsIn: 'the date' }
    const draft = { about: child, parent: other, entered: entered - 40, final: false }
    const drawn = chance.shuffle<DrawnOrder>(
      isNeeded
        ? [right, older, { ...ofSibling(20), differsIn: 'the child' }]
        : [ofSibling(20), ofSibling(60), this.level === 'H' ? draft : ofSibling(80)],
    )
    const ages = chance.shuffle(workingAges(1, 26))
    for (const [index, { about, parent, entered: days, final }] of drawn.entries()) {
      const id = `order-${numberIn(child)}-${orders.length + 1}`
      const body = `${say(chance, orderBodies, { parent, child: fullName(about) })}\nEntered on ${dayFromToday(-days)}`
      const age = ages[index] ?? 1
      orders.push({
        id,
        kind: 'court-order',
        person: child,
        child: about,
        names: parent,
        entered: days,
        body,
        age,
        final,
      })
    }
    const counting = isNeeded ? orders[drawn.indexOf(right)] : undefined
    for (const [index, { differsIn }] of drawn.entries()) {
      if (differsIn !== undefined && counting !== undefined)
        this.distract(`DocumentReference/${orders[index]?.id}`, `DocumentReference/${counting.id}`, differsIn)
    }
    return counting
  }

  /** Adds a third policy that has ended by the chart, but is still marked as active. */
  #addEndedPolicy(person: Person, chance: Chance): void {
    const { policies } = this.lists
    const taken = policies.filter(({ beneficiary }) => beneficiary === person).map(({ payer }) => payer)
    const payer = chance.pick(commercial.filter((one) => !taken.includes(one)))
    const policy: Policy = {
      id: `cov-${numberIn(person)}-3`,
      payer,
      number: memberNumber(payer, person, 9),
      subscriber: person,
      beneficiary: person,
      start: '2021-01-01',
      end: chance.pick(['2025-06-30', '2025-12-31', '2026-02-28']),
    }
    policies.push(policy)
    this.distract(`Coverage/${policy.id}`, 'the two policies', 'the period, which has ended')
  }
}

/**
 * Returns the right course: the policies in the order in which they pay, without the ended one; in the branch
 * `fact-missing`, no policies and the missing fact.
 */
function decideCourse(
  branch: Branch,
  order: Facts['pair'],
  ended: Policy | undefined,
  missing: Course['missing'],
): Omit<Course, 'document'> {
  if (branch === 'fact-missing') return { branch, order: [], missing }
  return { branch, order: order.filter((one) => one !== ended), missing: null }
}

function numberIn({ id }: Person): number {
  return Number(id.slice('pat-'.length))
}

function memberNumber(payer: PartnerKey, subscriber: Person, number = 1): string {
  return makeMemberNumber(payer, numberIn(subscriber), number)
}

function makeMember(person: Person, number: string, ended: boolean, chance: Chance): PartnerMember {
  const { given, family, birthDate, sex } = person
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

/**
 * Draws the birth dates of mother and father. In half of the families, the older parent has the later birthday in the
 * year.
 */
function parentsBorn(chance: Chance): readonly [string, string] {
  const years = chance.shuffle([chance.integer(1974, 1981), chance.integer(1983, 1991)])
  const [early, late] = [`0${chance.integer(1, 5)}`, chance.pick(['07', '08', '09', '10', '11', '12'])]
  const months = chance.shuffle([early, late])
  const of = (index: number) => `${years[index]}-${months[index]}-${twoDigits(chance.integer(1, 28))}`
  return [of(0), of(1)]
}

function earlierBirthday(first: Policy, second: Policy): Policy {
  return first.subscriber.birthDate.slice(5) < second.subscriber.birthDate.slice(5) ? first : second
}
