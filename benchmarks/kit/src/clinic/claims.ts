import { type PayerKey, payerKeys, payers } from './payer-rules.js'

/** What the claims desk knows about a payer. */
interface ClaimsPayer {
  /** The telephone number of the claims department. */
  readonly line: string
  /** When the claims department opens and closes, in Central time. */
  readonly opens: string
  readonly closes: string
  /** Seconds that a caller is on hold before somebody answers. */
  readonly hold: number
  /** Days after the service within which a claim has to arrive. */
  readonly filingLimit: number
  /** The prefix of the payer's claim numbers. */
  readonly claimPrefix: string
}

export const claimsPayers: Readonly<Record<PayerKey, ClaimsPayer>> = {
  portal: { line: '+12175550171', opens: '07:00', closes: '17:00', hold: 240, filingLimit: 90, claimPrefix: 'EVC' },
  prairie: { line: '+12175550172', opens: '10:00', closes: '17:00', hold: 540, filingLimit: 180, claimPrefix: 'PSC' },
}

/** Days after billing during which the desk waits for a pending claim; after that, it telephones. */
export const patience = 30

/** Returns the key of the persona and of the queue of a payer's claims department. */
export function departmentFor(payer: PayerKey): string {
  return `${payer}-claims`
}

/**
 * Returns the voice system with the claims departments of the payers. Tasks add what each department knows about
 * claims.
 */
export function telephone() {
  return {
    type: 'Voice',
    name: 'Telephone',
    config: {
      from_number: '+12175550150',
      ivr: {
        numbers: ['+12175550170'],
        start: 'main',
        menus: {
          main: {
            prompt: 'Alder Creek Regional Hospital. This line takes no calls.',
            options: [{ dtmf: '0', go_to: { hang_up: true } }],
          },
        },
        queues: Object.fromEntries(
          payerKeys.map((key) => [
            departmentFor(key),
            {
              message: `${payers[key].name}, claims. Please hold for the next representative.`,
              hold_seconds: claimsPayers[key].hold,
              go_to: { persona: departmentFor(key) },
            },
          ]),
        ),
      },
      personas: Object.fromEntries(
        payerKeys.map((key) => [
          departmentFor(key),
          {
            speaker: `${payers[key].name} claims`,
            greeting: `${payers[key].name}, claims department. What are the account number, the member number and the date of birth?`,
            rules: [{ when: ['goodbye', 'that is all', 'nothing else'], say: 'Goodbye.', go_to: { hang_up: true } }],
            otherwise: 'I find no claim of yours with that.',
            available: {
              time_zone: 'America/Chicago',
              hours: [
                {
                  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
                  open: claimsPayers[key].opens,
                  close: claimsPayers[key].closes,
                },
              ],
            },
          },
        ]),
      ),
      numbers: Object.fromEntries(payerKeys.map((key) => [claimsPayers[key].line, { queue: departmentFor(key) }])),
    },
  }
}

/** Days after a denial within which a replacement may be sent. */
export const correctionLimits: Readonly<Record<PayerKey, number>> = { portal: 45, prairie: 90 }
