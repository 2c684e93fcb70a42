import type { TransactionSet } from '../transaction-set.js'

/** Health care claim acknowledgment (guide X214). */
export const set277ca: TransactionSet = {
  id: '277',
  version: '005010X214',
  functionalId: 'HN',
  name: 'Claim acknowledgment',
  body: [
    {
      segment: 'BHT',
      name: 'Beginning of hierarchical transaction',
      use: 'R',
      max: 1,
      when: { 1: ['0085'], 2: ['08'] },
    },
    {
      loop: '2000A',
      name: 'Information source',
      use: 'R',
      max: 1,
      body: [
        { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['20'] } },
        {
          loop: '2100A',
          name: 'Source name',
          use: 'R',
          max: 1,
          body: [
            { segment: 'NM1', name: 'Source name', use: 'R', max: 1, when: { 1: ['AY', 'PR'] }, required: [3, 8, 9] },
          ],
        },
        {
          loop: '2200A',
          name: 'Receipt',
          use: 'R',
          max: 1,
          body: [
            { segment: 'TRN', name: 'Transmission trace', use: 'R', max: 1, when: { 1: ['1', '2'] } },
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
            { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['21'] } },
            {
              loop: '2100B',
              name: 'Receiver name',
              use: 'R',
              max: 1,
              body: [
                { segment: 'NM1', name: 'Receiver name', use: 'R', max: 1, when: { 1: ['41'] }, required: [3, 8, 9] },
              ],
            },
            {
              loop: '2200B',
              name: 'Receiver status',
              use: 'R',
              max: 1,
              body: [
                { segment: 'TRN', name: 'Receiver trace', use: 'R', max: 1, when: { 1: ['1', '2'] } },
                { segment: 'STC', name: 'Receiver status', use: 'R', required: [2, 3] },
                {
                  segment: 'QTY',
                  name: 'Accepted or rejected quantity',
                  use: 'S',
                  max: 2,
                  codes: { 1: ['90', 'AA', 'QA', 'QC'] },
                },
                { segment: 'AMT', name: 'Accepted or rejected amount', use: 'S', max: 2, codes: { 1: ['YU', 'YY'] } },
              ],
            },
            {
              loop: '2000C',
              name: 'Billing provider',
              use: 'S',
              body: [
                { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['19'] } },
                {
                  loop: '2100C',
                  name: 'Billing provider name',
                  use: 'R',
                  max: 1,
                  body: [
                    {
                      segment: 'NM1',
                      name: 'Billing provider name',
                      use: 'R',
                      max: 1,
                      when: { 1: ['85'] },
                      required: [3],
                    },
                  ],
                },
                {
                  loop: '2200C',
                  name: 'Provider status',
                  use: 'S',
                  max: 1,
                  body: [
                    { segment: 'TRN', name: 'Provider trace', use: 'R', max: 1, when: { 1: ['1', '2'] } },
                    { segment: 'STC', name: 'Provider status', use: 'S' },
                    { segment: 'REF', name: 'Further identification', use: 'S', max: 3, required: [2] },
                    {
                      segment: 'QTY',
                      name: 'Accepted or rejected quantity',
                      use: 'S',
                      max: 2,
                      codes: { 1: ['90', 'AA', 'QA', 'QC'] },
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
                    { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['PT'] } },
                    {
                      loop: '2100D',
                      name: 'Patient name',
                      use: 'R',
                      max: 1,
                      body: [
                        { segment: 'NM1', name: 'Patient name', use: 'R', max: 1, when: { 1: ['QC'] }, required: [3] },
                      ],
                    },
                    {
                      loop: '2200D',
                      name: 'Claim status',
                      use: 'S',
                      body: [
                        { segment: 'TRN', name: 'Claim trace number', use: 'R', max: 1, when: { 1: ['1', '2'] } },
                        { segment: 'STC', name: 'Claim status', use: 'R', required: [2, 3] },
                        { segment: 'REF', name: 'Claim identification', use: 'S', max: 3, required: [2] },
                        {
                          segment: 'DTP',
                          name: 'Claim service dates',
                          use: 'S',
                          max: 1,
                          codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
                        },
                        {
                          loop: '2220D',
                          name: 'Service line',
                          use: 'S',
                          body: [
                            { segment: 'SVC', name: 'Service line', use: 'R', max: 1 },
                            { segment: 'STC', name: 'Service line status', use: 'R' },
                            { segment: 'REF', name: 'Line item control number', use: 'S', max: 3, required: [2] },
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
