import { employeesByAge, employeesByDisability, kidneyMonths } from '../../clinic/coordination.js'
import type { Person } from '../../clinic/people.js'
import { today } from '../../clinic/today.js'
import { UnfairDrawError } from '../../refusals.js'
import type { ChildAnswers, Course, Facts, MedicareAnswers, Parent, Policy, Questionnaire } from './facts.js'

/**
 * Applies the steps of the handbook to the facts, regardless of the drawn course. Throws an UnfairDrawError if they
 * allow several.
 */
export function decide(facts: Facts): Course {
  const { patient, policies, members, questionnaires } = facts
  const inForce = policies.filter(
    ({ beneficiary, start, end }) => beneficiary === patient.person && start <= today && (end === null || today <= end),
  )
  if (inForce.length !== 2)
    throw new UnfairDrawError('undecided-branch', `${inForce.length} policies are in force by the chart`)
  const active = inForce.filter(({ payer, number }) => {
    const member = members[payer]?.find(({ member_id }) => member_id === number)
    if (member === undefined) throw new UnfairDrawError('undecided-branch', `${payer} does not know ${number}`)
    return (member.begin ?? '') <= today && (member.end === undefined || today <= member.end)
  })
  if (active.length === 0) throw new UnfairDrawError('undecided-branch', 'no policy is in force')
  const signedOf = ({ signed }: Questionnaire) => signed ?? Number.POSITIVE_INFINITY
  const [newest, next] = questionnaires
    .filter(({ person, final, signed }) => person === patient.person && final && signed !== null)
    .toSorted((one, other) => signedOf(one) - signedOf(other))
  if (newest === undefined || newest.signed === next?.signed)
    throw new UnfairDrawError('undecided-branch', 'no questionnaire counts')
  const document = newest.id
  if (active.length === 1) return { branch: 'single-coverage', order: active, missing: null, document }
  const course =
    newest.answers.about === 'child'
      ? decideChild(facts, inForce, newest.answers)
      : decideMedicare(inForce, newest.answers)
  return { document, ...course }
}

/** A course. Without a document, the questionnaire decides. */
type Decided = Omit<Course, 'document'> & Partial<Pick<Course, 'document'>>

const hold = { branch: 'fact-missing', order: [] } as const

function decideChild(facts: Facts, policies: readonly Policy[], answers: ChildAnswers): Decided {
  const { patient, orders } = facts
  const first = (branch: Course['branch'], policy: Policy | undefined): Decided => {
    if (policy === undefined) throw new UnfairDrawError('undecided-branch', `no policy for ${branch}`)
    return { branch, order: [policy, ...policies.filter((one) => one !== policy)], missing: null }
  }
  if (answers.courtOrder) {
    const [order] = orders
      .filter(({ person, child, final }) => person === patient.person && child === patient.person && final)
      .toSorted((one, other) => one.entered - other.entered)
    if (order === undefined) return { ...hold, missing: 'court-order' }
    return { ...first('court-order', ofHousehold(facts, policies, order.names)), document: order.id }
  }
  if (answers.together || answers.custody === 'joint') {
    const days = policies.map(({ subscriber }) => subscriber.birthDate.slice(5))
    if (days[0] === days[1]) throw new UnfairDrawError('undecided-branch', 'the subscribers have the same birthday')
    return first(
      'birthday-rule',
      policies.find(({ subscriber }) => subscriber.birthDate.slice(5) === days.toSorted()[0]),
    )
  }
  if (answers.custody === 'not stated') return { ...hold, missing: 'custody' }
  return first('custodial-parent', ofHousehold(facts, policies, answers.custody))
}

/** Returns the policy of a parent or, if the mother has none, of the stepfather. */
function ofHousehold({ patient, relatives }: Facts, policies: readonly Policy[], parent: Parent): Policy | undefined {
  const personOf = (relationship: string): Person | undefined =>
    relatives.find((one) => one.child === patient.person && one.relationship === relationship)?.person
  const own = policies.find(({ subscriber }) => subscriber === personOf(parent === 'mother' ? 'MTH' : 'FTH'))
  return own ?? (parent === 'mother' ? policies.find(({ subscriber }) => subscriber === personOf('STPFTH')) : undefined)
}

function decideMedicare(policies: readonly Policy[], { because, since, work, employees }: MedicareAnswers): Decided {
  const medicare = policies.find(({ payer }) => payer === 'medicare')
  const other = policies.find((policy) => policy !== medicare)
  if (medicare === undefined || other === undefined)
    throw new UnfairDrawError('undecided-branch', 'Medicare and one plan expected')
  const employer: Decided = { branch: 'employer-plan-first', order: [other, medicare], missing: null }
  const program: Decided = { branch: 'medicare-first', order: [medicare, other], missing: null }
  if (because === 'kidney failure') return today < addMonths(since, kidneyMonths) ? employer : program
  if (work !== 'works now') return program
  if (employees === null) return { ...hold, missing: 'employer-size' }
  return employees >= (because === 'age' ? employeesByAge : employeesByDisability) ? employer : program
}

function addMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/**
 * Throws if the handbook does not lead from the facts to the drawn course.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  const tell = ({ branch, order, missing, document }: Course) =>
    JSON.stringify([branch, order.map(({ id }) => id), missing, document])
  const decided = tell(decide(facts))
  const drawn = tell(facts.course)
  if (decided !== drawn) throw new UnfairDrawError('distractor-fits', `drawn ${drawn}, decided ${decided}`)
}
