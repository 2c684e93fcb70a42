import type { FhirJson, TaskSession } from '@carebench/client'
import { findPatientNamed, searchFor, theOnly, writeReference } from './chart.js'
import { parseCsv } from './csv.js'
import { type ClearinghousePayer, readClearinghousePayers } from './eligibility-inquiry.js'
import { needed, textAt } from './json.js'

/** A claim on a list of the claims desk, with its payer and its patient. */
export interface ListedClaim {
  /** The clinic's own number of the claim. */
  readonly account: string
  readonly payer: ClearinghousePayer
  readonly patient: FhirJson
  /** `YYYY-MM-DD`, as on the list. */
  readonly born: string
  /** The member number of the patient's policy with the payer. */
  readonly memberId: string
  /** `YYYY-MM-DD`. */
  readonly serviceDay: string
  /** All cells of the row by column. */
  readonly cells: Readonly<Record<string, string>>
}

/** Reads a list of the claims desk, such as `inbox/aging.csv`, and looks its patients up in the chart. */
export async function readClaimsList(session: TaskSession, path: string): Promise<readonly ListedClaim[]> {
  const payers = await readClearinghousePayers(session)
  const claims: ListedClaim[] = []
  for (const cells of parseCsv(await session.files.read(path))) {
    const cell = (column: string): string => needed(cells[column], `the column ${column} in ${path}`)
    const payer = needed(
      payers.find(({ name }) => name === cell('payer')),
      `${cell('payer')} in the clearinghouse`,
    )
    const patient = await findPatientNamed(session, cell('patient'), cell('born'))
    const policies = await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) })
    const policy = theOnly(
      policies.filter((one) => textAt(one, 'payor', 0, 'reference') === payer.organization),
      `policy of ${cell('patient')} with ${payer.name}`,
    )
    claims.push({
      account: cell('account'),
      payer,
      patient,
      born: cell('born'),
      memberId: needed(textAt(policy, 'subscriberId'), 'the member number of the policy'),
      serviceDay: cell('service_date'),
      cells,
    })
  }
  return claims
}
