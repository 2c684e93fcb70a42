import {
  address,
  beginning,
  contacts,
  dates,
  demographics,
  diagnoses,
  level,
  named,
  references,
  refusals,
  relationship,
  specialty,
  traces,
} from './segment-rules.js'
import type { LoopRule, SegmentRule, TransactionSet } from './transaction-set.js'

/** The codes of AAA03 in loop 2100A, the payer. */
export const sourceRefusals = ['04', '41', '42', '79', '80', 'T4']

/** The codes of AAA03 in loop 2100B, the provider. */
const receiverRefusals = ['15', '41', '43', '44', '45', '46', '47', '48', '50', '51', '79', '97', 'T4']

/** The codes of AAA03 in loop 2100C, the subscriber. */
export const subscriberRefusals = [
  '15',
  '35',
  '42',
  '43',
  '45',
  '47',
  '48',
  '49',
  '51',
  '52',
  '56',
  '57',
  '58',
  '60',
  '61',
  '62',
  '63',
  '71',
  '72',
  '73',
  '74',
  '75',
  '76',
  '78',
]

/** The codes of AAA03 in loop 2100D, the dependent. */
export const dependentRefusals = [
  '15',
  '35',
  '42',
  '43',
  '45',
  '47',
  '48',
  '49',
  '51',
  '52',
  '56',
  '57',
  '58',
  '60',
  '61',
  '62',
  '63',
  '64',
  '65',
  '66',
  '67',
  '68',
  '71',
  '77',
]

/** The codes of AAA03 in loops 2110C and 2110D, the benefits. */
const benefitRefusals = [
  '15',
  '33',
  '52',
  '53',
  '54',
  '55',
  '56',
  '57',
  '60',
  '61',
  '62',
  '63',
  '69',
  '70',
  '98',
  'AA',
  'AE',
  'AF',
  'AG',
  'AO',
  'CI',
  'E8',
  'IA',
  'MA',
]

/** Returns the rule of AAA with the AAA03 codes of its loop. */
function refused(codes: readonly string[]): SegmentRule {
  return { ...refusals, codes: { ...refusals.codes, 3: codes } }
}

/** Returns the benefit loop (2110), shared by subscriber and dependent. */
function benefits(level: 'C' | 'D'): LoopRule {
  return {
    loop: `2110${level}`,
    name: 'Eligibility or benefit',
    use: 'S',
    body: [
      {
        segment: 'EB',
        name: 'Eligibility or benefit information',
        use: 'R',
        max: 1,
        codes: {
          1: [
            '1',
            '2',
            '3',
            '4',
            '5',
            '6',
            '7',
            '8',
            'A',
            'B',
            'C',
            'CB',
            'D',
            'E',
            'F',
            'G',
            'H',
            'I',
            'J',
            'K',
            'L',
            'M',
            'MC',
            'N',
            'O',
            'P',
            'Q',
            'R',
            'S',
            'T',
            'U',
            'V',
            'W',
            'X',
            'Y',
          ],
          2: ['CHD', 'DEP', 'ECH', 'EMP', 'ESP', 'FAM', 'IND', 'SPC', 'SPO'],
        },
      },
      { segment: 'HSD', name: 'Delivery', use: 'S', max: 9 },
      references(9),
      dates('Date', 20),
      refused(benefitRefusals),
      { segment: 'MSG', name: 'Message', use: 'S', max: 10 },
      {
        loop: `2115${level}`,
        name: 'Further information',
        use: 'S',
        max: 10,
        body: [{ segment: 'III', name: 'Diagnosis, place or nature', use: 'R', max: 1 }],
      },
      { segment: 'LS', name: 'Loop begins', use: 'S', max: 1 },
      {
        loop: `2120${level}`,
        name: 'Related entity',
        use: 'S',
        max: 23,
        body: [
          named('Related entity name', [
            '13',
            '1I',
            '1P',
            '2B',
            '36',
            '73',
            'FA',
            'GP',
            'GW',
            'I3',
            'IL',
            'LR',
            'OC',
            'P3',
            'P4',
            'P5',
            'PR',
            'PRP',
            'SEP',
            'TTP',
            'VER',
            'VN',
            'VY',
            'X3',
            'Y2',
          ]),
          ...address,
          contacts(3),
          specialty,
        ],
      },
      { segment: 'LE', name: 'Loop ends', use: 'S', max: 1 },
    ],
  }
}

/** Returns the name loop (2100), shared by subscriber and dependent. */
function person(letter: 'C' | 'D', who: string, role: string, refusalCodes: readonly string[]): LoopRule {
  return {
    loop: `2100${letter}`,
    name: `${who} name`,
    use: 'R',
    max: 1,
    body: [
      named(`${who} name`, [role]),
      references(9),
      ...address,
      refused(refusalCodes),
      specialty,
      demographics,
      relationship,
      diagnoses,
      dates('Date', 9),
      { segment: 'MPI', name: 'Military personnel information', use: 'S', max: 9 },
      benefits(letter),
    ],
  }
}

/** Eligibility, coverage or benefit response (guide X279). */
export const set271: TransactionSet = {
  id: '271',
  version: '005010X279A1',
  functionalId: 'HB',
  name: 'Eligibility response',
  body: [
    beginning('0022', ['06', '11']),
    {
      loop: '2000A',
      name: 'Information source',
      use: 'R',
      body: [
        level('20'),
        refused(['04', '41', '42', '79']),
        {
          loop: '2100A',
          name: 'Source name',
          use: 'R',
          max: 1,
          body: [named('Source name', ['2B', '36', 'GP', 'P5', 'PR'], [3, 8, 9]), contacts(3), refused(sourceRefusals)],
        },
        {
          loop: '2000B',
          name: 'Information receiver',
          use: 'S',
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
                refused(receiverRefusals),
                specialty,
              ],
            },
            {
              loop: '2000C',
              name: 'Subscriber',
              use: 'S',
              body: [
                level('22'),
                traces(3),
                person('C', 'Subscriber', 'IL', subscriberRefusals),
                {
                  loop: '2000D',
                  name: 'Dependent',
                  use: 'S',
                  body: [level('23'), traces(3), person('D', 'Dependent', '03', dependentRefusals)],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}
