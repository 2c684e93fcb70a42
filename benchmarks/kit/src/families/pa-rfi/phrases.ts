import { definePhrases } from '../../phrase-bank.js'

/** Wordings of the ticket. */
export const ticket = definePhrases({
  slots: ['name', 'born'],
  parts: [
    [
      'The payer wants more about {name}, born {born}.',
      'A request for {name} (date of birth {born}) has come back.',
      '{name}, born {born}: the payer has asked for information.',
      'Take over the returned authorization request of {name}, {born}.',
      'Please settle what the payer still wants for {name}, born {born}.',
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
      'The payer has sent an authorization request of patient {mrn} back for more information. Settle it:',
      'Please work the request for information about patient {mrn}:',
      'A prior authorization of patient {mrn} waits for documents. Bring it to its outcome:',
      'Patient {mrn} has a request that the payer returned. Please take care of it:',
    ],
    [
      'find what is missing, correct what is wrong,',
      'see what the payer lacks and where it is, check the request against the order,',
      'look for the documents that it wants, in the chart or with the practice that has them,',
    ],
    [
      'and reply once if that is right. Record the outcome on the work item as the handbook (inbox/handbook) says.',
      'and answer the payer in time if it can be done. Close the work item with the coded outcome of the handbook (inbox/handbook).',
    ],
  ],
})

/** Telephone notes that say which practice has a document. */
export const elsewhere = definePhrases({
  slots: ['document', 'practice', 'fax'],
  parts: [
    [
      'Patient called.',
      'Spoke with the patient.',
      'The patient rang back about the authorization.',
      'Call from the patient in the morning.',
      'Reached the patient by telephone.',
    ],
    [
      'The {document} that we lack is with {practice}; we were never sent a copy.',
      'The {document} was done at {practice}, and is not in our chart.',
      '{practice} has the {document}; it has not reached us.',
      'Says that {practice} did it and keeps the {document}.',
    ],
    [
      'Their letterhead has the fax number {fax}.',
      'On an old letter of theirs the fax is {fax}.',
      'The patient has {fax} as their fax number.',
    ],
  ],
})
