import type { DayDeclaration, DayPlace } from './declaration.js'

/** Coordination of benefits of a patient with two policies. */
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

/** A critical value of a patient whom other work is also about. */
export const criticalValue: DayPlace = {
  family: 'lab-inbox',
  branches: ['call-first', 'call-backup'],
  level: 'E',
  arrives: '09:40',
  due: '10:40',
  interaction: 'interrupts',
  patientOf: ['cob-order', 'pa-submit', 'claim-status'],
}

/** A member number that the payer does not know, until a card with another number enters the chart. */
export const newCard: DayPlace = {
  family: 'elig-schedule',
  branches: ['number-corrected'],
  before: 'member-not-found',
  level: 'E',
  arrives: '08:00',
  due: '13:40',
  interaction: 'correction',
  at: '11:10',
  correctsMember: true,
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

/** A document that the payer requires and a practice sends only after the order was put on hold. */
export const missingDocument: DayPlace = {
  family: 'pa-submit',
  branches: ['approved'],
  before: 'missing-document',
  level: 'E',
  arrives: '08:00',
  due: '17:00',
  interaction: 'correction',
  at: '13:40',
  quiet: true,
}

/** A form of the payer with a question that no note answers, until one that does is signed. */
export const unsignedNote: DayPlace = {
  family: 'pa-electronic',
  branches: ['form'],
  before: 'form-stop',
  level: 'E',
  arrives: '08:40',
  due: '16:40',
  interaction: 'correction',
  at: '14:20',
}

/** Two referrals that compete for one slot: the later one has the earlier deadline. */
export const oneSlot: readonly DayPlace[] = [
  {
    family: 'referral-through',
    branches: ['agreed'],
    level: 'E',
    arrives: '09:10',
    due: '13:00',
    interaction: 'interrupts',
  },
  {
    family: 'referral-through',
    branches: ['agreed'],
    level: 'E',
    arrives: '08:00',
    due: '16:00',
    interaction: 'second choice',
    at: '10:30',
  },
]

/** A claim that was returned because of the wrong number of {@link newCard}. */
export const returnedClaim: DayPlace = {
  family: 'claim-correct',
  branches: ['subscriber'],
  level: 'E',
  arrives: '09:10',
  due: '17:00',
  needsMember: true,
}

/** Work of the morning in days of all sizes, and a critical value that interrupts it. */
const morning: readonly DayPlace[] = [missingDocument, twoPolicies, criticalValue, newCard]

/** Work of the late morning in days of all sizes: one cannot be finished today, one follows other work. */
const noon: readonly DayPlace[] = [
  answeredTomorrow,
  { ...returnedClaim, interaction: 'follows', after: 'outbound/claim-status.csv' },
]

const denial: DayPlace = {
  family: 'pa-electronic',
  branches: ['denied-appeal'],
  level: 'E',
  arrives: '14:30',
  due: '16:00',
  interaction: 'interrupts',
}

/** A day with eight pieces of work of eight families. */
export const dayOf8: DayDeclaration = {
  size: 8,
  places: [
    {
      family: 'claim-status',
      level: 'E',
      arrives: '08:00',
      due: '14:00',
      sooner: { at: '08:50', due: '10:30' },
    },
    ...morning,
    ...noon,
    denial,
  ],
}

/** A day with sixteen pieces of work of all families. */
export const dayOf16: DayDeclaration = {
  size: 16,
  places: [
    {
      family: 'claim-status',
      level: 'M',
      arrives: '08:00',
      due: '15:00',
      sooner: { at: '08:50', due: '12:30' },
    },
    withdrawnOrder,
    ...morning,
    {
      family: 'remit-post',
      branches: ['write-off-approved', 'write-off-declined'],
      level: 'M',
      arrives: '08:00',
      due: '15:00',
    },
    ...oneSlot,
    {
      family: 'pa-submit',
      branches: ['order-withdrawn'],
      level: 'E',
      arrives: '08:00',
      due: '17:00',
      interaction: 'needs',
      after: 'outbound/postings.csv',
    },
    takenBack,
    ...noon,
    unsignedNote,
    {
      family: 'cob-order',
      level: 'H',
      arrives: '13:10',
      due: '16:30',
      sooner: { at: '13:40', due: '15:00' },
    },
    denial,
  ],
}

/** A day with thirty pieces of work of all families. */
export const dayOf30: DayDeclaration = {
  size: 30,
  places: [
    ...dayOf16.places,
    { family: 'pa-rfi', branches: ['overdue', 'attach'], level: 'E', arrives: '08:00', due: '13:00' },
    { family: 'cob-order', level: 'E', arrives: '08:20', due: '12:00' },
    { ...missingDocument, arrives: '08:30', at: '15:10' },
    {
      family: 'pa-rfi',
      branches: ['attach'],
      level: 'E',
      arrives: '08:50',
      due: '16:00',
      sooner: { at: '10:50', due: '12:10' },
    },
    { family: 'pa-electronic', branches: ['gold-card', 'changed-lines'], level: 'E', arrives: '09:00', due: '14:00' },
    { family: 'cob-order', level: 'M', arrives: '09:20', due: '17:00', interaction: 'moot', at: '10:20' },
    { ...missingDocument, arrives: '09:50', due: '16:00', at: '12:10', quiet: undefined },
    { family: 'pa-rfi', branches: ['correct'], level: 'E', arrives: '11:00', due: '12:20', interaction: 'interrupts' },
    { family: 'pa-rfi', branches: ['fetch'], level: 'M', arrives: '11:20', due: '17:00', interaction: 'tomorrow' },
    { ...unsignedNote, arrives: '11:40', due: '17:00', at: '15:40', quiet: true },
    { family: 'pa-rfi', branches: ['not-obtainable', 'attach'], level: 'E', arrives: '12:20', due: '17:00' },
    { family: 'pa-electronic', branches: ['modification', 'status-check'], level: 'E', arrives: '13:00', due: '17:00' },
    { family: 'cob-order', level: 'E', arrives: '14:50', due: '16:20', interaction: 'interrupts' },
    { family: 'pa-rfi', branches: ['overdue'], level: 'E', arrives: '15:20', due: '17:00' },
  ],
}

/** The declared days, in the order of their size. */
export const dayDeclarations: readonly DayDeclaration[] = [dayOf8, dayOf16, dayOf30]
