import { definePhrases } from '../../phrase-bank.js'

/** What the payers' representatives say. Frozen within a major version. */
export const promises = definePhrases({
  slots: ['day', 'reference'],
  parts: [
    [
      'I have it here, it is still in process.',
      'That claim is with an examiner.',
      'It is pending on our side.',
      'We have received it, and it is being worked on.',
      'It is waiting for its turn in review.',
    ],
    [
      'It will be decided by {day}.',
      'Expect a decision on {day}.',
      'The decision is due on {day}.',
      'The examiner has until {day} to decide it.',
      'We decide it no later than {day}.',
    ],
    [
      'The reference of this call is {reference}.',
      'Your call reference is {reference}.',
      'Please note {reference} for this call.',
    ],
  ],
})

export const recordRequests = definePhrases({
  slots: ['reference'],
  parts: [
    [
      'It is pending because we want the medical records.',
      'We need the medical records for this one before anybody can decide.',
      'The examiner has asked for the medical records, and they have not arrived.',
      'We wrote to you for the medical records and have no reply.',
      'It stopped in review: the medical records are missing.',
    ],
    [
      'Nothing happens until we have them.',
      'Please send them to the claims department.',
      'It stays where it is until they are here.',
      'Once they are here, we go on.',
    ],
    [
      'The reference of this call is {reference}.',
      'Your call reference is {reference}.',
      'Please note {reference} for this call.',
    ],
  ],
})

export const justPaid = definePhrases({
  slots: ['number', 'reference'],
  parts: [
    [
      'That one was finalized this morning.',
      'The examiner has released it a few hours ago.',
      'It has left review today.',
      'Good news, it has just been decided.',
      'It is done since this morning; the status inquiry shows it tomorrow.',
    ],
    [
      'It is paid with payment number {number}.',
      'The payment has the number {number}.',
      'We have paid it; the payment number is {number}.',
      'Payment number {number} is on its way to you.',
    ],
    [
      'The reference of this call is {reference}.',
      'Your call reference is {reference}.',
      'Please note {reference} for this call.',
    ],
  ],
})

export const traces = definePhrases({
  slots: ['trace', 'reference'],
  parts: [
    [
      'That payment did not go to you, I see.',
      'We have paid another provider for this one.',
      'It was paid to another practice.',
      'I see the payee is not you.',
      'The payment went out to a different provider.',
    ],
    [
      'I have opened trace {trace}.',
      'I am opening a trace: {trace}.',
      'It will be traced as {trace}.',
      'The number of the trace is {trace}.',
    ],
    [
      'The reference of this call is {reference}.',
      'Your call reference is {reference}.',
      'Please note {reference} for this call.',
    ],
  ],
})

export const nothingNew = definePhrases({
  slots: ['reference'],
  parts: [
    [
      'I see the same as the status inquiry.',
      'I can tell you no more than the status inquiry does.',
      'There is nothing that you do not have already.',
      'Our answer to your inquiry is up to date.',
      'The inquiry has told you all that I see.',
    ],
    ['Nothing is open on our side.', 'There is nothing to add.', 'I have nothing else on it.', 'That is all I have.'],
    [
      'The reference of this call is {reference}.',
      'Your call reference is {reference}.',
      'Please note {reference} for this call.',
    ],
  ],
})

/** Notes of colleagues on the list. They may be out of date, so each says when it was written. */
export const notes = definePhrases({
  slots: ['day', 'what'],
  parts: [
    ['{day}:', '{day} -', '{day},', 'on {day}:', 'as of {day}:'],
    ['portal says {what}', 'patient thinks {what}', 'last time {what}', 'was {what}', '{what} I believe'],
  ],
})

export const noted = [
  'paid',
  'pending',
  'denied, call them',
  'not on file, send again',
  'in review',
  'paid to us',
] as const

export const goal = definePhrases({
  slots: [],
  parts: [
    [
      'The claims on the aging list have been open for too long.',
      'Please work the aging list of the claims desk.',
      'There is a new aging list for the claims desk.',
      'Several claims are overdue.',
      'The aging list needs an answer for each claim today.',
    ],
    [
      'Find out what has become of each and write the worklist, as the handbook of the claims desk says.',
      'For each claim, find out the truth and the next act, and write the worklist by the handbook of the claims desk.',
      'Settle the status and the next act of each by the handbook of the claims desk, and write the worklist.',
      'Do what the handbook of the claims desk says, and leave the worklist for the billers.',
    ],
  ],
})

export const ticket = definePhrases({
  slots: [],
  parts: [
    [
      'Aging list, please.',
      'The aging list is up.',
      'New aging list in the exchange.',
      'Aging list for today.',
      'Open claims again.',
    ],
    [
      'The billers need the worklist.',
      'Same procedure as always.',
      'Usual worklist by the handbook.',
      'See the handbook of the claims desk.',
    ],
  ],
})
