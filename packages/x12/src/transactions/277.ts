import type { LoopRule, TransactionSet } from '../transaction-set.js'

/** The same under subscriber and dependent. */
const claims = (level: 'D' | 'E'): LoopRule => ({
  loop: `2200${level}`,
  name: 'Claim trace',
  use: 'S',
  body: [
    { segment: 'TRN', name: 'Claim trace number', use: 'R', max: 1, when: { 1: ['1', '2'] } },
    { segment: 'STC', name: 'Claim status', use: 'R', required: [2] },
    { segment: 'REF', name: 'Further identification', use: 'S', required: [2] },
    {
      segment: 'DTP',
      name: 'Claim service dates',
      use: 'S',
      max: 1,
      codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
    },
    {
      loop: `2220${level}`,
      name: 'Service line',
      use: 'S',
      body: [
        { segment: 'SVC', name: 'Service line', use: 'R', max: 1 },
        { segment: 'STC', name: 'Service line status', use: 'R' },
        { segment: 'REF', name: 'Line item control number', use: 'S', max: 1, required: [2] },
        {
          segment: 'DTP',
          name: 'Service line date',
          use: 'S',
          max: 1,
          codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
        },
      ],
    },
  ],
})

/** Health care claim status response (guide X212). */
export const set277: TransactionSet = {
  id: '277',
  version: '005010X212',
  functionalId: 'HN',
  name: 'Claim status response',
  body: [
    {
      segment: 'BHT',
      name: 'Beginning of hierarchical transaction',
      use: 'R',
      max: 1,
      when: { 1: ['0010'], 2: ['08'] },
    },
    {
      loop: '2000A',
      name: 'Payer',
      use: 'R',
      body: [
        { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['20'] } },
        {
          loop: '2100A',
          name: 'Payer name',
          use: 'R',
          max: 1,
          body: [
            { segment: 'NM1', name: 'Payer name', use: 'R', max: 1, when: { 1: ['PR'] }, required: [3, 8, 9] },
            { segment: 'PER', name: 'Contact', use: 'S', max: 1 },
          ],
        },
        {
          loop: '2000B',
          name: 'Information receiver',
          use: 'R',
          body: [
            { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['21'] } },
            {
              loop: '2100B',
              name: 'Receiver name',
              use: 'R',
              max: 1,
              body: [
                { segment: 'NM1', name: 'Receiver name', use: 'R', max: 1, when: { 1: ['41'] }, required: [8, 9] },
              ],
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
                { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['19'] } },
                {
                  loop: '2100C',
                  name: 'Provider name',
                  use: 'R',
                  max: 2,
                  body: [
                    { segment: 'NM1', name: 'Provider name', use: 'R', max: 1, when: { 1: ['1P'] }, required: [8, 9] },
                  ],
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
                    { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['22'] } },
                    {
                      loop: '2100D',
                      name: 'Subscriber name',
                      use: 'R',
                      max: 1,
                      body: [
                        {
                          segment: 'NM1',
                          name: 'Subscriber name',
                          use: 'R',
                          max: 1,
                          when: { 1: ['IL'] },
                          required: [3, 8, 9],
                        },
                      ],
                    },
                    claims('D'),
                    {
                      loop: '2000E',
                      name: 'Dependent',
                      use: 'S',
                      body: [
                        { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['23'] } },
                        {
                          loop: '2100E',
                          name: 'Dependent name',
                          use: 'R',
                          max: 1,
                          body: [
                            {
                              segment: 'NM1',
                              name: 'Dependent name',
                              use: 'R',
                              max: 1,
                              when: { 1: ['QC'] },
                              required: [3],
                            },
                          ],
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
