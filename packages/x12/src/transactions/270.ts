import type { LoopRule, TransactionSet } from '../transaction-set.js'

/** The same under subscriber and dependent. */
const inquiries = (level: 'C' | 'D'): LoopRule => ({
  loop: `2110${level}`,
  name: 'Inquiry',
  use: 'S',
  max: 99,
  body: [
    { segment: 'EQ', name: 'Eligibility or benefit inquiry', use: 'R', max: 1 },
    { segment: 'AMT', name: 'Spend down amount', use: 'S', max: 2 },
    { segment: 'III', name: 'Diagnosis or place of service', use: 'S', max: 10 },
    {
      segment: 'REF',
      name: 'Prior authorization or referral number',
      use: 'S',
      max: 1,
      required: [2],
    },
    {
      segment: 'DTP',
      name: 'Date of service',
      use: 'S',
      max: 1,
      codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
    },
  ],
})

/** Eligibility, coverage or benefit inquiry (guide X279). */
export const set270: TransactionSet = {
  id: '270',
  version: '005010X279A1',
  functionalId: 'HS',
  name: 'Eligibility inquiry',
  body: [
    {
      segment: 'BHT',
      name: 'Beginning of hierarchical transaction',
      use: 'R',
      max: 1,
      when: { 1: ['0022'], 2: ['01', '13', '36'] },
    },
    {
      loop: '2000A',
      name: 'Information source',
      use: 'R',
      body: [
        { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['20'] } },
        {
          loop: '2100A',
          name: 'Source name',
          use: 'R',
          max: 1,
          body: [
            {
              segment: 'NM1',
              name: 'Source name',
              use: 'R',
              max: 1,
              when: { 1: ['2B', '36', 'GP', 'P5', 'PR'] },
              required: [8, 9],
            },
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
                {
                  segment: 'NM1',
                  name: 'Receiver name',
                  use: 'R',
                  max: 1,
                  when: { 1: ['1P', '2B', '36', '80', 'FA', 'GP', 'P5', 'PR'] },
                  required: [9],
                },
                { segment: 'REF', name: 'Further identification', use: 'S', max: 9, required: [2] },
                { segment: 'N3', name: 'Address', use: 'S', max: 1 },
                { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
                { segment: 'PRV', name: 'Provider information', use: 'S', max: 1 },
              ],
            },
            {
              loop: '2000C',
              name: 'Subscriber',
              use: 'S',
              body: [
                { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['22'] } },
                { segment: 'TRN', name: 'Trace number', use: 'S', max: 2 },
                {
                  loop: '2100C',
                  name: 'Subscriber name',
                  use: 'R',
                  max: 1,
                  body: [
                    { segment: 'NM1', name: 'Subscriber name', use: 'R', max: 1, when: { 1: ['IL'] } },
                    { segment: 'REF', name: 'Further identification', use: 'S', max: 9, required: [2] },
                    { segment: 'N3', name: 'Address', use: 'S', max: 1 },
                    { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
                    { segment: 'PRV', name: 'Provider information', use: 'S', max: 1 },
                    {
                      segment: 'DMG',
                      name: 'Demographic information',
                      use: 'S',
                      max: 1,
                      codes: { 1: ['D8'], 3: ['F', 'M', 'U'] },
                    },
                    { segment: 'INS', name: 'Relationship', use: 'S', max: 1 },
                    { segment: 'HI', name: 'Diagnoses', use: 'S', max: 1 },
                    {
                      segment: 'DTP',
                      name: 'Date',
                      use: 'S',
                      max: 2,
                      codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
                    },
                    inquiries('C'),
                  ],
                },
                {
                  loop: '2000D',
                  name: 'Dependent',
                  use: 'S',
                  body: [
                    { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['23'] } },
                    { segment: 'TRN', name: 'Trace number', use: 'S', max: 2 },
                    {
                      loop: '2100D',
                      name: 'Dependent name',
                      use: 'R',
                      max: 1,
                      body: [
                        { segment: 'NM1', name: 'Dependent name', use: 'R', max: 1, when: { 1: ['03'] } },
                        { segment: 'REF', name: 'Further identification', use: 'S', max: 9, required: [2] },
                        { segment: 'N3', name: 'Address', use: 'S', max: 1 },
                        { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
                        { segment: 'PRV', name: 'Provider information', use: 'S', max: 1 },
                        {
                          segment: 'DMG',
                          name: 'Demographic information',
                          use: 'S',
                          max: 1,
                          codes: { 1: ['D8'], 3: ['F', 'M', 'U'] },
                        },
                        { segment: 'INS', name: 'Relationship', use: 'S', max: 1 },
                        { segment: 'HI', name: 'Diagnoses', use: 'S', max: 1 },
                        {
                          segment: 'DTP',
                          name: 'Date',
                          use: 'S',
                          max: 2,
                          codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
                        },
                        inquiries('D'),
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
