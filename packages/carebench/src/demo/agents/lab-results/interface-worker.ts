import type { TaskSession } from '@carebench/client'
import { objectAt, objectsAt, textAt } from '../json-member.js'
import { type LaboratoryMessage, readLaboratoryMessage } from './laboratory-message.js'

/** The laboratory interface and the file exchange as a worker uses them; every call is narrated. */
export class InterfaceWorker {
  readonly #session: TaskSession
  readonly #say: (step: string) => void

  constructor(session: TaskSession, say: (step: string) => void) {
    this.#session = session
    this.#say = say
  }

  /** The messages in the inbox, latest first. */
  async inbox(): Promise<readonly LaboratoryMessage[]> {
    const answer = objectAt(await this.#session.system('hl7').request('GET', 'inbox?limit=100'))
    const rows = objectsAt(answer, 'data')
    this.#say(`HL7: read the inbox → ${rows.length} messages`)
    return rows.map((row) => readLaboratoryMessage(textAt(row, 'payload')))
  }

  /** Sends a message; returns the acknowledgment code. */
  async send(payload: string): Promise<string> {
    const answer = objectAt(await this.#session.system('hl7').request('POST', 'outbound', { payload }))
    const code = textAt(answer, 'ack_code')
    this.#say(`HL7: send a message → ${code}`)
    return code
  }

  /** Writes a file of rows. */
  async writeRows(path: string, rows: readonly (readonly string[])[]): Promise<void> {
    const text = rows.map((row) => `${row.join(',')}\r\n`).join('')
    await this.#session.system('files', 'text/csv').request('PUT', path, text)
    this.#say(`files: write ${path} → ${rows.length - 1} ${rows.length === 2 ? 'row' : 'rows'}`)
  }
}
