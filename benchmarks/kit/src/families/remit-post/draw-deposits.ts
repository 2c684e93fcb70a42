import type { Chance } from '../../chance.js'
import { dayFromToday } from '../../clinic/dates.js'
import { type PayerKey, payerKeys } from '../../clinic/payer-rules.js'
import type { Branch, Deposit, Facts, Remittance } from './facts.js'

interface Payments {
  readonly branch: Branch
  readonly payer: PayerKey
  readonly listed: readonly Remittance[]
}

/**
 * Draws the bank's two lists of the day: deposits of the listed payments and of another payer, and in some draws one of
 * the right amount with another trace number.
 */
export function drawDeposits(
  chance: Chance,
  { branch, payer, listed }: Payments,
): Pick<Facts, 'morning' | 'afternoon'> {
  const other = payerKeys.find((key) => key !== payer) ?? payer
  const trace = () => String(chance.integer(100_000_000, 999_999_999))
  const today = dayFromToday(0)
  const last = listed.at(-1)
  const isDifferent = chance.integer(0, 1) === 1
  const lure = chance.integer(0, 1) === 1
  const deposited = listed
    .filter(({ payment }) => payment > 0)
    .map((remittance): Deposit => ({ date: today, trace: remittance.trace, payer, amount: remittance.payment }))
  const own = deposited.filter((deposit) => deposit.trace !== last?.trace)
  const main = deposited.filter((deposit) => deposit.trace === last?.trace)
  const strangers = Array.from(
    { length: 2 },
    (): Deposit => ({ date: today, trace: trace(), payer: other, amount: chance.integer(8_000, 190_000) }),
  )
  const evening: readonly Deposit[] = [
    { date: today, trace: trace(), payer: other, amount: chance.integer(8_000, 190_000) },
  ]
  /** Deposits of the same amount by the same payer, with a trace number that differs in two digits. */
  const resembling = main.map((deposit): Deposit => ({ ...deposit, trace: exchanged(deposit.trace) }))
  const difference = chance.pick([-5_000, -1_250, 900, 2_700])
  if (branch === 'deposit-late') {
    const morning = lure ? [...own, ...strangers, ...resembling] : [...own, ...strangers]
    return { morning: chance.shuffle(morning), afternoon: chance.shuffle([...evening, ...main]) }
  }
  if (branch === 'not-deposited') {
    return isDifferent
      ? {
          morning: chance.shuffle([
            ...own,
            ...strangers,
            ...main.map((deposit) => ({ ...deposit, amount: deposit.amount + difference })),
          ]),
          afternoon: evening,
        }
      : { morning: chance.shuffle([...own, ...strangers]), afternoon: chance.shuffle([...evening, ...resembling]) }
  }
  return { morning: chance.shuffle([...own, ...strangers, ...main]), afternoon: evening }
}

/**
 * Returns the trace number with two adjacent digits swapped: the first different ones after the third digit. If all are
 * equal, changes the last digit.
 */
function exchanged(trace: string): string {
  const at = Array.from(trace).findIndex(
    (digit, index) => index > 2 && digit !== trace[index + 1] && index + 1 < trace.length,
  )
  if (at === -1) return `${trace.slice(0, -1)}${trace.endsWith('1') ? '2' : '1'}`
  return `${trace.slice(0, at)}${trace[at + 1]}${trace[at]}${trace.slice(at + 2)}`
}
