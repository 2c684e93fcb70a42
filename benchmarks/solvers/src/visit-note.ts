import type { FhirJson, TaskSession } from '@carebench/client'
import { readText, searchFor, theOnly, writeReference } from './chart.js'
import { textAt } from './json.js'

/** The facts in the signed note of a day; a member is undefined if the note does not say it. */
export interface VisitNote {
  /** ICD-10-CM code, such as `M54.50`. */
  readonly diagnosis?: string | undefined
  /** Minutes of therapeutic exercise. */
  readonly therapyMinutes?: number | undefined
  /** Total minutes on the day of the visit. */
  readonly totalMinutes?: number | undefined
  /** CMS code: 10 for telehealth at home, 11 for an office, 22 for an outpatient department. */
  readonly placeOfService?: string | undefined
}

const progressNote = '11506-3'

const places: readonly (readonly [place: RegExp, code: string])[] = [
  [/\btelehealth\b/i, '10'],
  [/\bhospital\b/i, '22'],
  [/\boffice\b/i, '11'],
]

/** Reads the signed progress note of a day, `YYYY-MM-DD`; returns no facts if there is none. */
export async function readVisitNote(session: TaskSession, patient: FhirJson, day: string): Promise<VisitNote> {
  const notes = await searchFor(session, 'DocumentReference', { patient: writeReference(patient), type: progressNote })
  const signed = notes.filter(
    (note) => textAt(note, 'docStatus') === 'final' && textAt(note, 'date')?.slice(0, 10) === day,
  )
  return signed.length === 0 ? {} : parseVisitNote(await readText(session, theOnly(signed, `signed note of ${day}`)))
}

/** Parses the labeled lines of a note. */
export function parseVisitNote(text: string): VisitNote {
  const line = (label: string): string => new RegExp(`^${label}: *(.*)$`, 'm').exec(text)?.[1] ?? ''
  return {
    diagnosis: /\(([A-Z]\d[A-Z\d](?:\.[A-Z\d]{1,4})?)\)/.exec(line('Assessment'))?.[1],
    therapyMinutes: minutesIn(line('Therapeutic exercise')),
    totalMinutes: minutesIn(line('Total time on the day of the visit')),
    placeOfService: places.find(([place]) => place.test(line('Place')))?.[1],
  }
}

function minutesIn(line: string): number | undefined {
  const minutes = /^(\d+) minutes\b/.exec(line)?.[1]
  return minutes === undefined ? undefined : Number(minutes)
}
