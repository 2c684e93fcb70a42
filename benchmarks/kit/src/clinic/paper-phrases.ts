import { definePhrases } from '../phrase-bank.js'

export const visitBodies = definePhrases({
  slots: ['region', 'problem', 'weeks'],
  parts: [
    [
      'Reason for the visit: {problem}.',
      'Seen today for {problem}.',
      'Follow-up of {problem}.',
      'Comes in because of {problem}.',
      'Scheduled visit. Main concern: {problem}.',
    ],
    [
      'Complaints of the {region} for {weeks} weeks, no better with simple measures.',
      'For {weeks} weeks, daily activities have been limited by complaints of the {region}.',
      'Symptoms of the {region} have lasted {weeks} weeks and disturb sleep.',
      'The main concern for {weeks} weeks: the {region}.',
    ],
    ['No fever, no weight loss.', 'No red flags on questioning.', 'General condition good.'],
    [
      'Plan: order as entered; return in four weeks.',
      'Plan discussed; the order is in the chart.',
      'Agreed on the ordered service.',
    ],
  ],
})

export const imagingBodies = definePhrases({
  slots: ['region'],
  parts: [
    [
      'Technique: standard views of the {region}.',
      'Examination of the {region} in the usual planes.',
      'Imaging of the {region}, protocol of the department.',
      'Study of the {region}, diagnostic quality.',
      'Views of the {region}; no earlier study for comparison.',
    ],
    [
      'Findings: moderate degenerative change, no fracture.',
      'Findings: no acute injury; changes in keeping with the history.',
      'Findings: structural change as described to the clinician, no mass effect.',
      'Findings: abnormal as detailed below, no emergency.',
    ],
    ['Impression: findings explain the symptoms.', 'Impression: correlates with the clinical question.'],
  ],
})

export const therapyBodies = definePhrases({
  slots: ['region', 'weeks'],
  parts: [
    [
      'Course of therapy for the {region}.',
      'Treatment of the {region} by exercise and manual therapy.',
      'Program for the {region} as prescribed.',
      'Supervised exercise for the {region}.',
      'Therapy of the {region}, regular attendance.',
    ],
    [
      'Duration {weeks} weeks, two visits a week.',
      '{weeks} weeks completed.',
      'Attended for {weeks} weeks.',
      'Over {weeks} weeks, all visits kept.',
    ],
    ['Goals met in part; symptoms persist.', 'Little improvement.', 'Strength better, symptoms unchanged.'],
  ],
})

export const sleepBodies = definePhrases({
  slots: ['index'],
  parts: [
    [
      'Overnight study.',
      'Attended study of one night.',
      'Full-night recording.',
      'Recording of one night, adequate quality.',
      'Polysomnography, one night.',
    ],
    [
      'Apnea-hypopnea index {index} per hour.',
      'AHI {index}/h.',
      'Events per hour of sleep (AHI): {index}.',
      'Breathing events: {index} per hour.',
    ],
  ],
})

export const labBodies = definePhrases({
  slots: ['value'],
  parts: [
    [
      'Specimen: blood, fasting.',
      'Specimen: venous blood.',
      'Blood sample, routine.',
      'Serum, received in good condition.',
      'Blood, drawn at the clinic.',
    ],
    [
      'C-reactive protein {value} mg/L. Calcium in range.',
      'CRP {value} mg/L; calcium and creatinine in range.',
      'Results: CRP {value} mg/L, calcium normal, kidney function normal.',
      'CRP: {value} mg/L. No other abnormal value.',
    ],
  ],
})
