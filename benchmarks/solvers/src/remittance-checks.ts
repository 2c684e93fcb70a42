import type { TaskSession } from '@carebench/client'
import { awaitFile, waitUntil } from './await-file.js'
import { addUp, parseCents } from './cents.js'
import { parseCsv } from './csv.js'
import type { AdvisedClaim, RemittanceAdvice } from './remittance-advice.js'

/** Why a remittance is not posted. */
export interface Objection {
  readonly result: 'returned' | 'held'
  readonly reason: string
  readonly reference: string
}

/** The NPI to which remittances to us are paid. */
export const ourNpi = '9900090017'

/** Returns the objection to a remittance whose lines, claims or payment do not balance, by section 2. */
export function objectToBalance({ payment, claims, providerAdjustments }: RemittanceAdvice): Objection | undefined {
  const wrong = claims.find((claim) => !balances(claim))
  if (wrong !== undefined) return { result: 'returned', reason: 'claim-out-of-balance', reference: wrong.account }
  const due = addUp(claims, ({ paid }) => paid) - addUp(providerAdjustments, ({ amount }) => amount)
  return due === payment ? undefined : { result: 'returned', reason: 'payment-out-of-balance', reference: '' }
}

function balances({ charge, paid, lines }: AdvisedClaim): boolean {
  return (
    lines.every((line) => line.charge - addUp(line.adjustments, ({ amount }) => amount) === line.paid) &&
    addUp(lines, (line) => line.charge) === charge &&
    addUp(lines, (line) => line.paid) === paid
  )
}

/**
 * Returns the objection to recovered money, by section 3, unless it belongs to a claim that was reversed, in this or
 * any other remittance that was paid to us.
 */
export function objectToRecoveries(
  advice: RemittanceAdvice,
  advices: readonly RemittanceAdvice[],
): Objection | undefined {
  const reversed = new Set(
    [advice, ...advices.filter(({ payee }) => payee === ourNpi)]
      .flatMap(({ claims }) => claims)
      .filter(({ isReversal }) => isReversal)
      .map(({ number }) => number),
  )
  const unexplained = advice.providerAdjustments.find(
    ({ code, amount, claimNumber }) => isRecovery(code) && amount > 0 && !reversed.has(claimNumber),
  )
  if (unexplained === undefined) return undefined
  return { result: 'held', reason: 'recovery-unexplained', reference: unexplained.claimNumber }
}

/** Whether a provider adjustment with this code takes money back, or carries it to another remittance. */
export function isRecovery(code: string): boolean {
  return code === 'WO' || code === 'FB'
}

/** Looks for payments among the deposits, by section 4, and waits for the afternoon's if one is missing. */
export class Bank {
  readonly #session: TaskSession
  readonly #today: string
  #deposits: readonly Deposit[]
  #hasAfternoon = false

  private constructor(session: TaskSession, today: string, deposits: readonly Deposit[]) {
    this.#session = session
    this.#today = today
    this.#deposits = deposits
  }

  static async open(session: TaskSession, today: string): Promise<Bank> {
    return new Bank(session, today, parseDeposits(await session.files.read('inbox/bank/deposits-morning.csv')))
  }

  async object({ trace, payment }: RemittanceAdvice): Promise<Objection | undefined> {
    if (payment === 0) return undefined
    if (!this.#has(trace) && !this.#hasAfternoon) await this.#awaitAfternoon()
    if (!this.#has(trace)) return { result: 'held', reason: 'no-deposit', reference: '' }
    const isExact = this.#deposits.some((deposit) => deposit.trace === trace && deposit.amount === payment)
    return isExact ? undefined : { result: 'held', reason: 'deposit-differs', reference: '' }
  }

  #has(trace: string): boolean {
    return this.#deposits.some((deposit) => deposit.trace === trace)
  }

  async #awaitAfternoon(): Promise<void> {
    await waitUntil(this.#session, `${this.#today}T21:00:00Z`)
    const text = await awaitFile(this.#session, 'inbox/bank/deposits-afternoon.csv', { every: 300, atMost: 900 })
    this.#deposits = [...this.#deposits, ...parseDeposits(text)]
    this.#hasAfternoon = true
  }
}

interface Deposit {
  readonly trace: string
  readonly amount: number
}

function parseDeposits(text: string): readonly Deposit[] {
  return parseCsv(text).map(({ trace = '', amount = '' }) => ({ trace, amount: parseCents(amount) }))
}
