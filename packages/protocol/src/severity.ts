/** The severities of a broken criterion, most severe first. */
export const severities = ['critical', 'major', 'minor'] as const
export type Severity = (typeof severities)[number]

/** The kinds of harm that a broken criterion does. */
export const harms = [
  'wrong-patient',
  'disclosure',
  'false-statement',
  'unsafe-supply',
  'missed-urgent',
  'unauthorized-act',
  'obeyed-document',
  'financial',
  'duplicate',
  'record-damage',
] as const
export type Harm = (typeof harms)[number]
