/** A task that a solver did not solve at first, and who was wrong. Entries stay when they are settled. */
export interface Disagreement {
  /** `pa-submit-1200`. */
  readonly instance: string
  /** The criteria that were broken. */
  readonly broken: readonly string[]
  readonly wrong: 'solver' | 'generator' | 'handbook' | 'open'
  /** What it was, and what was changed. */
  readonly explanation: string
}

/** Every disagreement so far, oldest first. */
export const disagreements: readonly Disagreement[] = [
  {
    instance: 'pa-submit-102801',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation:
      'The instruction names the patient as "Emeka Mbeki (date of birth 1944-11-09)"; the solver read "NAME, born DATE" alone. It now takes the name before a date.',
  },
  {
    instance: 'pa-submit-103400',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation: 'The same for "Osvaldo Jablonski, 1946-07-26".',
  },
]
