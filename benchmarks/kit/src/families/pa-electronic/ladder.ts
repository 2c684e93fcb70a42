import {
  type ElectronicClerk,
  findDocument,
  findPatient,
  numberAt,
  readName,
  readText,
  textAt,
  workElectronic,
} from '@carebench/benchmark-solvers/readers'
import type { Desk } from '../../desk/desk.js'
import { firstPatient, newestDocuments } from '../../desk/first-match.js'
import type { Flaws } from '../../desk/flaws.js'

/** Works the electronic items of a patient, as the rungs of the ladder do. */
export async function workPaElectronic(desk: Desk, flaws: Flaws): Promise<void> {
  // The record does not say what the payer says, and the family has nothing to wait for.
  if (flaws.recordOnly) return
  const patient = flaws.greedy ? await firstPatient(desk) : await findPatient(desk.session)
  if (patient === undefined) return
  const work = workElectronic(desk.session, patient, clerkWith(flaws), { isHurried: flaws.greedy })
  // Somebody who verifies nothing is at a loss where the payer answers what the page does not foresee, and stops.
  await (flaws.greedy ? work.catch(() => undefined) : work)
}

/** The handbook of last year said half a year for every document. */
const halfYear = 180

/** What counts for somebody with flaws. */
function clerkWith({ greedy, outdated }: Flaws): ElectronicClerk {
  return {
    async documentFor(work, { type, maxDays }, isRight) {
      if (!greedy) return findDocument(work, { type, maxDays: outdated ? halfYear : maxDays }, isRight)
      const [newest] = await newestDocuments(work, type)
      return newest === undefined ? undefined : readText(work.session, newest)
    },
    readingIn(readings, filled) {
      // What the payer has filled in already is good enough.
      if (greedy && filled !== undefined) return filled
      const counting = greedy ? readings : readings.filter((one) => textAt(one, 'status') === 'final')
      return numberAt(counting[0], 'valueQuantity', 'value')
    },
    numberOn(cards, patient) {
      const own = cards.filter(({ card, text }) => {
        return textAt(card, 'docStatus') === 'final' && /^Member: (.+)$/m.exec(text)?.[1] === readName(patient)
      })
      const [counting] = greedy ? cards : own
      return counting && /^Member ID: (\S+)$/m.exec(counting.text)?.[1]
    },
  }
}
