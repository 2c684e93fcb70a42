import {
  address,
  beginning,
  dates,
  diagnoses,
  inquiredDemographics,
  level,
  named,
  references,
  relationship,
  specialty,
  traces,
} from './segment-rules.js'
import type { LoopRule, TransactionSet } from './transaction-set.js'

/** Returns the inquiry loop (2110), shared by subscriber and dependent. */
function inquiries(level: 'C' | 'D'): LoopRule {
  return {
    loop: `2110${level}`,
    name: 'Inquiry',
    use: 'S',
    max: 99,
    body: [
      { segment: 'EQ', name: 'Eligibility or benefit inquiry', use: 'R', max: 1 },
      { segment: 'AMT', name: 'Spend down amount', use: 'S', max: 2 },
      { segment: 'III', name: 'Diagnosis or place of service', use: 'S', max: 10 },
      references(1, 'Prior authorization or referral number'),
      dates('Date of service', 1),
    ],
  }
}

/** Returns the name loop (2100), shared by subscriber and dependent. */
function person(letter: 'C' | 'D', who: string, role: string): LoopRule {
  return {
    loop: `2100${letter}`,
    name: `${who} name`,
    use: 'R',
    max: 1,
    body: [
      named(`${who} name`, [role]),
      references(9),
      ...address,
      specialty,
      inquiredDemographics,
      relationship,
      diagnoses,
      dates('Date', 2),
      inquiries(letter),
    ],
  }
}

/** Eligibility, coverage or benefit inquiry (guide X279). */
export const set270: TransactionSet = {
  id: '270',
  version: '005010X279A1',
  functionalId: 'HS',
  name: 'Eligibility inquiry',
  body: [
    beginning('0022', ['01', '13', '36']),
    {
      loop: '2000A',
      name: 'Information source',
      use: 'R',
      body: [
        level('20'),
        {
          loop: '2100A',
          name: 'Source name',
          use: 'R',
          max: 1,
          body: [named('Source name', ['2B', '36', 'GP', 'P5', 'PR'], [8, 9])],
        },
        {
          loop: '2000B',
          name: 'Information receiver',
          use: 'R',
          body: [
            level('21'),
            {
              loop: '2100B',
              name: 'Receiver name',
              use: 'R',
              max: 1,
              body: [
                named('Receiver name', ['1P', '2B', '36', '80', 'FA', 'GP', 'P5', 'PR'], [9]),
                references(9),
                ...address,
                specialty,
              ],
            },
            {
              loop: '2000C',
              name: 'Subscriber',
              use: 'S',
              body: [
                level('22'),
                traces(2),
                person('C', 'Subscriber', 'IL'),
                {
                  loop: '2000D',
                  name: 'Dependent',
                  use: 'S',
                  body: [level('23'), traces(2), person('D', 'Dependent', '03')],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}
