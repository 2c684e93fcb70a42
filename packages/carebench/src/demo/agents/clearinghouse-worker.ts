import type { SimulatedSystem } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import { objectAt, objectsAt, textAt } from './json-member.js'

/** The clearinghouse as a worker uses it; every call is narrated. */
export class ClearinghouseWorker {
  readonly #system: SimulatedSystem
  readonly #say: (step: string) => void

  constructor(system: SimulatedSystem, say: (step: string) => void) {
    this.#system = system
    this.#say = say
  }

  /** Inquires about eligibility. */
  async askEligibility(question: JsonObject): Promise<JsonObject> {
    const answer = await this.#post('eligibility', question)
    const errors = objectsAt(answer, 'errors').map((error) => textAt(error, 'code'))
    const result = errors.length === 0 ? textAt(answer, 'status') : `refused, ${errors.join(' ')}`
    this.#say(`clearinghouse: eligibility of ${describe(question)} → ${result}`)
    return answer
  }

  /** Inquires about the status of a claim. */
  async askClaimStatus(question: JsonObject): Promise<JsonObject> {
    const answer = await this.#post('claim-status', question)
    this.#say(`clearinghouse: status of ${textAt(question, 'patient_account')} → ${textAt(answer, 'status')}`)
    return answer
  }

  /** Submits a claim. */
  async sendClaim(claim: JsonObject): Promise<JsonObject> {
    const answer = await this.#post('claims', claim)
    const [first] = objectsAt(answer, 'claims')
    this.#say(`clearinghouse: send claim ${textAt(claim, 'patient_account')} → ${textAt(first, 'claim_number')}`)
    return answer
  }

  /** The EDI of the sent or received interchanges with one transaction set, latest first. */
  async transactions(transaction: string, direction: 'sent' | 'received'): Promise<readonly string[]> {
    const answer = objectAt(await this.#system.request('GET', 'transactions?limit=100'))
    const rows = objectsAt(answer, 'data').filter(
      (row) => textAt(row, 'transaction') === transaction && textAt(row, 'direction') === direction,
    )
    this.#say(`clearinghouse: read the transactions ${direction} → ${rows.length} of ${transaction}`)
    return rows.map((row) => textAt(row, 'payload'))
  }

  async #post(path: string, body: JsonObject): Promise<JsonObject> {
    return objectAt(await this.#system.request('POST', path, body))
  }
}

function describe(question: JsonObject): string {
  const member = textAt(question, 'member_id')
  const patient = textAt(question, 'patient_id')
  return member === '' ? patient : `${patient} as ${member}`
}
