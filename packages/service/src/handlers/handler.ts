import type { JsonOperationId, OperationAnswer, OperationInput, Operations } from '@carebench/protocol'
import type { Callers } from '../auth/authenticate.js'
import type { ServiceContext } from '../context/context.js'
import type { WaitAllowance } from '../http/wait-allowance.js'

/** The validated input of a handler, and the caller. */
export interface HandlerCall<K extends JsonOperationId> extends OperationInput<K> {
  readonly caller: Callers[Operations[K]['auth']]
  /** The header `Task-Run-Id`; only where the operation says that it names the task run. */
  readonly taskRunId?: string | undefined
  /** The token of the caller; only where the operation says that its handler gets it. */
  readonly token?: string
  /** Aborted once the client has disconnected; only where the operation names the task run. */
  readonly signal?: AbortSignal | undefined
  /** The remaining time for waits, only in a batch. */
  readonly allowance?: WaitAllowance | undefined
}

/** Executes one operation. Throws an ApiError to reject the request. */
export type Handler<K extends JsonOperationId> = (
  context: ServiceContext,
  call: HandlerCall<K>,
) => Promise<ReadonlyAnswer<OperationAnswer<K>>>

/** The response, which may share parts with stored documents. */
type ReadonlyAnswer<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyAnswer<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadonlyAnswer<Value[Key]> }
    : Value

/** One handler for each operation: a missing one is a compile error. */
export type Handlers<K extends JsonOperationId> = { readonly [Id in K]: Handler<Id> }
