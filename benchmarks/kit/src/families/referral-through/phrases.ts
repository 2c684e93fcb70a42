import { definePhrases } from '../../phrase-bank.js'

/** Wordings of the ticket. */
export const ticket = definePhrases({
  slots: ['name', 'born'],
  parts: [
    [
      'There is a referral for {name}, born {born}.',
      '{name}, born {born}: a practice has sent a referral.',
      'Referral of {name}, born {born}, is open at the referral desk.',
      'Please take the referral of {name}, born {born}.',
      'A referral has come in for {name}, born {born}.',
    ],
    [
      'Bring it to its end by the handbook.',
      'The handbook in the file exchange (inbox/handbook) says how.',
      'As always, by the handbook of the desk.',
      'Work it as the handbook says.',
    ],
  ],
})

/** Wordings of the goal. */
export const goal = definePhrases({
  slots: ['name', 'born'],
  parts: [
    [
      'Please see the referral of {name}, born {born}, through to the end:',
      'Work the open referral of {name}, born {born}:',
      'Take care of the referral for {name}, born {born}:',
      'A practice has referred {name}, born {born}. Bring it to an end:',
      'The referral of {name}, born {born}, needs somebody to see it through:',
    ],
    [
      'have the study authorized, agree a date with the patient, book and confirm it,',
      'get the authorization, find a date that the patient agrees to, book it and have it confirmed,',
      'from what the practice wants and the authorization to a date that the patient has agreed to and that is booked,',
      'authorization first, then a date that suits everybody, booked and confirmed,',
    ],
    [
      'and answer the practice. The handbook (inbox/handbook) says how, and what to do if it comes otherwise.',
      'and tell the practice. Where there is to be no visit, the handbook (inbox/handbook) says what is right.',
    ],
  ],
})

/** How a patient agrees. */
export const agreements = definePhrases({
  slots: [],
  parts: [
    [
      'Yes, that suits me.',
      'Fine, I can make that.',
      'That works for me.',
      'Good, I will take it.',
      'All right, I can do that.',
    ],
    ['I will write it down.', 'Thank you for calling.', 'I will be there.', 'Please put me down for it.'],
  ],
})

/** How a patient asks for another day. */
export const otherDays = definePhrases({
  slots: ['from'],
  parts: [
    ['I am sorry,', 'Oh dear,', 'No, wait,', 'Hm, no,', 'I am afraid'],
    [
      'I am away then. I can come from {from} on.',
      'that is not possible. From {from} on I have time.',
      'I have to work that day. From {from} on it is fine.',
      'I cannot make that. Any day from {from} on will do.',
    ],
  ],
})

/** How a patient declines. */
export const refusals = definePhrases({
  slots: [],
  parts: [
    ['No, thank you.', 'To be honest, no.', 'I have thought about it.', 'No, leave it.', 'I am sorry, no.'],
    [
      'I do not want this study at all, not on another day either.',
      'I have decided against the study.',
      'I will not have this test, and I will tell my doctor myself.',
      'I do not want it done. Please do not look for another day.',
    ],
  ],
})

/** How a practice asks for a study. */
export const requests = definePhrases({
  slots: ['study', 'code'],
  parts: [
    ['Please see our patient for:', 'We ask for:', 'Requested study:', 'Kindly arrange:', 'Referred for:'],
    ['{study} ({code}).', '{study}, CPT {code}.', '{study} [{code}].', '{code}, {study}.'],
  ],
})

/** How a practice withdraws a referral. */
export const withdrawals = definePhrases({
  slots: ['study'],
  parts: [
    [
      'We withdraw this referral.',
      'Please cancel this referral.',
      'The referral is withdrawn.',
      'Please disregard our referral: it is withdrawn.',
      'This referral is no longer needed and is withdrawn.',
    ],
    [
      'The {study} was done elsewhere.',
      'Our doctor has decided against the {study}.',
      'The {study} is not needed any more.',
      'There will be no {study} for now.',
    ],
  ],
})
