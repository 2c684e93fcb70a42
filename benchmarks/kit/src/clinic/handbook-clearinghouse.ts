import { billingProvider, partnerKeys, tradingPartners } from './clearinghouse.js'
import { clearinghouseId } from './interchanges.js'

/** Returns the handbook page on the clearinghouse, which all desks share that send X12 to payers. */
export function clearinghousePage(): string {
  const rows = partnerKeys.map((key) => {
    const { name, id, organization, memberPrefix, kind } = tradingPartners[key]
    return `  ${id}   ${name.padEnd(31)}${organization.padEnd(24)}${kind.padEnd(12)}${memberPrefix} and nine digits`
  })
  return `HANDBOOK OF THE CLINICS
The clearinghouse

All payers are behind one clearinghouse (X12 005010): eligibility (270/271), claims (837P, 835) and the status of claims (276/277). Calls
may be made in JSON or in EDI. Name the payer in each JSON call (payer_id); without it, the clearinghouse picks one.

  id      payer                          in the chart            kind        member numbers
${rows.join('\n')}

On our behalf the clearinghouse names ${billingProvider.name}, NPI ${billingProvider.npi}, as the provider. It bills us for every
inquiry that a payer answers, also for those that the payer rejects: ask what the handbook of your desk tells you to ask, once.

An interchange in EDI goes from our NPI (ISA06, GS02) to ${clearinghouseId.id} (ISA08, GS03), on the day on which it is sent. Numbers of ours in it (BHT03,
TRN02) are digits, with up to four letters before at least three of them, and say nothing about anybody. TRN04 stays empty.
`
}
