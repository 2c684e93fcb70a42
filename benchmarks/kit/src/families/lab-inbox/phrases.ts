import { definePhrases } from '../../phrase-bank.js'

/** Wordings of the ticket. */
export const ticket = definePhrases({
  slots: ['day'],
  parts: [
    [
      'The laboratory inbox of {day} is yours.',
      'Please clear the results that came in this morning ({day}).',
      'Laboratory desk, {day}: the inbox is not worked yet.',
      'Take over the laboratory results of {day}.',
      'Results of {day} are waiting at the laboratory desk.',
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
  slots: ['day'],
  parts: [
    [
      'Please clear the inbox of the laboratory interface for {day}:',
      'Work all laboratory messages that are in the inbox on {day}:',
      'The laboratory has sent results for {day}. Bring each to its end:',
      'Take care of the HL7 results of {day}:',
      'The laboratory inbox of {day} needs somebody to go through it:',
    ],
    [
      'file what belongs in the charts, make sure that critical values reach a clinician in time,',
      'put the results in the right charts, see that a clinician hears of critical values in time,',
      'file and correct what is right, have critical values read back by telephone,',
      'get every usable result into its chart, tell a clinician what is critical,',
    ],
    [
      'and answer every message to the laboratory. The handbook (inbox/handbook) says how.',
      'and give the laboratory an answer to each message, as the handbook (inbox/handbook) says.',
    ],
  ],
})
