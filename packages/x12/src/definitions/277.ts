import { beginning, claimTrace, contacts, dates, level, named, references } from './segment-rules.js'
import type { LoopRule, TransactionSet } from './transaction-set.js'

/** Returns the claim loop (2200), shared by subscriber and dependent. */
function claims(level: 'D' | 'E'): LoopRule {
  return {
    loop: `2200${level}`,
    name: 'Claim trace',
    use: 'S',
    body: [
      claimTrace('Claim trace number'),
      { segment: 'STC', name: 'Claim status', use: 'R', required: [2] },
      references(),
      dates('Claim service dates', 1),
      {
        loop: `2220${level}`,
        name: 'Service line',
        use: 'S',
        body: [
          { segment: 'SVC', name: 'Service line', use: 'R', max: 1, required: [3] },
          { segment: 'STC', name: 'Service line status', use: 'R' },
          references(1, 'Line item control number'),
          dates('Service line date', 1),
        ],
      },
    ],
  }
}

/** Health care claim status response (guide X212). */
export const set277: TransactionSet = {
  id: '277',
  version: '005010X212',
  functionalId: 'HN',
  name: 'Claim status response',
  body: [
    beginning('0010', ['08']),
    {
      loop: '2000A',
      name: 'Payer',
      use: 'R',
      body: [
        level('20'),
        {
          loop: '2100A',
          name: 'Payer name',
          use: 'R',
          max: 1,
          body: [named('Payer name', ['PR'], [3, 8, 9]), contacts(1)],
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
              body: [named('Receiver name', ['41'], [8, 9])],
            },
            {
              loop: '2200B',
              name: 'Trace',
              use: 'S',
              max: 1,
              body: [
                { segment: 'TRN', name: 'Trace number', use: 'R', max: 1 },
                { segment: 'STC', name: 'Status', use: 'R' },
              ],
            },
            {
              loop: '2000C',
              name: 'Provider',
              use: 'S',
              body: [
                level('19'),
                {
                  loop: '2100C',
                  name: 'Provider name',
                  use: 'R',
                  max: 2,
                  body: [named('Provider name', ['1P'], [8, 9])],
                },
                {
                  loop: '2200C',
                  name: 'Trace',
                  use: 'S',
                  max: 1,
                  body: [
                    { segment: 'TRN', name: 'Trace number', use: 'R', max: 1 },
                    { segment: 'STC', name: 'Status', use: 'R' },
                  ],
                },
                {
                  loop: '2000D',
                  name: 'Subscriber',
                  use: 'S',
                  body: [
                    level('22'),
                    {
                      loop: '2100D',
                      name: 'Subscriber name',
                      use: 'R',
                      max: 1,
                      body: [named('Subscriber name', ['IL'], [3, 8, 9])],
                    },
                    claims('D'),
                    {
                      loop: '2000E',
                      name: 'Dependent',
                      use: 'S',
                      body: [
                        level('23'),
                        {
                          loop: '2100E',
                          name: 'Dependent name',
                          use: 'R',
                          max: 1,
                          body: [named('Dependent name', ['QC'], [3])],
                        },
                        claims('E'),
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}
