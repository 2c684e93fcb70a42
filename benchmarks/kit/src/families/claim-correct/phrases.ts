import { definePhrases } from '../../phrase-bank.js'

/** Texts of visit notes. Frozen within a major version. */
export const visits = definePhrases({
  slots: [],
  parts: [
    ['Seen for follow-up.', 'Here for a planned visit.', 'Follow-up visit.', 'Comes for review.', 'Routine follow-up.'],
    [
      'Symptoms have changed little since the last visit.',
      'Reports some improvement.',
      'No new complaints.',
      'Takes the medication as prescribed.',
      'Has slept better.',
    ],
  ],
})

export const exercises = definePhrases({
  slots: [],
  parts: [
    [
      'Warm-up on the bicycle.',
      'Stretching of the back and the hips.',
      'Bridges and planks.',
      'Walking on the treadmill.',
      'Band work.',
    ],
    [
      'Tolerated well.',
      'Without more pain afterwards.',
      'Needs cues for posture.',
      'Progress as planned.',
      'Home program reviewed.',
    ],
  ],
})

export const studies = definePhrases({
  slots: [],
  parts: [
    [
      'The study was done as ordered.',
      'Study completed.',
      'Images are complete.',
      'Examination without complications.',
      'Study of good quality.',
    ],
    [
      'The report follows.',
      'Report to the ordering clinician.',
      'The patient left in good condition.',
      'No contrast reaction.',
      'Results will be discussed.',
    ],
  ],
})

export const goal = definePhrases({
  slots: [],
  parts: [
    [
      'Claims on the list of denials have to be worked.',
      'Please work the list of denials of the claims desk.',
      'There are denials for the claims desk.',
      'Some claims have come back.',
      'The list of denials is waiting.',
    ],
    [
      'Correct what the chart supports, and record what came of it, as the handbook of the claims desk says.',
      'Mend each by the handbook of the claims desk, see it decided, and record the outcome.',
      'Do for each what the handbook of the claims desk says, and record the outcomes.',
      'Follow the handbook of the claims desk to the end, and record the outcomes.',
    ],
  ],
})

export const ticket = definePhrases({
  slots: [],
  parts: [
    [
      'Denials, please.',
      'The denials are up.',
      'New denials in the exchange.',
      'Denials for today.',
      'Claims came back again.',
    ],
    [
      'Usual procedure.',
      'By the handbook, as always.',
      'The billers need the outcomes.',
      'See the handbook of the claims desk.',
    ],
  ],
})
