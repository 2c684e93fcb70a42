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
  relationship,
  specialty,
  traces,
} from './segment-rules.js'
import type { LoopRule, SegmentRule, TransactionSet } from './transaction-set.js'

/** The codes of NM101 in loops 2010E and 2010F. */
export const providerRoles = ['1T', '71', '72', '73', '77', 'AAJ', 'DD', 'DK', 'DN', 'FA', 'G3', 'P3', 'QB', 'QV', 'SJ']

/** Returns the provider loop (2010), shared by event and service. */
function providers(level: 'E' | 'F'): LoopRule {
  return {
    loop: `2010${level}`,
    name: 'Provider name',
    use: 'S',
    body: [named('Provider name', providerRoles), references(8), ...address, contacts(1), specialty],
  }
}

/** The rule of UM, shared by event and service. */
export const review: SegmentRule = {
  segment: 'UM',
  name: 'Health care services review',
  use: 'S',
  max: 1,
  codes: { 1: ['AR', 'HS', 'SC', 'IN'], 2: ['1', '2', '3', '4', '5', '6', '7', 'I', 'R', 'S', 'N'] },
}

/** The event loop (2000E), shared by subscriber and dependent. */
const events: LoopRule = {
  loop: '2000E',
  name: 'Patient event',
  use: 'S',
  body: [
    level('EV'),
    traces(3, 'Event trace number'),
    { ...review, use: 'R' },
    references(),
    dates('Date'),
    diagnoses,
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
        level('SS'),
        traces(3, 'Service trace number'),
        review,
        references(),
        dates('Date'),
        diagnoses,
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

/** Returns the name loop (2010), shared by subscriber and dependent. */
function person(letter: 'C' | 'D', who: string, role: string, required: readonly number[]): LoopRule {
  return {
    loop: `2010${letter}`,
    name: 'Name',
    use: 'R',
    max: 1,
    body: [named(`${who} name`, [role], required), references(9), ...address, demographics, relationship],
  }
}

/** The body after the initial segments, shared by requests for review and inquiries. */
const organizations: LoopRule = {
  loop: '2000A',
  name: 'Utilization management organization',
  use: 'R',
  max: 1,
  body: [
    level('20'),
    {
      loop: '2010A',
      name: 'Organization name',
      use: 'R',
      max: 1,
      body: [named('Organization name', ['X3'], [8, 9])],
    },
    {
      loop: '2000B',
      name: 'Requester',
      use: 'R',
      max: 1,
      body: [
        level('21'),
        {
          loop: '2010B',
          name: 'Requester name',
          use: 'R',
          max: 1,
          body: [named('Requester name', ['1P', 'FA'], [8, 9]), references(8), ...address, contacts(1), specialty],
        },
        {
          loop: '2000C',
          name: 'Subscriber',
          use: 'R',
          max: 1,
          body: [
            level('22'),
            person('C', 'Subscriber', 'IL', [3, 8, 9]),
            events,
            {
              loop: '2000D',
              name: 'Dependent',
              use: 'S',
              max: 1,
              body: [level('23'), person('D', 'Dependent', 'QC', [3]), events],
            },
          ],
        },
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
  body: [beginning('0007', ['13', '01', '36']), organizations],
}

/** Health care services review, inquiry about an earlier request for review (guide X215). */
export const set278Inquiry: TransactionSet = {
  id: '278',
  version: '005010X215',
  functionalId: 'HI',
  name: 'Authorization inquiry',
  body: [beginning('0007', ['28']), organizations],
}
