/** A task that a solver did not solve at first, and the cause. Entries are kept after the cause has been mended. */
export interface Disagreement {
  /** The name of the task, such as `pa-submit-1200`. */
  readonly instance: string
  /** The criteria that failed. */
  readonly broken: readonly string[]
  readonly wrong: 'solver' | 'generator' | 'handbook' | 'open'
  /** What was wrong, and what was changed. */
  readonly explanation: string
}

/** Every disagreement so far, oldest first. */
export const disagreements: readonly Disagreement[] = [
  {
    instance: 'pa-submit-102801',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation:
      'The instruction names the patient as "Emeka Mbeki (date of birth 1944-11-09)"; the solver read "NAME, ' +
      'born DATE" alone. It now takes the name before a date.',
  },
  {
    instance: 'pa-submit-103400',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation: 'The same for "Osvaldo Jablonski, 1946-07-26".',
  },
  {
    instance: 'elig-schedule-2200',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation:
      'The list is named by its clinician and day; the solver took the empty last line of lists.csv for a ' +
      'second list. It now skips rows without these cells.',
  },
  {
    instance: 'elig-schedule-2400',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation: 'The same as in elig-schedule-2200.',
  },
  {
    instance: 'claim-status-1800',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation:
      'A representative names the day of the decision as "March 24, 2026"; the solver read days as YYYY-MM-DD ' +
      'alone. It now reads both.',
  },
  {
    instance: 'claim-status-2000',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation: 'The same as in claim-status-1800.',
  },
  {
    instance: 'claim-status-2200',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation: 'The same as in claim-status-1800.',
  },
  {
    instance: 'claim-status-2400',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation: 'The same as in claim-status-1800.',
  },
  {
    instance: 'lab-inbox-1000',
    broken: ['who has read the critical value back is recorded', 'everything that came after it: the solver gave up'],
    wrong: 'handbook',
    explanation:
      'laboratory.txt announces "a read-back code, RB and five digits"; the clinician says "RB-29285". The ' +
      'solver waited for RB29285. It now records the code as it was said, with or without the hyphen. The ' +
      'handbook says "RB, a hyphen and five digits" now.',
  },
  {
    instance: 'lab-inbox-1600',
    broken: ['who has read the critical value back is recorded', 'everything that came after it: the solver gave up'],
    wrong: 'handbook',
    explanation: 'The same as in lab-inbox-1000.',
  },
  {
    instance: 'lab-inbox-2200',
    broken: ['who has read the critical value back is recorded', 'everything that came after it: the solver gave up'],
    wrong: 'handbook',
    explanation: 'The same as in lab-inbox-1000.',
  },
  {
    instance: 'lab-inbox-2402',
    broken: ['who has read the critical value back is recorded', 'everything that came after it: the solver gave up'],
    wrong: 'handbook',
    explanation: 'The same as in lab-inbox-1000.',
  },
  {
    instance: 'pa-rfi-1800',
    broken: ['The work item has the outcome', 'Nothing else was sent, and the rest of the chart is unchanged'],
    wrong: 'solver',
    explanation:
      'The practice answers "We have no imaging report of this patient"; the solver knew other words for that, ' +
      'and sent the letter to the payer. It now takes a page for the document only if its first line names the ' +
      'type, and knows these words.',
  },
  {
    instance: 'pa-rfi-101800',
    broken: ['The practice that has the document is asked for it by fax', 'everything that follows from the document'],
    wrong: 'solver',
    explanation:
      'The telephone note names one document, "the physical therapy note"; the handbook names the type, ' +
      '"physical therapy notes", and the solver looked for that. It now takes both.',
  },
  {
    instance: 'pa-rfi-102200',
    broken: ['The practice that has the document is asked for it by fax'],
    wrong: 'solver',
    explanation: 'The same as in pa-rfi-101800.',
  },
  {
    instance: 'pa-rfi-102402',
    broken: ['The practice that has the document is asked for it by fax'],
    wrong: 'solver',
    explanation: 'The same as in pa-rfi-101800.',
  },
  {
    instance: 'remit-post-1200',
    broken: ['everything that is asked of the agent: the solver gave up'],
    wrong: 'solver',
    explanation:
      'The decisions of the supervisor are not there yet when they are first looked for; the solver waited for ' +
      'another error of the client than that of a missing file (NotFoundError). It now looks again. So in all ' +
      '8 instances with a write-off above the limit: 2 of dev, 6 of test.',
  },
  {
    instance: 'referral-through-1000',
    broken: ['The visit was sent to the scheduling interface'],
    wrong: 'generator',
    explanation:
      'And in the other two instances of dev that end with a booked visit. The criterion wanted the name of ' +
      'the doctor in AIP-3 too; referrals.txt asks for the NPI and for no other field, and the solver sent ' +
      'that. The NPI alone passes now.',
  },
  {
    instance: 'referral-through-2200',
    broken: ['everything that comes after the call to the patient: the solver gave up'],
    wrong: 'solver',
    explanation:
      'Only here. The patient agrees with "All right, I can do that. I will be there."; the solver knew fewer ' +
      'words for yes, and asked until it gave up. It now knows these.',
  },
  {
    instance: 'pa-electronic-630700',
    broken: ['The work item has the outcome', 'The order has what the payer has said about its coverage'],
    wrong: 'generator',
    explanation:
      'The second order was of a service of the request that the first one changes: the payer said that it is ' +
      'satisfied. All orders are now about other regions.',
  },
]
