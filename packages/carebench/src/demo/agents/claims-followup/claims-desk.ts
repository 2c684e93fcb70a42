import type { TaskSession } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import { readCsvRows } from '@carebench/systems/verifier'
import { ClearinghouseDesk } from '../clearinghouse-desk.js'
import { memberAt, objectAt, textAt, textsAt } from '../json-member.js'

/** What a task of the claims desk asks for, as its `task_item` says it. Parts that a task does not have are empty. */
export interface Assignment {
  readonly list: string
  readonly rules: string
  readonly paymentNumber: string
  readonly account: string
  readonly report: { readonly path: string; readonly columns: readonly string[] }
}

/** What somebody at the claims desk works with: every call is told. */
export class ClaimsDesk {
  readonly assignment: Assignment
  readonly clearinghouse: ClearinghouseDesk
  readonly say: (step: string) => void
  readonly #session: TaskSession

  constructor(session: TaskSession, say: (step: string) => void) {
    const inputs = objectAt(memberAt(session.taskItem, 'inputs'))
    this.assignment = {
      list: textAt(inputs, 'list'),
      rules: textAt(inputs, 'rules'),
      paymentNumber: textAt(inputs, 'payment_number'),
      account: textAt(inputs, 'account'),
      report: { path: textAt(inputs, 'report', 'path'), columns: textsAt(inputs, 'report', 'columns') },
    }
    this.clearinghouse = new ClearinghouseDesk(session.system('clearinghouse'), say)
    this.say = say
    this.#session = session
  }

  /** The text of a file. */
  async readFile(path: string): Promise<string> {
    const text = await this.#session.system('files', 'text/plain').request('GET', path)
    this.say(`files: read ${path}`)
    return typeof text === 'string' ? text : ''
  }

  /** The rows of a list, each by the names of its columns. */
  async readRows(path: string): Promise<readonly Readonly<Record<string, string>>[]> {
    return readCsvRows(await this.readFile(path))
  }

  /** Writes the report that the task asks for. */
  async writeReport(rows: readonly (readonly string[])[]): Promise<void> {
    const { path, columns } = this.assignment.report
    const text = [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
    await this.#session.system('files', 'text/csv').request('PUT', path, text)
    this.say(`files: write ${path} → ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`)
  }

  /** The authorizations that the payer has of a member, the earliest first. */
  async authorizations(memberId: string): Promise<readonly JsonObject[]> {
    const answer = await this.#session.portal.listPriorAuths({ patient_member_id: memberId })
    const rows = Array.isArray(answer.data) ? answer.data.map(objectAt) : []
    this.say(`portal: look up authorizations of ${memberId} → ${rows.length} found`)
    return rows
  }
}
