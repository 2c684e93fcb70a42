import type { JsonOperationId, OperationAnswer, OperationInput, Operations } from '@carebench/protocol'
import type { Callers } from '../auth/authenticate.js'
import type { ServiceContext } from '../context.js'

/** What a handler gets: everything validated, and who calls. */
export interface HandlerCall<K extends JsonOperationId> extends OperationInput<K> {
  readonly caller: Callers[Operations[K]['auth']]
}

/** Carries out one operation. Throws an ApiError for what it refuses. */
export type Handler<K extends JsonOperationId> = (
  context: ServiceContext,
  call: HandlerCall<K>,
) => Promise<ReadonlyAnswer<OperationAnswer<K>>>

/** The answer, which a handler may share with what is stored. */
type ReadonlyAnswer<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyAnswer<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadonlyAnswer<Value[Key]> }
    : Value

/** One handler for each of the operations: a gap does not compile. */
export type Handlers<K extends JsonOperationId> = { readonly [Id in K]: Handler<Id> }
