import { providerRoles, review } from './278-request.js'
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

/** Returns the provider loop (2010), shared by event and service. */
function providers(level: 'E' | 'F'): LoopRule {
  return {
    loop: `2010${level}`,
    name: 'Provider name',
    use: 'S',
    body: [named('Provider name', providerRoles), references(8), ...address, contacts(1), refusals, specialty],
  }
}

/** The rule of HCR, shared by event and service. */
const decision: SegmentRule = {
  segment: 'HCR',
  name: 'Review decision',
  use: 'S',
  max: 1,
  codes: { 1: ['A1', 'A2', 'A3', 'A4', 'A6', 'C', 'CT', 'NA'] },
}

/** The event loop (2000E), shared by subscriber and dependent. */
const events: LoopRule = {
  loop: '2000E',
  name: 'Patient event',
  use: 'S',
  body: [
    level('EV'),
    traces(3, 'Event trace number'),
    refusals,
    review,
    decision,
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
        refusals,
        review,
        decision,
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
    body: [
      named(`${who} name`, [role], required),
      references(9),
      ...address,
      refusals,
      demographics,
      relationship,
      dates('Date', 9),
    ],
  }
}

/** The body after the initial segments, shared by responses to requests and to inquiries. */
const organizations: LoopRule = {
  loop: '2000A',
  name: 'Utilization management organization',
  use: 'R',
  max: 1,
  body: [
    level('20'),
    refusals,
    {
      loop: '2010A',
      name: 'Organization name',
      use: 'R',
      max: 1,
      body: [named('Organization name', ['X3'], [8, 9]), contacts(1), refusals],
    },
    {
      loop: '2000B',
      name: 'Requester',
      use: 'S',
      max: 1,
      body: [
        level('21'),
        {
          loop: '2010B',
          name: 'Requester name',
          use: 'R',
          max: 1,
          body: [
            named('Requester name', ['1P', 'FA'], [8, 9]),
            references(8),
            ...address,
            contacts(1),
            refusals,
            specialty,
          ],
        },
        {
          loop: '2000C',
          name: 'Subscriber',
          use: 'S',
          max: 1,
          body: [
            level('22'),
            traces(3),
            refusals,
            person('C', 'Subscriber', 'IL', [3, 8, 9]),
            events,
            {
              loop: '2000D',
              name: 'Dependent',
              use: 'S',
              max: 1,
              body: [level('23'), traces(3), refusals, person('D', 'Dependent', 'QC', [3]), events],
            },
          ],
        },
      ],
    },
  ],
}

/** Health care services review, response (guide X217). */
export const set278Response: TransactionSet = {
  id: '278',
  version: '005010X217',
  functionalId: 'HI',
  name: 'Authorization response',
  body: [beginning('0007', ['11']), organizations],
}

/** Health care services review, response to an inquiry (guide X215). */
export const set278InquiryResponse: TransactionSet = {
  id: '278',
  version: '005010X215',
  functionalId: 'HI',
  name: 'Authorization inquiry response',
  body: [beginning('0007', ['11', '49']), organizations],
}
