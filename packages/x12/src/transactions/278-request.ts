import type { LoopRule, TransactionSet } from '../transaction-set.js'

/** The same under event and service. */
const providers = (level: 'E' | 'F'): LoopRule => ({
  loop: `2010${level}`,
  name: 'Provider name',
  use: 'S',
  body: [
    {
      segment: 'NM1',
      name: 'Provider name',
      use: 'R',
      max: 1,
      when: {
        1: ['1T', '71', '72', '73', '77', 'AAJ', 'DD', 'DK', 'DN', 'FA', 'G3', 'P3', 'QB', 'QV', 'SJ'],
      },
    },
    { segment: 'REF', name: 'Further identification', use: 'S', max: 8, required: [2] },
    { segment: 'N3', name: 'Address', use: 'S', max: 1 },
    { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
    { segment: 'PER', name: 'Contact', use: 'S', max: 1 },
    { segment: 'PRV', name: 'Provider information', use: 'S', max: 1 },
  ],
})

/** The same under subscriber and dependent. */
const events: LoopRule = {
  loop: '2000E',
  name: 'Patient event',
  use: 'S',
  body: [
    { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['EV'] } },
    { segment: 'TRN', name: 'Event trace number', use: 'S', max: 3 },
    {
      segment: 'UM',
      name: 'Health care services review',
      use: 'R',
      max: 1,
      codes: {
        1: ['AR', 'HS', 'SC', 'IN'],
        2: ['1', '2', '3', '4', '5', '6', '7', 'I', 'R', 'S', 'N'],
      },
    },
    { segment: 'REF', name: 'Further identification', use: 'S', required: [2] },
    {
      segment: 'DTP',
      name: 'Date',
      use: 'S',
      codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
    },
    { segment: 'HI', name: 'Diagnoses', use: 'S', max: 1 },
    { segment: 'HSD', name: 'Delivery', use: 'S', max: 1 },
    { segment: 'CRC', name: 'Conditions', use: 'S' },
    { segment: 'CL1', name: 'Admission', use: 'S', max: 1 },
    { segment: 'CR1', name: 'Ambulance', use: 'S', max: 1 },
    { segment: 'PWK', name: 'Documents', use: 'S', max: 10 },
    { segment: 'MSG', name: 'Message', use: 'S', max: 1 },
    providers('E'),
    {
      loop: '2000F',
      name: 'Service',
      use: 'S',
      body: [
        { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['SS'] } },
        { segment: 'TRN', name: 'Service trace number', use: 'S', max: 3 },
        {
          segment: 'UM',
          name: 'Health care services review',
          use: 'S',
          max: 1,
          codes: {
            1: ['AR', 'HS', 'SC', 'IN'],
            2: ['1', '2', '3', '4', '5', '6', '7', 'I', 'R', 'S', 'N'],
          },
        },
        { segment: 'REF', name: 'Further identification', use: 'S', required: [2] },
        {
          segment: 'DTP',
          name: 'Date',
          use: 'S',
          codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
        },
        { segment: 'HI', name: 'Diagnoses', use: 'S', max: 1 },
        { segment: 'SV1', name: 'Professional service', use: 'S', max: 1 },
        { segment: 'SV2', name: 'Institutional service', use: 'S', max: 1 },
        { segment: 'HSD', name: 'Delivery', use: 'S', max: 1 },
        { segment: 'PWK', name: 'Documents', use: 'S', max: 10 },
        { segment: 'MSG', name: 'Message', use: 'S', max: 1 },
        providers('F'),
      ],
    },
  ],
}

/** Health care services review, request for review (guide X217). */
export const set278Request: TransactionSet = {
  id: '278',
  version: '005010X217',
  functionalId: 'HI',
  name: 'Authorization request',
  body: [
    {
      segment: 'BHT',
      name: 'Beginning of hierarchical transaction',
      use: 'R',
      max: 1,
      when: { 1: ['0007'], 2: ['13', '01', '36'] },
    },
    {
      loop: '2000A',
      name: 'Utilization management organization',
      use: 'R',
      max: 1,
      body: [
        { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['20'] } },
        {
          loop: '2010A',
          name: 'Organization name',
          use: 'R',
          max: 1,
          body: [
            { segment: 'NM1', name: 'Organization name', use: 'R', max: 1, when: { 1: ['X3'] }, required: [8, 9] },
          ],
        },
        {
          loop: '2000B',
          name: 'Requester',
          use: 'R',
          max: 1,
          body: [
            { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['21'] } },
            {
              loop: '2010B',
              name: 'Requester name',
              use: 'R',
              max: 1,
              body: [
                {
                  segment: 'NM1',
                  name: 'Requester name',
                  use: 'R',
                  max: 1,
                  when: { 1: ['1P', 'FA'] },
                  required: [8, 9],
                },
                { segment: 'REF', name: 'Further identification', use: 'S', max: 8, required: [2] },
                { segment: 'N3', name: 'Address', use: 'S', max: 1 },
                { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
                { segment: 'PER', name: 'Contact', use: 'S', max: 1 },
                { segment: 'PRV', name: 'Provider information', use: 'S', max: 1 },
              ],
            },
            {
              loop: '2000C',
              name: 'Subscriber',
              use: 'R',
              max: 1,
              body: [
                { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['22'] } },
                {
                  loop: '2010C',
                  name: 'Name',
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
                    { segment: 'REF', name: 'Further identification', use: 'S', max: 9, required: [2] },
                    { segment: 'N3', name: 'Address', use: 'S', max: 1 },
                    { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
                    {
                      segment: 'DMG',
                      name: 'Demographic information',
                      use: 'S',
                      max: 1,
                      codes: { 1: ['D8'], 3: ['F', 'M', 'U'] },
                    },
                    { segment: 'INS', name: 'Relationship', use: 'S', max: 1 },
                  ],
                },
                events,
                {
                  loop: '2000D',
                  name: 'Dependent',
                  use: 'S',
                  max: 1,
                  body: [
                    { segment: 'HL', name: 'Hierarchical level', use: 'R', max: 1, when: { 3: ['23'] } },
                    {
                      loop: '2010D',
                      name: 'Name',
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
                        { segment: 'REF', name: 'Further identification', use: 'S', max: 9, required: [2] },
                        { segment: 'N3', name: 'Address', use: 'S', max: 1 },
                        { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
                        {
                          segment: 'DMG',
                          name: 'Demographic information',
                          use: 'S',
                          max: 1,
                          codes: { 1: ['D8'], 3: ['F', 'M', 'U'] },
                        },
                        { segment: 'INS', name: 'Relationship', use: 'S', max: 1 },
                      ],
                    },
                    events,
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
