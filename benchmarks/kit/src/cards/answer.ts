/** How well we follow a practice of a checklist. `detail` says how or, for `no` and `partly`, what is missing. */
export interface Answer {
  readonly item: string
  readonly practice: string
  readonly answer: 'yes' | 'partly' | 'no' | 'does not apply'
  readonly detail: string
}

export function yes(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'yes', detail }
}

export function partly(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'partly', detail }
}

export function no(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'no', detail }
}

export function notHere(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'does not apply', detail }
}
