import { type Random, randomInteger } from '@carebench/protocol'
import { ask, assertSame, type Client, idempotencyKey, insist, type Lane } from './lane.js'

/** A run and its first task, as far as they are acknowledged. */
interface Run {
  readonly id: string
  readonly token: string
  readonly fhir: string
  readonly taskRun: string
  readonly startUrl: string
  readonly completeUrl: string
  phase: 'created' | 'started' | 'completed' | 'ended'
  /** Version and text of each note, by its id. */
  readonly notes: Map<string, Note>
  completion: Completion | null
  /** The digest of everything in the record, once the run has ended. */
  seal: string | null
}

interface Note {
  readonly version: string
  readonly text: string
}

interface Completion {
  readonly score: number | null
  readonly checks: readonly unknown[]
}

interface CreatedRun {
  readonly benchmark_run_id: string
  readonly bearer_token: string
  readonly endpoints: { readonly fhir: string }
  readonly task_runs: readonly { readonly id: string; readonly start_url: string; readonly complete_url: string }[]
}

type Pending =
  | { readonly kind: 'create'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'write'; readonly id: string; readonly note: Note }
  | { readonly kind: 'start' | 'complete' | 'cancel' | 'delete' }

/**
 * Plays one agent after another: each creates a run, starts its first task, writes notes, completes the task and ends
 * the run; half of the runs are deleted.
 */
export class RunLane implements Lane {
  readonly #random: Random
  /** Ended runs that stay. */
  readonly #kept: Run[] = []
  #run: Run | null = null
  #pending: Pending | null = null
  /** Whether the last crash interrupted a creation that is not sent again. */
  #mayHaveCreated = false

  constructor(random: Random) {
    this.#random = random
  }

  /** The ids of all runs that are there. */
  get runs(): readonly string[] {
    return [...this.#kept, ...(this.#run === null ? [] : [this.#run])].map(({ id }) => id)
  }

  /** Whether the last crash may have left a run that the model does not know. */
  get mayHaveCreated(): boolean {
    return this.#mayHaveCreated
  }

  async step(client: Client): Promise<void> {
    if (this.#run?.phase === 'ended' && randomInteger(this.#random, 0, 1) === 0) {
      this.#kept.push(this.#run)
      this.#run = null
    }
    this.#pending = this.#draw()
    await this.#send(client, this.#pending)
    this.#pending = null
  }

  async check(client: Client): Promise<void> {
    // An idempotency key that was in use is free only after half a minute, so that most creations are not sent again.
    this.#mayHaveCreated = this.#pending?.kind === 'create' && randomInteger(this.#random, 0, 9) > 0
    if (this.#mayHaveCreated) this.#pending = null
    const pending = this.#pending
    const run = this.#run
    if (run !== null) await this.#compare(client, run, pending)
    if (pending !== null) await this.#send(client, pending, true)
    this.#pending = null
    if (this.#run !== null) await this.#compare(client, this.#run, null)
    const kept = this.#kept[randomInteger(this.#random, 0, Math.max(0, this.#kept.length - 1))]
    if (kept !== undefined) await this.#compare(client, kept, null)
  }

  #draw(): Pending {
    const run = this.#run
    if (run === null) return { kind: 'create', headers: idempotencyKey(this.#random) }
    if (run.phase === 'created') return { kind: 'start' }
    if (run.phase === 'completed') return { kind: 'cancel' }
    if (run.phase === 'ended') return { kind: 'delete' }
    if (run.notes.size > 0 && randomInteger(this.#random, 0, 11) === 0) return { kind: 'complete' }
    const id = `note-${randomInteger(this.#random, 0, 4)}`
    const version = String(Number(run.notes.get(id)?.version ?? 0) + 1)
    return { kind: 'write', id, note: { version, text: `written ${this.#random.uint32()}` } }
  }

  /** Sends a request; `again` if it may have taken effect before. */
  async #send(client: Client, pending: Pending, again = false): Promise<void> {
    const { organizationKey, solverKey } = client
    const send = again ? insist : ask
    const run = this.#run
    if (pending.kind === 'create') {
      const body = { benchmark: 'prior-auth@1' }
      const path = '/v1/benchmark-runs'
      const created = await send<CreatedRun>(client, [201], solverKey, 'POST', path, body, pending.headers)
      this.#run = begin(created.body)
      return
    }
    if (run === null) throw new Error('There is no run.')
    const path = `/benchmark-runs/${run.id}`
    if (pending.kind === 'start') {
      await send(client, [200], run.token, 'POST', run.startUrl)
      run.phase = 'started'
    } else if (pending.kind === 'write') {
      if (again && run.notes.get(pending.id)?.version === pending.note.version) return
      const { id, note } = pending
      const resource = { resourceType: 'Basic', id, code: { text: note.text } }
      await send(client, [200, 201], run.token, 'PUT', `${run.fhir}/Basic/${id}`, resource)
      run.notes.set(id, note)
    } else if (pending.kind === 'complete') {
      const { body } = await send<Completion>(client, [200], run.token, 'POST', run.completeUrl, {})
      run.phase = 'completed'
      run.completion = { score: body.score, checks: body.checks }
    } else if (pending.kind === 'cancel') {
      await send(client, again ? [200, 409] : [200], organizationKey, 'POST', `${path}/cancel`)
      run.phase = 'ended'
    } else {
      await send(client, again ? [204, 404] : [204], organizationKey, 'DELETE', path)
      await send(client, [404], organizationKey, 'GET', path)
      await send(client, [404], organizationKey, 'GET', `/task-runs/${run.taskRun}`)
      this.#run = null
    }
  }

  /** Throws unless the server has the run as it was acknowledged, with or without what is in progress. */
  async #compare(client: Client, run: Run, pending: Pending | null): Promise<void> {
    const mayBeGone = pending?.kind === 'delete'
    const get = <Body>(path: string) =>
      insist<Body>(client, mayBeGone ? [200, 404] : [200], client.organizationKey, 'GET', path)
    const whole = await get<{ readonly phase: string }>(`/benchmark-runs/${run.id}`)
    const found = await get<{ readonly phase: string; readonly score: number | null }>(`/task-runs/${run.taskRun}`)
    assertSame(`whether the task run of ${run.id} is there with it`, found.status, whole.status)
    if (found.status === 404) return
    const { phase, score } = found.body
    const before = run.phase === 'ended' ? 'completed' : run.phase
    const after = { start: 'started', complete: 'completed' } as const
    const next = pending?.kind === 'start' || pending?.kind === 'complete' ? after[pending.kind] : before
    assertSame(`the phase of ${run.taskRun}`, phase, phase === next ? next : before)
    if (run.phase === 'ended') assertSame(`the phase of ${run.id}`, whole.body.phase, 'completed')
    if (phase === 'started') await this.#compareNotes(client, run, pending)
    if (phase !== 'completed') return
    const listed = await get<{ data: unknown[] }>(`/criterion-runs?task_run_id=${run.taskRun}&limit=100`)
    const { completion } = run
    assertSame(`whether ${run.taskRun} has results`, listed.body.data.length > 0, true)
    if (completion !== null) {
      assertSame(`the score of ${run.taskRun}`, score, completion.score)
      assertSame(`the number of results of ${run.taskRun}`, listed.body.data.length, completion.checks.length)
    }
    const { body: record } = await get<{ seal: { digest: string } }>(`/task-runs/${run.taskRun}/record`)
    const text = JSON.stringify(record)
    for (const note of run.notes.values()) assertSame(`the record has ${note.text}`, text.includes(note.text), true)
    if (run.phase !== 'ended') return
    run.seal ??= record.seal.digest
    assertSame(`the seal of the record of ${run.taskRun}`, record.seal.digest, run.seal)
  }

  async #compareNotes(client: Client, run: Run, pending: Pending | null): Promise<void> {
    const { body } = await insist<Bundle>(client, [200], run.token, 'GET', `${run.fhir}/Basic?_count=100`)
    const found = new Map(
      (body.entry ?? []).map(({ resource }) => [
        resource.id,
        { version: resource.meta.versionId, text: resource.code.text },
      ]),
    )
    if (pending?.kind === 'write' && JSON.stringify(found.get(pending.id)) === JSON.stringify(pending.note)) {
      run.notes.set(pending.id, pending.note)
    }
    const sorted = (notes: ReadonlyMap<string, Note>) => [...notes].toSorted(([a], [b]) => (a < b ? -1 : 1))
    assertSame(`the notes of ${run.id}`, sorted(found), sorted(run.notes))
  }
}

interface Bundle {
  readonly entry?: readonly {
    readonly resource: {
      readonly id: string
      readonly meta: { readonly versionId: string }
      readonly code: { readonly text: string }
    }
  }[]
}

function begin(created: CreatedRun): Run {
  const [first] = created.task_runs
  if (first === undefined) throw new Error(`The run ${created.benchmark_run_id} has no task.`)
  return {
    id: created.benchmark_run_id,
    token: created.bearer_token,
    fhir: created.endpoints.fhir,
    taskRun: first.id,
    startUrl: first.start_url,
    completeUrl: first.complete_url,
    phase: 'created',
    notes: new Map(),
    completion: null,
    seal: null,
  }
}
