import type { Chance } from '../../chance.js'
import { adjustmentRules, writeOffLimit } from '../../clinic/handbook-remittances.js'
import type { Adjusted, LedgerLine, RemittedLine } from './facts.js'

/** What the payer decided about a claim, and whether the patient has a second policy. */
export type Situation =
  | 'shared'
  | 'deductible'
  | 'secondary'
  | 'ended-secondary'
  | 'two-lines'
  | 'bundled'
  | 'unbundled'
  | 'denied'
  | 'terminated'
  | 'small-write-off'
  | 'large-write-off'

/** The situations with one paid line, of which the patient or a second policy owes a share. */
export const sharedSituations = ['shared', 'deductible', 'secondary', 'ended-secondary'] as const
/** The situations with one unpaid line, except `large-write-off`, which only two branches have. */
export const deniedSituations = ['denied', 'terminated', 'small-write-off', 'unbundled'] as const

/** Services with their charges in cents. Frozen within a major version. */
const visits: readonly LedgerLine[] = [
  { code: '99213', charge: 15_240 },
  { code: '99214', charge: 19_875 },
  { code: '97110', charge: 12_060 },
  { code: '71046', charge: 11_295 },
  { code: '20610', charge: 23_480 },
]
const smallTests: readonly LedgerLine[] = [
  { code: '36415', charge: 1_850 },
  { code: '80053', charge: 4_825 },
  { code: '93000', charge: 6_430 },
]
const largeServices: readonly LedgerLine[] = [
  { code: '76700', charge: 41_215 },
  { code: '73721', charge: 64_390 },
  { code: '93306', charge: 98_050 },
  { code: '45378', charge: 112_575 },
  { code: '70553', charge: 121_030 },
]
/** A service charged at exactly the amount up to which the desk writes off without asking. */
const atLimit: LedgerLine = { code: 'G0463', charge: writeOffLimit }

/** Draws the lines of a claim, as the payer decided them. */
export function drawLines(chance: Chance, situation: Situation): readonly RemittedLine[] {
  switch (situation) {
    case 'shared':
    case 'secondary':
    case 'ended-secondary':
      return [paidLine(chance, chance.pick([...visits, ...largeServices]), 'share')]
    case 'deductible':
      return [paidLine(chance, chance.pick(largeServices), 'deductible')]
    case 'two-lines':
      return [paidLine(chance, chance.pick(visits), 'share'), paidLine(chance, chance.pick(smallTests), 'none')]
    case 'bundled':
      return [paidLine(chance, chance.pick(visits), 'share'), unpaidLine(chance.pick(smallTests), 'CO', '97')]
    case 'unbundled':
      return [unpaidLine(chance.pick(smallTests), 'CO', '97')]
    case 'terminated':
      return [unpaidLine(chance.pick(visits), 'PR', '27')]
    case 'denied': {
      const rule = chance.pick(adjustmentRules.filter(({ next, group }) => next !== undefined && group !== 'PR'))
      return [unpaidLine(chance.pick([...visits, ...largeServices]), rule.group, rule.reason, rule.remark)]
    }
    case 'small-write-off':
      return [limitedLine(chance, chance.pick([...visits, atLimit]))]
    case 'large-write-off':
      return [limitedLine(chance, chance.pick(largeServices))]
  }
}

/**
 * Draws a paid line. The patient owes nothing of it (`none`), a copayment or coinsurance (`share`), or a deductible and
 * coinsurance (`deductible`).
 */
export function paidLine(
  chance: Chance,
  { code, charge }: LedgerLine,
  share: 'none' | 'share' | 'deductible',
): RemittedLine {
  const allowed = Math.round((charge * chance.pick([55, 62, 68, 73, 79])) / 100)
  const fifth = Math.round((allowed * 20) / 100)
  const shares: readonly Adjusted[] =
    share === 'none'
      ? []
      : share === 'deductible'
        ? [
            { group: 'PR', reason: '1', amount: chance.pick([4_000, 6_250, 8_500, 10_000]) },
            { group: 'PR', reason: '2', amount: fifth },
          ]
        : [
            chance.pick([
              { group: 'PR', reason: '3', amount: chance.pick([2_000, 2_500, 3_500]) },
              { group: 'PR', reason: '2', amount: fifth },
            ] as const),
          ]
  const adjustments: readonly Adjusted[] = [{ group: 'CO', reason: '45', amount: charge - allowed }, ...shares]
  const paid = shares.reduce((left, { amount }) => left - amount, allowed)
  return { code, charge, paid, adjustments, remarks: [] }
}

function limitedLine(chance: Chance, line: LedgerLine): RemittedLine {
  const rule = chance.pick(adjustmentRules.filter(({ limited }) => limited === true))
  return unpaidLine(line, rule.group, rule.reason, rule.remark)
}

function unpaidLine({ code, charge }: LedgerLine, group: Adjusted['group'], reason: string, remark?: string) {
  return {
    code,
    charge,
    paid: 0,
    adjustments: [{ group, reason, amount: charge }],
    remarks: remark === undefined ? [] : [remark],
  } satisfies RemittedLine
}

/** Draws an expensive service, for the claim that is decided twice. */
export function drawExpensive(chance: Chance): LedgerLine {
  return chance.pick(largeServices.slice(1))
}

/** Draws an inexpensive service. */
export function drawVisit(chance: Chance): LedgerLine {
  return chance.pick(visits.slice(0, 4))
}

/** Returns the line of a reversal: with all amounts negated. */
export function reversed({ code, charge, paid, adjustments, remarks }: RemittedLine): RemittedLine {
  return {
    code,
    charge: -charge,
    paid: -paid,
    adjustments: adjustments.map(({ group, reason, amount }) => ({ group, reason, amount: -amount })),
    remarks,
  }
}
