import { beginning, claimTrace, dates, level, named, references } from './segment-rules.js'
import type { TransactionSet } from './transaction-set.js'

/** Health care claim acknowledgment (guide X214). */
export const set277ca: TransactionSet = {
  id: '277',
  version: '005010X214',
  functionalId: 'HN',
  name: 'Claim acknowledgment',
  body: [
    beginning('0085', ['08']),
    {
      loop: '2000A',
      name: 'Information source',
      use: 'R',
      max: 1,
      body: [
        level('20'),
        {
          loop: '2100A',
          name: 'Source name',
          use: 'R',
          max: 1,
          body: [named('Source name', ['AY', 'PR'], [3, 8, 9])],
        },
        {
          loop: '2200A',
          name: 'Receipt',
          use: 'R',
          max: 1,
          body: [
            claimTrace('Transmission trace'),
            {
              segment: 'DTP',
              name: 'Date received',
              use: 'R',
              max: 1,
              when: { 1: ['050'] },
              codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
            },
            {
              segment: 'DTP',
              name: 'Date processed',
              use: 'R',
              max: 1,
              when: { 1: ['009'] },
              codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
            },
          ],
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
              body: [named('Receiver name', ['41'], [3, 8, 9])],
            },
            {
              loop: '2200B',
              name: 'Receiver status',
              use: 'R',
              max: 1,
              body: [
                claimTrace('Receiver trace'),
                { segment: 'STC', name: 'Receiver status', use: 'R', required: [2, 3] },
                {
                  segment: 'QTY',
                  name: 'Accepted or rejected quantity',
                  use: 'S',
                  max: 2,
                  codes: { 1: ['90', 'AA'] },
                },
                { segment: 'AMT', name: 'Accepted or rejected amount', use: 'S', max: 2, codes: { 1: ['YU', 'YY'] } },
              ],
            },
            {
              loop: '2000C',
              name: 'Billing provider',
              use: 'S',
              body: [
                level('19'),
                {
                  loop: '2100C',
                  name: 'Billing provider name',
                  use: 'R',
                  max: 1,
                  body: [named('Billing provider name', ['85'], [3])],
                },
                {
                  loop: '2200C',
                  name: 'Provider status',
                  use: 'S',
                  max: 1,
                  body: [
                    claimTrace('Provider trace'),
                    { segment: 'STC', name: 'Provider status', use: 'S' },
                    references(3),
                    {
                      segment: 'QTY',
                      name: 'Accepted or rejected quantity',
                      use: 'S',
                      max: 2,
                      codes: { 1: ['QA', 'QC'] },
                    },
                    {
                      segment: 'AMT',
                      name: 'Accepted or rejected amount',
                      use: 'S',
                      max: 2,
                      codes: { 1: ['YU', 'YY'] },
                    },
                  ],
                },
                {
                  loop: '2000D',
                  name: 'Patient',
                  use: 'S',
                  body: [
                    level('PT'),
                    {
                      loop: '2100D',
                      name: 'Patient name',
                      use: 'R',
                      max: 1,
                      body: [named('Patient name', ['QC'], [3])],
                    },
                    {
                      loop: '2200D',
                      name: 'Claim status',
                      use: 'S',
                      body: [
                        claimTrace('Claim trace number'),
                        { segment: 'STC', name: 'Claim status', use: 'R', required: [2, 3] },
                        references(3, 'Claim identification'),
                        { ...dates('Claim service dates', 1), use: 'R', when: { 1: ['472'] } },
                        {
                          loop: '2220D',
                          name: 'Service line',
                          use: 'S',
                          body: [
                            { segment: 'SVC', name: 'Service line', use: 'R', max: 1 },
                            { segment: 'STC', name: 'Service line status', use: 'R' },
                            references(3, 'Line item control number'),
                            dates('Service line date', 1),
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
    },
  ],
}
