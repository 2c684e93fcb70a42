import type { CallAnswer } from './call-types.js'
import { CdsSystem } from './cds-system.js'
import { ClearinghouseSystem } from './clearinghouse-system.js'
import { FaxSystem } from './fax-system.js'
import { FhirSystem } from './fhir-system.js'
import { FilesSystem } from './files-system.js'
import { Hl7System } from './hl7-system.js'
import { MessageSystem } from './message-system.js'
import { callOperation } from './operation-caller.js'
import { PortalSystem } from './portal-system.js'
import type { CompleteInput, Completion, TaskItem } from './run-results.js'
import { Sandbox } from './sandbox.js'
import { SimulatedSystem } from './simulated-system.js'
import type { CallOptions, Transport } from './transport.js'
import { VoiceSystem } from './voice-system.js'

/** A started task with its simulated systems. */
export class TaskSession {
  /** The id of the task run. */
  readonly id: string
  readonly name: string
  readonly taskItem: TaskItem | null
  /** RFC 3339. */
  readonly startedAt: string
  /** When the task run times out, RFC 3339. */
  readonly deadlineAt: string
  readonly sandboxes: readonly Sandbox[]
  /** The FHIR R4 server. */
  readonly fhir: FhirSystem
  /** The payer portal. */
  readonly portal: PortalSystem
  /** The fax machine. */
  readonly fax: FaxSystem
  /** SMS, e-mail and chat. */
  readonly messages: MessageSystem
  /** The telephone. */
  readonly voice: VoiceSystem
  /** The HL7 v2 interface. */
  readonly hl7: Hl7System
  /** The file exchange. */
  readonly files: FilesSystem
  /** The clearinghouse, X12. */
  readonly clearinghouse: ClearinghouseSystem
  /** Clinical decision support, CDS Hooks. */
  readonly cds: CdsSystem
  readonly #transport: Transport
  readonly #runId: string
  readonly #endpoints: ReadonlyMap<string, string>

  constructor(transport: Transport, started: CallAnswer<'startTaskRun'>) {
    this.#transport = transport
    this.#runId = started.benchmarkRunId
    this.#endpoints = new Map(Object.entries(started.endpoints ?? {}))
    this.id = started.id
    this.name = started.name
    this.taskItem = started.taskItem ?? null
    this.startedAt = started.startedAt
    this.deadlineAt = started.deadlineAt
    this.sandboxes = (started.sandboxes ?? []).map((sandbox) => new Sandbox(sandbox))
    this.fhir = new FhirSystem(this.system('fhir', 'application/fhir+json'))
    this.portal = new PortalSystem(this.system('portal'))
    this.fax = new FaxSystem(this.system('faxes'))
    this.messages = new MessageSystem(this.system('messages'))
    this.voice = new VoiceSystem(this.system('voice'))
    this.hl7 = new Hl7System(this.system('hl7'))
    this.files = new FilesSystem(this.system('files'))
    this.clearinghouse = new ClearinghouseSystem(this.system('clearinghouse'))
    this.cds = new CdsSystem(this.system('cds'))
  }

  /**
   * Any group of the run's simulated systems, by its segment in the path: `fhir`, `hl7`, `files`. `mediaType` is that of
   * bodies, default `application/json`.
   */
  system(group: string, mediaType = 'application/json'): SimulatedSystem {
    const told = this.#endpoints.get(group)
    // A path of another form could make a URL of another host, which must not get the token.
    const base =
      told?.startsWith('/') === true ? told : `/v1/benchmark-runs/${encodeURIComponent(this.#runId)}/${group}`
    return new SimulatedSystem(this.#transport, { base: base.replace(/\/+$/, ''), taskRunId: this.id, mediaType })
  }

  /** Completes the task and gets the result; completing again answers the same. */
  complete(input: CompleteInput = {}, options?: CallOptions): Promise<Completion> {
    return completeTask(this.#transport, this.id, input, options)
  }
}

/** Completes a task run. Specification 4.2. */
export function completeTask(
  transport: Transport,
  id: string,
  input: CompleteInput,
  options: CallOptions | undefined,
): Promise<Completion> {
  return callOperation(transport, 'completeTaskRun', { params: { id }, body: input }, options)
}
