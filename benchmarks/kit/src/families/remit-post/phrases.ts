import { definePhrases } from '../../phrase-bank.js'

export const goal = definePhrases({
  slots: ['payer'],
  parts: [
    [
      'Payments of {payer} have to be posted.',
      'Please post the payments of {payer} that are on the list.',
      'There are new payments of {payer} on the list of the payment desk.',
      '{payer} has sent money, and the list of payments is in the file exchange.',
      'The payments of {payer} on the list are still to be worked.',
    ],
    [
      'Write the postings and the batches as the handbook of the payment desk says.',
      'Work each by the handbook of the payment desk, and leave the postings and the batches in the file exchange.',
      'Do with each what the handbook of the payment desk says, and record the postings and the batches.',
      'The handbook of the payment desk says what becomes of each; the ledger takes your postings and batches tonight.',
    ],
  ],
})

export const ticket = definePhrases({
  slots: ['payer'],
  parts: [
    [
      'Remittances of {payer}, please.',
      '{payer} is up for posting.',
      'Payment list: {payer}.',
      'New money from {payer}.',
      '{payer} again, usual list.',
    ],
    [
      'By the handbook of the payment desk.',
      'See the handbook of the payment desk.',
      'Same procedure as always, see the handbook.',
      'Batches by tonight, by the handbook.',
    ],
  ],
})
