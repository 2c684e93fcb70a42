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

/** Works the electronic items of a patient, with the flaws of a rung of the ladder. */
export async function workPaElectronic(desk: Desk, flaws: Flaws): Promise<void> {
  // The chart does not have the payer's answers. There is nothing to wait for in this family.
  if (flaws.recordOnly) return
  const patient = flaws.greedy ? await firstPatient(desk) : await findPatient(desk.session)
  if (patient === undefined) return
  const work = workElectronic(desk.session, patient, clerkWith(flaws), { isHurried: flaws.greedy })
  // A greedy agent stops when the payer answers something that the page does not foresee.
  await (flaws.greedy ? work.catch(() => undefined) : work)
}

/** Last year's handbook accepted documents of the last half year, whatever their type; in days. */
const halfYear = 180

/** Returns how an agent with flaws chooses documents, measurements and cards. */
function clerkWith({ greedy, outdated }: Flaws): ElectronicClerk {
  return {
    async documentFor(work, { type, maxDays }, isRight) {
      if (!greedy) return findDocument(work, { type, maxDays: outdated ? halfYear : maxDays }, isRight)
      const [newest] = await newestDocuments(work, type)
      return newest === undefined ? undefined : readText(work.session, newest)
    },
    readingIn(readings, filled) {
      // A greedy agent accepts what the payer has filled in.
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
