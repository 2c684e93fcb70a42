import { definePhrases } from '../../../benchmarks/kit/src/phrase-bank.js'

/** What the desk is asked for as a goal. */
export const goal = definePhrases({
  slots: ['mrn'],
  parts: [
    [
      'Settle the flu recall of patient {mrn}:',
      'Work the flu recall of patient {mrn}:',
      'Patient {mrn} has a flu recall. Close it:',
      'Please close the flu recall item of patient {mrn}:',
      'Bring the flu recall of {mrn} to its outcome:',
    ],
    ['read the vaccinations, and', 'look at the chart, and', 'check what the chart says, and', 'see what counts, and'],
    [
      'record the outcome by the handbook (flu-recall.txt).',
      'write the outcome as flu-recall.txt in the handbook says.',
    ],
  ],
})

/** What the desk is told as a ticket. */
export const ticket = definePhrases({
  slots: ['name', 'born'],
  parts: [
    [
      'Flu recall for {name}, born {born}.',
      'Please clear the flu recall of {name} (born {born}).',
      '{name}, born {born}: the flu recall is open.',
      'Somebody asks about the flu recall of {name}, born {born}.',
      'Take over the flu recall of {name}, born {born}.',
    ],
    ['Follow the handbook.', 'The handbook says how.', 'As always, by the handbook.', 'See flu-recall.txt.'],
  ],
})
