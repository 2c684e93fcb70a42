import type { DayDeclaration, DayPlace } from './declaration.js'

/** Two policies of one patient. */
export const twoPolicies: DayPlace = { family: 'cob-order', level: 'E', arrives: '08:00', due: '17:00' }

/** An order that the practice withdraws by telephone during the morning. */
export const withdrawnOrder: DayPlace = {
  family: 'pa-submit',
  branches: ['order-withdrawn'],
  level: 'E',
  arrives: '08:00',
  due: '17:00',
  interaction: 'late fact',
  at: '10:15',
}

/** A critical value of a patient whom other work is about. */
export const criticalValue: DayPlace = {
  family: 'lab-inbox',
  branches: ['call-first', 'call-backup'],
  level: 'E',
  arrives: '09:40',
  due: '10:40',
  interaction: 'interrupts',
  patientOf: ['cob-order', 'pa-submit', 'claim-status'],
}

/** A payer that knows nobody of a patient's number, until a card with another number is in the chart. */
export const newCard: DayPlace = {
  family: 'elig-schedule',
  branches: ['number-corrected'],
  before: 'member-not-found',
  level: 'E',
  arrives: '08:00',
  due: '15:00',
  interaction: 'correction',
  at: '11:10',
}

/** A document that has to come from another practice, which answers tomorrow. */
export const answeredTomorrow: DayPlace = {
  family: 'pa-rfi',
  branches: ['fetch'],
  level: 'E',
  arrives: '11:00',
  due: '17:00',
  interaction: 'tomorrow',
}

/** A request that the payer takes back. */
export const takenBack: DayPlace = {
  family: 'pa-rfi',
  branches: ['attach', 'correct'],
  level: 'E',
  arrives: '09:30',
  due: '15:00',
  interaction: 'moot',
  at: '10:40',
}

/** What the three sizes share: work at the beginning, what interrupts it, what comes late, and what is not for today. */
const morning: readonly DayPlace[] = [
  { family: 'claim-status', level: 'E', arrives: '08:00', due: '14:00' },
  withdrawnOrder,
  twoPolicies,
  criticalValue,
  newCard,
]

const noon: readonly DayPlace[] = [
  answeredTomorrow,
  {
    family: 'claim-correct',
    level: 'E',
    arrives: '12:00',
    due: '17:00',
    interaction: 'follows',
    after: 'outbound/claim-status.csv',
  },
]

const denial: DayPlace = {
  family: 'pa-electronic',
  branches: ['denied-appeal'],
  level: 'E',
  arrives: '14:30',
  due: '16:00',
  interaction: 'interrupts',
}

/** Eight pieces of work of eight families. */
export const dayOf8: DayDeclaration = {
  size: 8,
  places: [...morning, ...noon, denial],
}

/** Sixteen pieces of work of all families. */
export const dayOf16: DayDeclaration = {
  size: 16,
  places: [
    ...morning,
    {
      family: 'remit-post',
      branches: ['denied', 'not-ours', 'out-of-balance'],
      level: 'M',
      arrives: '08:00',
      due: '15:00',
    },
    { family: 'pa-rfi', branches: ['attach', 'correct', 'overdue'], level: 'M', arrives: '08:00', due: '12:00' },
    {
      family: 'pa-submit',
      branches: ['order-withdrawn'],
      level: 'E',
      arrives: '08:00',
      due: '17:00',
      interaction: 'needs',
      after: 'outbound/postings.csv',
    },
    {
      family: 'referral-through',
      branches: ['agreed', 'other-day', 'declined'],
      level: 'E',
      arrives: '09:10',
      due: '17:00',
    },
    takenBack,
    ...noon,
    {
      family: 'pa-electronic',
      branches: ['gold-card', 'form', 'status-check'],
      level: 'M',
      arrives: '12:40',
      due: '17:00',
    },
    { family: 'cob-order', level: 'H', arrives: '13:10', due: '16:30' },
    {
      family: 'pa-rfi',
      branches: ['correct', 'not-obtainable'],
      level: 'E',
      arrives: '13:50',
      due: '15:20',
      interaction: 'interrupts',
    },
    denial,
  ],
}

/** Thirty pieces of work of all families. */
export const dayOf30: DayDeclaration = {
  size: 30,
  places: [
    ...dayOf16.places,
    { family: 'pa-rfi', branches: ['overdue', 'attach'], level: 'E', arrives: '08:00', due: '13:00' },
    { family: 'cob-order', level: 'E', arrives: '08:20', due: '12:00' },
    { family: 'pa-rfi', branches: ['attach'], level: 'H', arrives: '08:50', due: '16:00' },
    { family: 'pa-electronic', branches: ['gold-card', 'changed-lines'], level: 'E', arrives: '09:00', due: '14:00' },
    { family: 'cob-order', level: 'M', arrives: '09:20', due: '17:00', interaction: 'moot', at: '09:50' },
    { family: 'pa-rfi', branches: ['correct'], level: 'E', arrives: '10:00', due: '11:00', interaction: 'interrupts' },
    { family: 'cob-order', level: 'E', arrives: '10:50', due: '15:00' },
    { family: 'pa-rfi', branches: ['fetch'], level: 'M', arrives: '11:20', due: '17:00', interaction: 'tomorrow' },
    { family: 'cob-order', level: 'M', arrives: '11:40', due: '16:00' },
    { family: 'pa-rfi', branches: ['not-obtainable', 'attach'], level: 'E', arrives: '12:20', due: '17:00' },
    { family: 'pa-electronic', branches: ['modification', 'status-check'], level: 'E', arrives: '13:00', due: '17:00' },
    { family: 'pa-rfi', branches: ['attach', 'correct'], level: 'M', arrives: '14:00', due: '17:00' },
    { family: 'cob-order', level: 'E', arrives: '14:50', due: '16:20', interaction: 'interrupts' },
    { family: 'pa-rfi', branches: ['overdue'], level: 'M', arrives: '15:20', due: '17:00' },
  ],
}

/** The days by how many pieces of work they have. */
export const dayDeclarations: readonly DayDeclaration[] = [dayOf8, dayOf16, dayOf30]
