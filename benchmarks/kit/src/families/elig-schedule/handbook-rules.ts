import type { PartnerMember } from '../../clinic/clearinghouse.js'
import { carveOuts, newbornDays, referralMessage, visitKinds } from '../../clinic/eligibility.js'
import { fullName, type Person } from '../../clinic/people.js'
import { UnfairDrawError } from '../../refusals.js'
import type { Course, Facts, Inquiry, Policy, Visit } from './facts.js'

/** The result of the handbook for a visit, derived from all facts, regardless of the drawn course. */
export type Decision = Pick<Course, 'outcome' | 'inquiries' | 'copay' | 'correction'>

/** Applies the handbook to a visit. Throws an UnfairDrawError if the facts leave a choice. */
export function decide(facts: Facts, visit: Visit): Decision {
  const { person, kind, day } = visit
  const own = policyOn(facts, person, day)
  const isNewborn = own === undefined && daysBetween(person.birthDate, day) <= newbornDays
  const insured = isNewborn ? findMother(facts, person) : person
  const policy = isNewborn ? policyOn(facts, insured, day) : own
  if (policy === undefined) throw new UnfairDrawError('undecided-branch', `no policy covers ${visit.appointmentId}`)
  const payer =
    carveOuts.find(
      (rule) =>
        rule.payer === policy.payer &&
        rule.plan === policy.plan &&
        rule.kind === kind &&
        rule.from <= day &&
        (rule.until === null || day <= rule.until),
    )?.to ?? policy.payer
  const { serviceType } = visitKinds[kind]
  const first: Inquiry = { payer, person: insured, number: policy.number, serviceType, day }
  const known = findMember(facts, first)
  if (known !== undefined) return decideKnown(facts, visit, policy, { inquiries: [first], member: known, isNewborn })
  const [card] = facts.cards
    .filter((one) => one.person === insured && one.holder === insured && one.final && one.payer === policy.payer)
    .toSorted((one, other) => one.age - other.age)
  const hold = { outcome: 'member-not-found', copay: null, correction: null } as const
  if (card === undefined || card.number === policy.number) return { ...hold, inquiries: [first] }
  const second = { ...first, number: card.number }
  const found = findMember(facts, second)
  if (found === undefined) return { ...hold, inquiries: [first, second] }
  const decision = decideKnown(facts, visit, policy, { inquiries: [first, second], member: found, isNewborn })
  if (decision.correction !== null) throw new UnfairDrawError('undecided-branch', `two corrections of ${policy.id}`)
  return { ...decision, correction: { policy, number: card.number } }
}

interface Answer {
  readonly inquiries: readonly Inquiry[]
  readonly member: PartnerMember
  readonly isNewborn: boolean
}

function decideKnown(facts: Facts, visit: Visit, policy: Policy, { inquiries, member, isNewborn }: Answer): Decision {
  const { day, kind } = visit
  const hold = { inquiries, copay: null, correction: null }
  if (member.end !== undefined && member.end < day) {
    return { ...hold, outcome: 'ended', correction: { policy, end: member.end } }
  }
  if (member.begin !== undefined && member.begin > day) return { ...hold, outcome: 'not-started' }
  const inNetwork = (member.benefits ?? []).filter(
    (benefit) => benefit.kind === 'copayment' && benefit.in_network !== false,
  )
  const of = (type: string) => inNetwork.filter(({ service_types = ['30'] }) => service_types.includes(type))
  const own = of(visitKinds[kind].serviceType)
  const applying = own.length > 0 ? own : of('30')
  if (applying.length > 1)
    throw new UnfairDrawError('undecided-branch', `two copayments apply to ${visit.appointmentId}`)
  const [copayment] = applying
  if (copayment?.message === referralMessage && !isNewborn && !hasReferral(facts, visit)) {
    return { ...hold, outcome: 'referral-missing' }
  }
  return { ...hold, outcome: isNewborn ? 'newborn-under-mother' : 'covered', copay: copayment?.amount ?? 0 }
}

function hasReferral({ referrals }: Facts, { person, clinician, day }: Visit): boolean {
  return referrals.some(
    (one) =>
      one.person === person &&
      one.performer.id === clinician.id &&
      one.status === 'active' &&
      one.start <= day &&
      day <= one.end,
  )
}

function policyOn({ policies }: Facts, person: Person, day: string): Policy | undefined {
  const covering = policies.filter(
    (policy) => policy.person === person && policy.start <= day && (policy.end === null || day <= policy.end),
  )
  if (covering.length > 1) throw new UnfairDrawError('undecided-branch', `two policies of ${person.id} cover ${day}`)
  return covering[0]
}

function findMother({ relatives }: Facts, newborn: Person): Person {
  const [mother, ...more] = relatives.filter(({ child, relationship }) => child === newborn && relationship === 'MTH')
  if (mother === undefined || more.length > 0)
    throw new UnfairDrawError('undecided-branch', `${newborn.id} needs one mother`)
  return mother.person
}

function findMember({ members }: Facts, { payer, number, person }: Inquiry): PartnerMember | undefined {
  const member = members[payer].find((one) => one.member_id === number)
  if (member !== undefined && (member.last_name !== person.family || member.birth_date !== person.birthDate)) {
    throw new UnfairDrawError('undecided-branch', `${payer} knows ${number} as somebody else than ${fullName(person)}`)
  }
  return member
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/**
 * Throws if the handbook does not lead from the facts to the drawn courses.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  for (const { visit, branch, ...course } of facts.courses) {
    const decision = decide(facts, visit)
    const drawn = JSON.stringify([course.outcome, course.copay, course.inquiries, course.correction])
    const decided = JSON.stringify([decision.outcome, decision.copay, decision.inquiries, decision.correction])
    if (drawn !== decided) {
      throw new UnfairDrawError(
        'distractor-fits',
        `${visit.appointmentId}: drawn ${branch} ${drawn}, decided ${decided}`,
      )
    }
  }
}
