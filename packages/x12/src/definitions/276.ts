import { beginning, claimTrace, dates, inquiredDemographics, level, named, references } from './segment-rules.js'
import type { LoopRule, TransactionSet } from './transaction-set.js'

/** Returns the claim loop (2200), shared by subscriber and dependent. */
function claims(level: 'D' | 'E'): LoopRule {
  return {
    loop: `2200${level}`,
    name: 'Claim trace',
    use: 'S',
    body: [
      claimTrace('Claim trace number'),
      references(),
      { segment: 'AMT', name: 'Claim charge', use: 'S', max: 1 },
      dates('Claim service dates', 1),
      {
        loop: `2210${level}`,
        name: 'Service line',
        use: 'S',
        body: [
          { segment: 'SVC', name: 'Service line', use: 'R', max: 1 },
          references(1, 'Line item control number'),
          dates('Service line date', 1),
        ],
      },
    ],
  }
}

/** Health care claim status request (guide X212). */
export const set276: TransactionSet = {
  id: '276',
  version: '005010X212',
  functionalId: 'HR',
  name: 'Claim status request',
  body: [
    beginning('0010', ['13']),
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
          body: [named('Payer name', ['PR'], [3, 8, 9])],
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
                  loop: '2000D',
                  name: 'Subscriber',
                  use: 'S',
                  body: [
                    level('22'),
                    inquiredDemographics,
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
                        inquiredDemographics,
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
