import type { JsonObject, TaskSession } from '@carebench/client'
import { readPage } from './handbook.js'
import { needed, objectsAt, textAt } from './json.js'

/** A payer behind the clearinghouse, from the handbook. */
export interface ClearinghousePayer {
  readonly id: string
  readonly name: string
  /** `Organization/payer-01`. */
  readonly organization: string
  /** `commercial`, `medicaid` or `medicare`. */
  readonly kind: string
}

/** An eligibility inquiry: the payer who is asked, the patient, the service type and the day. */
export interface Inquiry {
  readonly payer: string
  /** `Patient/1`. */
  readonly patient: string
  readonly memberId: string
  readonly serviceType: string
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/** Reads the payers of `clearinghouse.txt`. */
export async function readClearinghousePayers(session: TaskSession): Promise<readonly ClearinghousePayer[]> {
  const page = await readPage(session, 'clearinghouse.txt')
  const row = /^ +([A-Z0-9]{5}) +(\S+(?: \S+)*) {2,}(Organization\/\S+) +(\S+)/gm
  return [...page.matchAll(row)].map(([, id = '', name = '', organization = '', kind = '']) => ({
    id,
    name,
    organization,
    kind,
  }))
}

/** Sends each inquiry only once, because every inquiry is billed. */
export class Inquirer {
  readonly #session: TaskSession
  readonly #answers = new Map<string, JsonObject>()

  constructor(session: TaskSession) {
    this.#session = session
  }

  /** Resolves to the response of the payer, a 271 in JSON. */
  async ask(inquiry: Inquiry): Promise<JsonObject> {
    const key = JSON.stringify(inquiry)
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const answer = await this.#session.clearinghouse.request('eligibility', {
      patient_id: inquiry.patient,
      member_id: inquiry.memberId,
      payer_id: inquiry.payer,
      service_type: inquiry.serviceType,
      date: inquiry.day,
    })
    this.#answers.set(key, answer)
    return answer
  }
}

/** Reads the status in a response; AAA 75 is an unknown member. Throws for other rejections, unknown to handbooks. */
export function readStatus(answer: JsonObject): 'active' | 'inactive' | 'unknown-member' {
  const status = needed(textAt(answer, 'status'), 'a status of the answer')
  if (status === 'active' || status === 'inactive') return status
  const codes = objectsAt(answer, 'errors').map((error) => textAt(error, 'code'))
  if (codes.length > 0 && codes.every((code) => code === '75')) return 'unknown-member'
  throw new Error(`Expected an answer that is active, inactive or rejected with AAA 75, got ${status} ${codes.join()}.`)
}
