import type { PortalSystem } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import type { Wait } from '../agent.js'
import { objectsAt, textAt } from './json-member.js'

const pollEvery = 250
const pollAtMost = 60

/** The payer's portal as a worker uses it; every call is narrated. */
export class PortalWorker {
  readonly #portal: PortalSystem
  readonly #say: (step: string) => void
  readonly #wait: Wait

  constructor(portal: PortalSystem, say: (step: string) => void, wait: Wait) {
    this.#portal = portal
    this.#say = say
    this.#wait = wait
  }

  /** The rows of a list, for example `patients`, that match a filter. */
  async find(list: string, filter: string, value: string): Promise<readonly JsonObject[]> {
    const answer = await this.#portal.request('GET', `${list}?${new URLSearchParams({ [filter]: value })}`)
    const rows = objectsAt(answer, 'data')
    this.#say(`portal: look up ${list} ${filter}=${value} → ${rows.length} found`)
    return rows
  }

  /** Submits a request; returns its row. */
  async submit(request: JsonObject): Promise<JsonObject> {
    const row = await this.#portal.submitPriorAuth(request)
    const what = `${textAt(request, 'procedure_code')} for member ${textAt(request, 'patient_member_id')}`
    this.#say(`portal: request ${what} → ${describe(row)}`)
    return row
  }

  /** Attaches the text of a document. */
  async attach(authNumber: string, document: JsonObject): Promise<void> {
    await this.#portal.attach(authNumber, document)
    this.#say(
      `portal: attach ${textAt(document, 'document_type')} ("${textAt(document, 'file_name')}") to ${authNumber}`,
    )
  }

  /** Resubmits a request with corrections; returns its row. */
  async resubmit(authNumber: string, corrections: JsonObject): Promise<JsonObject> {
    const row = await this.#portal.amendPriorAuth(authNumber, corrections)
    const corrected = Object.keys(corrections)
    const what = corrected.length === 0 ? 'as it is' : `with ${corrected.join(', ')} corrected`
    this.#say(`portal: resubmit ${authNumber} ${what} → ${describe(row)}`)
    return row
  }

  /** The row once it is decided, or after fifteen seconds. */
  async awaitDecision(row: JsonObject): Promise<JsonObject> {
    let latest = row
    for (let poll = 0; poll < pollAtMost && textAt(latest, 'status') === 'pending'; poll++) {
      if (poll === 0) this.#say('portal: wait for the decision')
      await this.#wait(pollEvery)
      latest = await this.#portal.readPriorAuth(textAt(row, 'auth_number'))
    }
    if (latest !== row) this.#say(`portal: read ${describe(latest)}`)
    return latest
  }
}

/** A document of the chart in the form of the portal. */
export function attachmentOf(type: string, { title, text }: { readonly title: string; readonly text: string }) {
  return {
    document_type: type,
    file_name: `${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
    media_type: 'text/plain',
    text,
  }
}

function describe(row: JsonObject): string {
  return `${textAt(row, 'auth_number')} ${textAt(row, 'status').replaceAll('_', ' ')}`
}
