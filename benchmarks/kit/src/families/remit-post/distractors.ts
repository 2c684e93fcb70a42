import type { Distractor } from '../../task.js'
import type { Facts } from './facts.js'

/** Returns what resembles something else on the list, in the ledger and at the bank, and how it differs. */
export function makeDistractors(facts: Omit<Facts, 'distractors'>): readonly Distractor[] {
  const { listed, lookAlikes, tempting, main, morning, afternoon, secondPolicies, decision, branch } = facts
  const claims = listed.flatMap((remittance) => remittance.claims)
  const last = listed.at(-1)
  return [
    ...lookAlikes.map(({ account, member }): Distractor => {
      const resembled = claims.find(
        ({ billed }) => billed.member.family === member.family && billed.member.given === member.given,
      )
      return {
        record: `account ${account}`,
        resembles: `account ${resembled?.billed.account}`,
        differsIn: 'the date of birth of the patient',
      }
    }),
    ...(tempting === null
      ? []
      : [
          {
            record: `account ${main.billed.account}`,
            resembles: `account ${tempting.account}`,
            differsIn: 'the practice that has billed it',
          },
        ]),
    ...claims.flatMap(({ billed, status, lines }): readonly Distractor[] => {
      const record = `claim ${billed.account}`
      const second = secondPolicies.find(({ member }) => member.id === billed.member.id)
      const reasons = new Set(
        lines.flatMap(({ adjustments }) => adjustments.map(({ group, reason }) => `${group} ${reason}`)),
      )
      return [
        ...(status === '22' ? [{ record, resembles: 'a payment', differsIn: 'the status of the claim' }] : []),
        ...(second !== undefined && second.end < billed.serviceDate
          ? [
              {
                record: `second policy of ${billed.account}`,
                resembles: 'a policy that pays',
                differsIn: 'the end of the period',
              },
            ]
          : []),
        ...(reasons.has('CO 97') ? [{ record, resembles: 'a denial', differsIn: 'the other lines of the claim' }] : []),
        ...(reasons.has('PR 27')
          ? [{ record, resembles: 'a share of the patient', differsIn: 'the reason of the adjustment' }]
          : []),
        ...(reasons.has('CO 16') || reasons.has('CO 96')
          ? [{ record, resembles: 'a denial with the same reason', differsIn: 'the remark' }]
          : []),
      ]
    }),
    ...listed.flatMap(({ trace, adjustments }) =>
      adjustments.map(({ code }) => ({
        record: `adjustment ${code} of ${trace}`,
        resembles: 'a payment',
        differsIn: `the provider adjustment ${code}`,
      })),
    ),
    ...(decision === null
      ? []
      : [
          {
            record: `line ${decision.code} of ${decision.account}`,
            resembles: 'a write-off of the desk',
            differsIn: 'the amount',
          },
        ]),
    ...[...morning, ...afternoon]
      .filter((deposit) => last !== undefined && deposit.amount === last.payment && deposit.trace !== last.trace)
      .map(({ trace }) => ({
        record: `deposit ${trace}`,
        resembles: `deposit ${last?.trace}`,
        differsIn: 'two digits of the trace number',
      })),
    ...(branch === 'not-deposited' && morning.some(({ trace }) => trace === last?.trace)
      ? [{ record: `deposit ${last?.trace}`, resembles: 'the payment', differsIn: 'the amount of the deposit' }]
      : []),
    ...(branch === 'out-of-balance'
      ? [{ record: `remittance ${last?.trace}`, resembles: 'a remittance that balances', differsIn: 'one amount' }]
      : []),
    ...(branch === 'recovery-unexplained'
      ? [
          {
            record: `recovery of ${last?.trace}`,
            resembles: 'an explained recovery',
            differsIn: 'the payee of the remittance with the reversal',
          },
        ]
      : []),
  ]
}
