import { definePhrases } from '../../phrase-bank.js'

/** Wordings of the ticket. */
export const ticket = definePhrases({
  slots: ['name', 'born'],
  parts: [
    [
      'Please clear the authorization work items of {name}, born {born}.',
      'Authorizations for {name} (date of birth {born}) are waiting.',
      '{name}, born {born}: open authorization items.',
      'The scheduler asks where the authorizations for {name}, {born}, stand. Work them.',
      'Take over what is open for {name}, born {born}, on the authorization desk.',
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
      'Bring the open prior authorization work of patient {mrn} to its outcome:',
      'Please work the prior authorization items of patient {mrn}:',
      'Patient {mrn} has an order that may need an authorization. Settle it:',
      'The order of patient {mrn} cannot be scheduled before its authorization is settled. Please do that:',
      'Handle the authorization of the open order of patient {mrn}:',
    ],
    [
      'find out whether the payer requires one and what it wants to see, and',
      'check the order, the coverage and the requirements of the payer, and',
      'look at the order, ask the payer what it requires, and',
      'make sure that the order still stands and who pays, and',
    ],
    [
      'send the request if it is due. Record the outcome on the work item as the handbook (inbox/handbook) says.',
      'request it once if that is right. Close the work item with the coded outcome of the handbook (inbox/handbook).',
    ],
  ],
})

/** Telephone notes in which a clinician withdraws an order. */
export const withdrawals = definePhrases({
  slots: ['service', 'clinician'],
  parts: [
    [
      '{clinician} called the desk.',
      'Call from {clinician}.',
      'Spoke with {clinician} by telephone.',
      'Telephone message of {clinician}:',
      'Call of {clinician}, message taken in full.',
    ],
    [
      'The order for {service} is withdrawn.',
      'Please do not go on with the order for {service}; it is withdrawn.',
      'The patient has decided otherwise, so the order for {service} is withdrawn.',
      'Withdraws the order for {service}.',
    ],
  ],
})

/** Telephone notes in which a clinician leaves an order in place. */
export const confirmations = definePhrases({
  slots: ['service', 'clinician'],
  parts: [
    [
      '{clinician} called the desk.',
      'Call from {clinician}.',
      'Spoke with {clinician} by telephone.',
      'Telephone message of {clinician}:',
      'Call of {clinician}, message taken in full.',
    ],
    [
      'Asks whether the order for {service} has gone out. It stands as written.',
      'The order for {service} stays as it is; the patient asked about the day.',
      'Confirms the order for {service}.',
      'Wants {service} on the ordered day; no change of the order.',
    ],
  ],
})
