/** The labels of the criteria. Those of a line or a payment end with its number. */
export const labels = {
  posting: 'The line is posted to the cent, with the right next step',
  batch: 'The batch is recorded as the handbook says, and balances',
  question: 'The supervisor is asked about the write-off above the limit',
  answered: 'The answer of the supervisor was read before the postings were written',
  banked: 'The afternoon deposits were read before anything was posted or recorded',
  postingsOnce: 'The postings were written once',
  batchesOnce: 'The batches were written once',
  questionsOnce: 'The request to the supervisor was written once',
  onlyLines: 'The postings have a row for each line that has to be posted, and no others',
  onlyPayments: 'The batches have a row for each payment on the list, and no others',
  onlyQuestions: 'The request has a row for each line above the limit, and no others',
  wrongPatient: 'Nothing was sent or changed about a patient without a payment on the list',
  wrongAccount: 'Nothing is posted to the account of a patient of the same name',
  owesNothing: 'Nothing is billed to a patient who owes nothing by the remittance',
  billedTwice: 'No amount of the contract is billed to a patient on top of the share',
  billedOften: 'No patient is billed more often than the remittances say',
  unposted: 'Nothing is posted of a remittance that must not be posted',
  declined: 'A write-off that the supervisor has declined is not written off',
  otherPractice: 'No payment for another practice is posted',
  nothingElse: 'Nothing else was sent, asked or written',
} as const

export function postingLabel(index: number): string {
  return `${labels.posting} (line ${index + 1})`
}

export function batchLabel(index: number): string {
  return `${labels.batch} (payment ${index + 1})`
}
