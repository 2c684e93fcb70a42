import type { TransactionSet } from './transaction-set.js'

/** Implementation acknowledgment (guide X231). */
export const set999: TransactionSet = {
  id: '999',
  version: '005010X231A1',
  functionalId: 'FA',
  name: 'Implementation acknowledgment',
  body: [
    { segment: 'AK1', name: 'Functional group response', use: 'R', max: 1 },
    {
      loop: '2000',
      name: 'Transaction set response',
      use: 'S',
      body: [
        { segment: 'AK2', name: 'Transaction set response', use: 'R', max: 1 },
        {
          loop: '2100',
          name: 'Error identification',
          use: 'S',
          body: [
            { segment: 'IK3', name: 'Error identification', use: 'R', max: 1, required: [4] },
            { segment: 'CTX', name: 'Context', use: 'S', max: 10 },
            {
              loop: '2110',
              name: 'Element note',
              use: 'S',
              body: [
                { segment: 'IK4', name: 'Element note', use: 'R', max: 1 },
                { segment: 'CTX', name: 'Context', use: 'S', max: 10 },
              ],
            },
          ],
        },
        {
          segment: 'IK5',
          name: 'Transaction set trailer',
          use: 'R',
          max: 1,
          codes: { 1: ['A', 'E', 'M', 'R', 'W', 'X'] },
        },
      ],
    },
    {
      segment: 'AK9',
      name: 'Functional group trailer',
      use: 'R',
      max: 1,
      codes: { 1: ['A', 'E', 'M', 'P', 'R', 'W', 'X'] },
    },
  ],
}
