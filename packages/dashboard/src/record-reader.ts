import { apiErrorFromWire, type Clock } from '@carebench/protocol'
import {
  type CallOperation,
  NotReplayableError,
  type OpenedRecord,
  parseBase,
  RecordOpener,
  type ServiceResponse,
  textOfBody,
} from '@carebench/service'
import { defaultSystems } from '@carebench/systems'
import { type DifferencesRecord, parseRecord, type TaskRunRecord } from '@carebench/verifier'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { memberAt, numberOf, textOf } from './task/unknown-value.js'

/** A record of a task run with all that it refers to. */
export interface ReadRecord {
  readonly record: TaskRunRecord | DifferencesRecord
  readonly opened: OpenedRecord
  /** Has the base of the record. */
  readonly opener: RecordOpener
}

/** The calls of the wire that records are read with. */
interface Wire {
  readonly call: CallOperation
  readonly fetch: (target: string) => Promise<ServiceResponse>
}

/** Seeded bases that are kept. */
const mostBases = 2

/**
 * Reads records of task runs: what differs from the seeded state, which is a few kilobytes, and the base that it differs from, which
 * the task runs of a version share and which is kept. A base is used only for a record that the wire has just returned to the key.
 */
export class RecordReader {
  readonly #clock: Clock
  /** By digest, the one that was used last at the end. */
  readonly #bases = new Map<string, RecordOpener>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The record of a task run; null if there is none, or none for this key. Rejects with an ApiError of the wire. */
  async read(wire: Wire, id: string): Promise<ReadRecord | null> {
    const record = await readTaskRunRecord(wire, id, false)
    if (record === null) return null
    try {
      const opener = await this.#openerFor(wire, record)
      return { record, opener, opened: await opener.openInSteps(record, this.#clock) }
    } catch (error) {
      if (!(error instanceof NotReplayableError)) throw error
    }
    // Its systems are not those that are known here, so all of its evidence is needed.
    const whole = await readTaskRunRecord(wire, id, true)
    if (whole?.version !== 1) return null
    return { record: whole, opened: whole, opener: new RecordOpener(defaultSystems, []) }
  }

  async #openerFor({ call }: Wire, record: TaskRunRecord | DifferencesRecord): Promise<RecordOpener> {
    if (record.version === 1) return new RecordOpener(defaultSystems, [])
    const { digest } = record.base
    const kept = this.#bases.get(digest)
    const benchmark = memberAt(record, 'about', 'benchmark')
    const [id, version] = [textOf(memberAt(benchmark, 'id')) ?? '', numberOf(memberAt(benchmark, 'version')) ?? 0]
    const opener =
      kept ??
      new RecordOpener(defaultSystems, [
        parseBase(await call('getBenchmarkVersionBase', { params: { id, version: String(version) } }), (text) =>
          bytesToHex(sha256(utf8ToBytes(text))),
        ),
      ])
    this.#bases.delete(digest)
    this.#bases.set(digest, opener)
    const [oldest] = this.#bases.keys()
    if (this.#bases.size > mostBases && oldest !== undefined) this.#bases.delete(oldest)
    return opener
  }
}

async function readTaskRunRecord(
  { fetch }: Wire,
  id: string,
  selfContained: boolean,
): Promise<TaskRunRecord | DifferencesRecord | null> {
  const answer = await fetch(`/task-runs/${encodeURIComponent(id)}/record?self_contained=${selfContained}`)
  // None, or none for this key. Anything else is no answer, and must not be told as one.
  if (answer.status === 403 || answer.status === 404 || answer.status === 409) return null
  if (answer.status !== 200) {
    throw apiErrorFromWire(JSON.parse(textOfBody(answer))) ?? new TypeError(`Expected a record; got ${answer.status}.`)
  }
  const record = parseRecord(JSON.parse(textOfBody(answer)))
  return record.kind === 'task-run' ? record : null
}
