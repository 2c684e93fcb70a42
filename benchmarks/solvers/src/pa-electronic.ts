import { findDocument } from './authorization-documents.js'
import { findPatient, readName } from './chart.js'
import { type ElectronicClerk, workElectronic } from './electronic-work.js'
import { numberAt, textAt } from './json.js'
import type { Solver } from './solver.js'

/** Requests authorizations by the electronic interfaces of a payer, from the work item to its outcome. */
export const paElectronic: Solver = {
  family: 'pa-electronic',
  async solve(session) {
    await workElectronic(session, await findPatient(session), byHandbook)
    return undefined
  },
}

/** Decides what counts as the handbook's page says. */
const byHandbook: ElectronicClerk = {
  documentFor: findDocument,
  readingIn: (readings) =>
    numberAt(
      readings.find((one) => textAt(one, 'status') === 'final'),
      'valueQuantity',
      'value',
    ),
  numberOn(cards, patient) {
    const own = cards.find(({ card, text }) => {
      return textAt(card, 'docStatus') === 'final' && /^Member: (.+)$/m.exec(text)?.[1] === readName(patient)
    })
    return own && /^Member ID: (\S+)$/m.exec(own.text)?.[1]
  },
}
