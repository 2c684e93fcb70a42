import { definePhrases } from '../../phrase-bank.js'

/** Wordings of the ticket. */
export const ticket = definePhrases({
  slots: ['name', 'born'],
  parts: [
    [
      'Electronic authorizations are open for {name}, born {born}.',
      'Please settle the electronic authorization items of {name} (date of birth {born}).',
      '{name}, born {born}: orders wait for the electronic interface of the payer.',
      'Take over the electronic authorization work of {name}, {born}.',
      'The schedulers wait for the electronic authorizations of {name}, born {born}.',
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
  slots: ['mrn'],
  parts: [
    [
      'Bring the electronic authorization items of patient {mrn} to their outcome:',
      'Please work what is open for patient {mrn} on the electronic interfaces of the payer:',
      'Patient {mrn} has orders that the payer handles electronically. Settle them:',
      'Take the open electronic authorizations of patient {mrn} as far as they go today:',
    ],
    [
      'ask the payer about each order,',
      'let the payer say for each order what it needs,',
      'find out from the payer of each order whether it has to be authorized,',
    ],
    [
      'request what has to be requested, deal with the answer, and record order and work item as the handbook (inbox/handbook) says.',
      'do what its answers call for and no more, and record the outcomes of the handbook (inbox/handbook).',
    ],
  ],
})
