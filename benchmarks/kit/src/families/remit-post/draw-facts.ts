import { drawSex, twoDigits } from '../../builders/draw-people.js'
import { Drawing, drawMemberLike, drawMrn, type Setting } from '../../builders/drawing.js'
import { claimsPayers } from '../../clinic/claims.js'
import { type Member, ourselves, type Payee } from '../../clinic/claims-records.js'
import { makeMemberNumber } from '../../clinic/clearinghouse.js'
import { dayFromToday, workingDays } from '../../clinic/dates.js'
import { type PayerKey, payerKeys } from '../../clinic/payer-rules.js'
import { familyNames, givenNames } from '../../person-names.js'
import { UnfairDrawError } from '../../refusals.js'
import { makeDistractors } from './distractors.js'
import { drawDeposits } from './draw-deposits.js'
import {
  deniedSituations,
  drawExpensive,
  drawLines,
  drawVisit,
  paidLine,
  reversed,
  type Situation,
  sharedSituations,
} from './draw-lines.js'
import type { Billed, Branch, Facts, ProviderAdjustment, Remittance, Remitted, SecondPolicy } from './facts.js'
import { refuseFalseAlarms } from './guards.js'
import { addUp, refuseUndecided, sumPaid } from './handbook-rules.js'
import { refuseUnclearLedger } from './ledger.js'

/** A practice nearby whose claims and remittances are sometimes sent to us. */
const otherPractice: Payee = { name: 'Alder Grove Imaging Partners', id: '9900090124' }

/** The situation of the main claim, by branch. */
const mainSituations: Readonly<Record<Branch, Situation>> = {
  denied: 'denied',
  'write-off-approved': 'large-write-off',
  'write-off-declined': 'large-write-off',
  'out-of-balance': 'deductible',
  'deposit-late': 'two-lines',
  'not-deposited': 'two-lines',
  'not-ours': 'shared',
  'recovery-unexplained': 'bundled',
}

/** The branches in which nothing of the last remittance is posted. */
const unpostedBranches: ReadonlySet<Branch> = new Set(['out-of-balance', 'not-deposited', 'recovery-unexplained'])

/** Draws the remittances of the list, then the records that explain or resemble them. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new FactsDrawing(setting, branch)
  const { level } = draw
  const payer = draw.payer
  const main = draw.claim('main', mainSituations[branch], { isOurs: branch !== 'not-ours' })
  const shared = (slot: string) => draw.claim(slot, draw.chance(`kind ${slot}`).pick(sharedSituations))
  const denied = (slot: string) => draw.claim(slot, draw.chance(`kind ${slot}`).pick(deniedSituations))
  const listed: Remittance[] = []
  const others: Remittance[] = []
  if (level === 'E') {
    // On every list, at least one remittance is posted.
    if (unpostedBranches.has(branch)) listed.push(draw.remittance('first', [shared('3'), denied('4')], []))
    listed.push(draw.last([main, shared('1'), denied('2')], []))
  } else if (level === 'M') {
    const { original, carrying, taken } = draw.takeBack([denied('8')])
    const first = [shared('1'), shared('2'), denied('3'), draw.claim('4', 'bundled'), denied('5')]
    listed.push(draw.remittance('first', first, draw.isChance('recovery') ? [taken] : []))
    listed.push(draw.last([main, shared('6'), denied('7')], []))
    others.push(original, carrying)
  } else {
    const small = draw.claim('1', 'shared', { line: drawVisit(draw.chance('small')) })
    const { original, carrying, taken } = draw.takeBack([small, denied('2'), denied('3')])
    const second = [main, shared('4'), shared('5'), denied('6'), draw.claim('7', 'bundled'), ...draw.more()]
    listed.push(carrying, draw.last(second, [taken]))
    others.push(original)
  }
  others.push(draw.posted(), draw.elsewhere())
  const target = listed.flatMap(({ claims }) => claims).find(({ billed }) => draw.isShared(billed))
  if (target === undefined) throw new RangeError('the list has no claim with a share')
  const [second] = listed
    .flatMap(({ claims }) => claims)
    .filter(({ billed }) => (main !== target ? billed === main.billed : billed !== target.billed))
  const resembled = [target, ...(level === 'E' || second === undefined ? [] : [second])]
  const lookAlikes = resembled.map(({ billed }, index) => draw.resembling(billed, index + 1))
  const asked = main.lines[0]
  const facts: Omit<Facts, 'distractors'> = {
    branch,
    payer,
    listed,
    others,
    ...drawDeposits(draw.chance('deposits'), { branch, payer, listed }),
    secondPolicies: draw.secondPolicies,
    decision:
      asked !== undefined && (branch === 'write-off-approved' || branch === 'write-off-declined')
        ? draw.decision(main.billed.account, asked.code, branch === 'write-off-approved')
        : null,
    lookAlikes,
    tempting: branch === 'not-ours' ? { ...main.billed, account: draw.accountOf('tempting') } : null,
    main,
  }
  const whole = { ...facts, distractors: makeDistractors(facts) }
  refuseUnclearLedger(whole, draw.clinic)
  refuseUndecided(whole)
  refuseFalseAlarms(whole)
  return whole
}

/** A claim that was paid, reversed and decided again, in several remittances. */
interface TakeBack {
  readonly original: Remittance
  /** Takes back more than it pays, and carries the rest over to the next remittance. */
  readonly carrying: Remittance
  /** The adjustment by which a later remittance takes back the rest. */
  readonly taken: ProviderAdjustment
}

/** The claims and people of an instance. The position in this list selects the person number. */
const slots = [
  'main',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  'take-back',
  'posted 1',
  'posted 2',
  'elsewhere 1',
  'elsewhere 2',
  'look-alike 1',
  'look-alike 2',
  'tempting',
]

/** Prefix of the slots of additional claims in a long remittance. */
const moreSlot = 'more '

/** Draws one instance. Each topic has its own stream, so that the branches of a seed have the same people. */
class FactsDrawing extends Drawing {
  readonly payer: PayerKey
  readonly secondPolicies: SecondPolicy[] = []
  readonly #branch: Branch
  readonly #shared = new Set<string>()

  constructor(setting: Setting, branch: Branch) {
    super(setting)
    this.#branch = branch
    this.payer = this.chance('payer').pick(payerKeys)
  }

  isChance(topic: string): boolean {
    return this.chance(topic).integer(0, 1) === 1
  }

  isShared({ account }: Billed): boolean {
    return this.#shared.has(account)
  }

  /** Returns a person number that does not reveal the slot. */
  #own(slot: string): number {
    const place = slots.indexOf(slot)
    return this.numberOf(place >= 0 ? place : slots.length + Number(slot.slice(moreSlot.length)))
  }

  accountOf(slot: string): string {
    return `AC${this.#own(slot)}${this.chance(`account ${slot}`).integer(10, 99)}`
  }

  #claimNumberOf(slot: string): string {
    return `${claimsPayers[this.payer].claimPrefix}26${this.chance(`claim number ${slot}`).integer(100_000, 999_999)}`
  }

  #member(slot: string): Member {
    const chance = this.chance(`person ${slot}`)
    const sex = drawSex(chance)
    const own = this.#own(slot)
    const date = `${twoDigits(chance.integer(1, 12))}-${twoDigits(chance.integer(1, 28))}`
    return {
      id: `pat-${own}`,
      sex,
      given: chance.pick(givenNames[sex]),
      family: chance.pick(familyNames),
      birthDate: `${chance.integer(1948, 2004)}-${date}`,
      mrn: drawMrn(chance, own),
      payer: this.payer,
      memberId: makeMemberNumber(this.payer, own, chance.integer(1, 9)),
    }
  }

  #serviceDate(slot: string): string {
    return dayFromToday(workingDays(-this.chance(`day ${slot}`).integer(18, 55)))
  }

  /** Draws a claim, and adds the patient's second policy if the situation has one. */
  claim(
    slot: string,
    situation: Situation,
    { isOurs = true, line }: { readonly isOurs?: boolean; readonly line?: Parameters<typeof paidLine>[1] } = {},
  ): Remitted {
    const chance = this.chance(`lines ${slot} ${situation}`)
    const lines = line === undefined ? drawLines(chance, situation) : [paidLine(chance, line, 'share')]
    const account = isOurs
      ? this.accountOf(slot)
      : `AG${this.chance(`account ${slot}`).integer(10_000_000, 99_999_999)}`
    const member = this.#member(slot)
    const serviceDate = this.#serviceDate(slot)
    if (situation === 'secondary') this.#secondPolicy(member, '2026-12-31')
    if (situation === 'ended-secondary') this.#secondPolicy(member, shiftDays(serviceDate, -chance.integer(1, 40)))
    if ((sharedSituations as readonly Situation[]).includes(situation) && isOurs) this.#shared.add(account)
    const billed = { member, account, serviceDate, lines: lines.map(({ code, charge }) => ({ code, charge })) }
    const isPaid = lines.some(({ paid }) => paid > 0)
    return { billed, number: this.#claimNumberOf(slot), status: isPaid ? '1' : '4', lines, isOurs }
  }

  /** Draws the additional claims of a long remittance. */
  more(): readonly Remitted[] {
    const situations = [...sharedSituations, ...deniedSituations, 'bundled', 'two-lines', 'deductible'] as const
    return Array.from({ length: this.volume ?? 0 }, (_, index) => {
      const slot = `${moreSlot}${index}`
      return this.claim(slot, this.chance(`kind ${slot}`).pick(situations))
    })
  }

  #secondPolicy(member: Member, end: string): void {
    const payer = payerKeys.find((key) => key !== this.payer) ?? this.payer
    const number = Number(member.id.slice('pat-'.length))
    this.secondPolicies.push({ member, payer, memberId: makeMemberNumber(payer, number, 1), start: '2024-07-01', end })
  }

  /**
   * Draws a claim that was paid, and later reversed and decided again with a smaller payment, in one remittance with
   * `others`.
   */
  takeBack(others: readonly Remitted[]): TakeBack {
    const chance = this.chance('take-back')
    const first = paidLine(chance, drawExpensive(chance), 'share')
    const cut = Math.round((first.paid * chance.pick([45, 60, 75])) / 100)
    const [contract, ...shares] = first.adjustments
    if (contract === undefined) throw new RangeError('expected an adjustment')
    const again = {
      ...first,
      paid: first.paid - cut,
      adjustments: [{ ...contract, amount: contract.amount + cut }, ...shares],
    }
    const billed: Billed = {
      member: this.#member('take-back'),
      account: this.accountOf('take-back'),
      serviceDate: dayFromToday(workingDays(-chance.integer(70, 95))),
      lines: [{ code: first.code, charge: first.charge }],
    }
    const number = this.#claimNumberOf('take-back')
    const claim = { billed, isOurs: true }
    const reversal: Remitted = { ...claim, number, status: '22', lines: [reversed(first)] }
    const corrected: Remitted = { ...claim, number: this.#claimNumberOf('decided again'), status: '1', lines: [again] }
    const claims = [...this.chance('order of the take-back').shuffle(others)]
    claims.splice(chance.integer(0, claims.length), 0, reversal, corrected)
    const amount = 0 - addUp(claims.map(sumPaid))
    if (amount <= 0) throw new UnfairDrawError('out-of-range', 'nothing is carried to the next remittance')
    const original = [{ ...claim, number, status: '1', lines: [first] } as const]
    return {
      original: this.remittance('original', original, [], chance.integer(40, 60)),
      carrying: this.#assemble('carried', claims, [{ code: 'FB', number, amount: -amount }], 6),
      taken: { code: 'WO', number, amount },
    }
  }

  #assemble(
    slot: string,
    claims: readonly Remitted[],
    adjustments: readonly ProviderAdjustment[],
    age: number,
    payee: Payee = ourselves,
  ): Remittance {
    const payment = addUp(claims.map(sumPaid)) - addUp(adjustments.map(({ amount }) => amount))
    if (payment < 0) throw new UnfairDrawError('out-of-range', `the payment ${slot} is negative`)
    return {
      trace: String(this.chance(`trace ${slot}`).integer(100_000_000, 999_999_999)),
      age,
      payee,
      claims,
      adjustments,
      payment,
    }
  }

  /** Draws a remittance. Half of them include interest on the first of our claims. */
  remittance(
    slot: string,
    claims: readonly Remitted[],
    adjustments: readonly ProviderAdjustment[],
    age = this.chance(`age ${slot}`).integer(3, 5),
  ): Remittance {
    const chance = this.chance(`interest ${slot}`)
    const ordered = this.chance(`order ${slot}`).shuffle(claims)
    const late = ordered.find(({ isOurs }) => isOurs)
    const interest: readonly ProviderAdjustment[] =
      late !== undefined && chance.integer(0, 1) === 1
        ? [{ code: 'L6', number: late.number, amount: -chance.integer(45, 985) }]
        : []
    return this.#assemble(slot, ordered, [...interest, ...adjustments], age)
  }

  /**
   * Draws the remittance that the branch is about, with its fault if the branch is `out-of-balance` or
   * `recovery-unexplained`.
   */
  last(claims: readonly Remitted[], adjustments: readonly ProviderAdjustment[]): Remittance {
    const chance = this.chance('fault')
    if (this.#branch === 'recovery-unexplained') {
      const taken: ProviderAdjustment = {
        code: 'WO',
        number: this.#claimNumberOf('never reversed'),
        amount: chance.integer(1_200, 4_800),
      }
      return this.remittance('last', claims, [...adjustments, taken])
    }
    const sound = this.remittance('last', claims, adjustments)
    if (this.#branch !== 'out-of-balance') return sound
    const wrong = chance.pick([-1, 1]) * chance.pick([900, 2_700, 1_000, 4_500])
    if (chance.integer(0, 1) === 1) return { ...sound, payment: sound.payment + wrong }
    const [main] = claims
    return { ...sound, claims: sound.claims.map((claim) => (claim === main ? unbalanced(claim, wrong) : claim)) }
  }

  /** Draws a remittance that was posted earlier. */
  posted(): Remittance {
    return this.remittance('posted', [this.claim('posted 1', 'shared'), this.claim('posted 2', 'denied')], [], 10)
  }

  /** Draws a remittance for the other practice. It reverses the claim that the unexplained recovery names. */
  elsewhere(): Remittance {
    const paid = this.claim('elsewhere 1', 'deductible', { isOurs: false })
    const chance = this.chance('elsewhere')
    const line = paidLine(chance, drawVisit(chance), 'none')
    const member = this.#member('elsewhere 2')
    const billed: Billed = {
      member,
      account: `AG${chance.integer(10_000_000, 99_999_999)}`,
      serviceDate: this.#serviceDate('elsewhere 2'),
      lines: [],
    }
    const number = this.#claimNumberOf('never reversed')
    const taken: Remitted = { billed, number, status: '22', lines: [reversed(line)], isOurs: false }
    return this.#assemble('elsewhere', [paid, taken], [], 7, otherPractice)
  }

  /**
   * Draws a claim of a person with the same name, born in another year, for the same service on the same day. If the
   * patient has no second policy in force, this person gets one.
   */
  resembling(billed: Billed, number: number): Billed {
    const own = this.#own(`look-alike ${number}`)
    const chance = this.chance(`look-alike ${number}`)
    const { member } = billed
    const twin = drawMemberLike(chance, member, own, 'birthDate')
    const hasPolicy = this.secondPolicies.some(
      (policy) => policy.member.id === member.id && billed.serviceDate <= policy.end,
    )
    if (!hasPolicy) this.#secondPolicy(twin, '2026-12-31')
    return { ...billed, member: twin, account: this.accountOf(`look-alike ${number}`) }
  }

  decision(account: string, code: string, isApproved: boolean): Facts['decision'] {
    const chance = this.chance('decision')
    const next = chance.pick(['appeal', 'correct-claim'] as const)
    return { account, code, isApproved, next: isApproved ? null : next, delay: chance.integer(20, 110) * 60 }
  }
}

/**
 * Returns the claim with the contract adjustment of its first line changed by `wrong` cents, so that the line does not
 * balance.
 */
function unbalanced(claim: Remitted, wrong: number): Remitted {
  const [line, ...lines] = claim.lines
  const [contract, ...others] = line?.adjustments ?? []
  if (line === undefined || contract === undefined) throw new RangeError('expected an adjustment')
  const adjustments = [{ ...contract, amount: contract.amount + wrong }, ...others]
  return { ...claim, lines: [{ ...line, adjustments }, ...lines] }
}

function shiftDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
