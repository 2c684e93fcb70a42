import { definePhrases } from '../../phrase-bank.js'

/** Wordings of the ticket. */
export const ticket = definePhrases({
  slots: ['clinician', 'day'],
  parts: [
    [
      'Please check the coverage of the patients whom {clinician} sees on {day}.',
      'The eligibility list of {clinician} for {day} is still open.',
      '{clinician}, visits on {day}: nobody has checked the insurance yet.',
      'Front desk: insurance check for {clinician}, {day}, please.',
      'Who of the patients of {clinician} on {day} is covered, and what do they pay? Please work the list.',
    ],
    [
      'Follow the handbook.',
      'The handbook in the file exchange says how.',
      'As always, by the handbook of the desk.',
      'The rules are in the handbook (inbox/handbook).',
    ],
  ],
})

/** Wordings of the goal. */
export const goal = definePhrases({
  slots: ['list', 'day'],
  parts: [
    [
      'Work the eligibility list {list} for the visits on {day}:',
      'Eligibility list {list} ({day}) is open. Please finish it:',
      'Please check the coverage of everybody on eligibility list {list}, whose visits are on {day}:',
      'The visits of {day} on eligibility list {list} need their insurance check:',
      'List {list} of the eligibility desk, visits on {day}:',
    ],
    [
      'ask the right payer once about each patient, and',
      'find out from the payers who is covered, and',
      'settle for each visit whether a payer covers it and what the patient pays, and',
    ],
    [
      'record the outcome on each work item as the handbook (inbox/handbook) says.',
      'close the work items with the coded outcomes of the handbook (inbox/handbook).',
    ],
  ],
})

/** Texts of scanned cards. */
export const cardBodies = definePhrases({
  slots: ['payer', 'name', 'number', 'plan'],
  parts: [
    ['{payer}', '{payer} - Member Card', 'Your {payer} card', '{payer} | Identification card'],
    [
      '{plan}\nMember: {name}\nMember ID: {number}',
      'Name {name}\nID No. {number}\nPlan {plan}',
      'ID: {number}\nSubscriber: {name}\nCoverage: {plan}',
    ],
    ['\nPresent this card at each visit.', '\nRxBIN 000000', '\nSee the back for telephone numbers.'],
  ],
})
