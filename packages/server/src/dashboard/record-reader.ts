import { ApiError, type Clock } from '@carebench/protocol'
import { apiErrorFromWire } from '@carebench/protocol/wire'
import {
  type CallOperation,
  inSteps,
  NotReplayableError,
  type OpenedRecord,
  parseBodyInSteps,
  RecordOpener,
  type ServiceResponse,
} from '@carebench/service'
import type { System } from '@carebench/systems'
import { type DifferencesRecord, parseRecord, type TaskRunRecord } from '@carebench/verifier'
import { memberAt, toNumber, toText } from './task/facts/unknown-value.js'

/** A record of a task run, with its base. */
export interface ReadRecord {
  readonly record: TaskRunRecord | DifferencesRecord
  readonly opened: OpenedRecord
  /** Opens the record; it has the record's base. */
  readonly opener: RecordOpener
}

/** Why the record of a task run could not be read. */
export interface UnreadRecord {
  readonly unread: {
    /** The HTTP status. */
    readonly status: number
    readonly message: string
  }
}

/** The API calls that read records. */
interface Wire {
  readonly call: CallOperation
  readonly fetch: (target: string) => Promise<ServiceResponse>
}

/** Maximum number of cached bases. */
const maxBases = 2

/**
 * Reads records of task runs. A record is a few kilobytes: the differences from a base, the seeded state, which the
 * task runs of a version share and which is cached. A cached base is used only for a record that the API has just
 * returned to the key.
 */
export class RecordReader {
  readonly #clock: Clock
  readonly #systems: readonly System[]
  /** By digest, the most recently used base last. */
  readonly #bases = new Map<string, RecordOpener>()

  constructor(clock: Clock, systems: readonly System[]) {
    this.#clock = clock
    this.#systems = systems
  }

  /**
   * Reads the record of a task run, or returns why there is none for this key. Rejects with an ApiError if the API
   * cannot tell.
   */
  async read(wire: Wire, id: string): Promise<ReadRecord | UnreadRecord> {
    const record = await readTaskRunRecord(wire, id, false, this.#clock)
    if ('unread' in record) return record
    try {
      const opener = await this.#openerFor(wire, record)
      return { record, opener, opened: await opener.openInSteps(record, this.#clock) }
    } catch (error) {
      if (!(error instanceof NotReplayableError)) throw error
    }
    // Its systems are unknown here, so the complete evidence is needed.
    const whole = await readTaskRunRecord(wire, id, true, this.#clock)
    if ('unread' in whole) return whole
    if (whole.version !== 1) {
      return { unread: { status: 422, message: 'It names systems that this server does not have.' } }
    }
    return { record: whole, opened: whole, opener: new RecordOpener(this.#systems, []) }
  }

  async #openerFor({ call }: Wire, record: TaskRunRecord | DifferencesRecord): Promise<RecordOpener> {
    if (record.version === 1) return new RecordOpener(this.#systems, [])
    const { digest } = record.base
    const kept = this.#bases.get(digest)
    const benchmark = memberAt(record, 'about', 'benchmark')
    const [id, version] = [toText(memberAt(benchmark, 'id')) ?? '', toNumber(memberAt(benchmark, 'version')) ?? 0]
    const read = async () => {
      const base = await call('getBenchmarkVersionBase', { params: { id, version: String(version) } })
      return new RecordOpener(this.#systems, [await RecordOpener.readBase(base, this.#clock)])
    }
    const opener = kept ?? (await read())
    this.#bases.delete(digest)
    this.#bases.set(digest, opener)
    const [oldest] = this.#bases.keys()
    if (this.#bases.size > maxBases && oldest !== undefined) this.#bases.delete(oldest)
    return opener
  }
}

async function readTaskRunRecord(
  { fetch }: Wire,
  id: string,
  selfContained: boolean,
  clock: Clock,
): Promise<TaskRunRecord | DifferencesRecord | UnreadRecord> {
  const answer = await fetch(`/task-runs/${encodeURIComponent(id)}/record?self_contained=${selfContained}`)
  const body: unknown = await inSteps(parseBodyInSteps(answer), clock)
  if (answer.status !== 200) {
    const error = apiErrorFromWire(body) ?? new TypeError(`Expected a record; got ${answer.status}.`)
    // There is no record, or none for this key. Any other error must not be reported as that.
    if (error instanceof ApiError && [403, 404, 409].includes(error.status)) {
      return { unread: { status: error.status, message: error.message } }
    }
    throw error
  }
  const record = parseRecord(body)
  if (record.kind !== 'task-run')
    throw new TypeError(`Expected the record of a task run; got that of a ${record.kind}.`)
  return record
}
