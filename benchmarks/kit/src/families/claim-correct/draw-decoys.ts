import type { Chance } from '../../chance.js'
import { workingAges, workingDays } from '../../clinic/dates.js'
import type { Authorization, Branch, Diagnosis, Note } from './facts.js'

/**
 * Draws up to `decoys` notes that must not be used: a draft of the same day, and notes of a later and an earlier day,
 * with other content. If `hidden`, there is at least the draft, and it has the content that the signed note lacks.
 */
export function drawNoteDecoys(
  chance: Chance,
  note: Note,
  { hidden, decoys, other }: { readonly hidden: boolean; readonly decoys: number; readonly other: Diagnosis },
): readonly Note[] {
  const minutes = note.minutes === null ? null : note.minutes + chance.pick([15, 30])
  const draft: Note = {
    ...note,
    final: false,
    ...(hidden ? {} : { minutes, diagnosis: other }),
  }
  const otherPlace = note.place === '11' ? ('22' as const) : ('11' as const)
  const [later = note.age - 3] = workingAges(note.age - 5, note.age - 1)
  const others = [later, -workingDays(-note.age - 7)].map(
    (age): Note => ({
      ...note,
      age,
      minutes,
      diagnosis: other,
      place: note.kind === 'imaging' ? note.place : otherPlace,
    }),
  )
  return [draft, ...others].slice(0, hidden ? Math.max(decoys, 1) : decoys)
}

/**
 * Draws authorizations that resemble the right one, but are for another day or procedure, or were denied. In the branch
 * `authorization`, the right one is added at the end.
 */
export function drawAuthorizations(
  chance: Chance,
  right: Authorization,
  { branch, decoys, codes }: { readonly branch: Branch; readonly decoys: number; readonly codes: readonly string[] },
): readonly Authorization[] {
  const number = () => `PA${chance.integer(10_000_000, 99_999_999)}`
  const otherCode = chance.pick(codes.filter((code) => code !== right.code))
  const wrong = chance.shuffle<Authorization>([
    { ...right, number: number(), serviceAge: -workingDays(-right.serviceAge - chance.pick([14, 30, 60])) },
    { ...right, number: number(), code: otherCode },
    { ...right, number: number(), approved: false },
  ])
  const some = wrong.slice(0, Math.max(1, decoys))
  return branch === 'authorization' ? [...some, right] : some
}
