import type { PlaygroundBlueprint } from '@carebench/playground'
import type { SimulatorType } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'

/** Where a playground comes from: a task run has reserved it, or it stands alone. */
export type PlaygroundOrigin =
  | { readonly kind: 'task_run'; readonly task_run_id: string }
  | { readonly kind: 'stand_alone'; readonly seed: number; readonly blueprint_id: string }

/** A playground; what happens in it is in the log of the same id. */
export interface PlaygroundDoc extends Document {
  readonly organization_id: string
  /** Null for a run of another organization's benchmark. */
  readonly environment_id: string | null
  readonly origin: PlaygroundOrigin
  /** The simulators of the playground, each with the id of its running instance. */
  readonly sandboxes: readonly {
    readonly id: string
    readonly type: SimulatorType
    /** Absent for the first of its type. */
    readonly key?: string
  }[]
  readonly torn_down_at: string | null
}
export const playgrounds = defineCollection<PlaygroundDoc>({
  name: 'playgrounds',
  filters: {
    organization: (playground) => playground.organization_id,
    sandbox: (playground) => playground.sandboxes.map(({ id }) => id),
    // Only what stands alone and lives holds on to its environment: runs are of a version, which has a copy.
    environment: (playground) =>
      playground.origin.kind === 'stand_alone' && playground.torn_down_at === null ? playground.environment_id : null,
  },
})

/** An environment as it was when a playground of its own was made of it. One serves all that were made meanwhile. */
export interface BlueprintDoc extends PlaygroundBlueprint, Document {}
export const blueprints = defineCollection<BlueprintDoc>({ name: 'blueprints' })
