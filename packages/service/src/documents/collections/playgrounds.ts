import type { SimulatorType } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'
import type { PlaygroundBlueprint } from '../../playground/playground-blueprint.js'

/** The origin of a playground: reserved by a task run, or standalone. */
export type PlaygroundOrigin =
  | { readonly kind: 'task_run'; readonly task_run_id: string }
  | { readonly kind: 'stand_alone'; readonly seed: number; readonly blueprint_id: string }

/** A playground; its log has the same id. */
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
    // Only an active standalone playground refers to its environment: runs refer to a version, which contains a copy.
    environment: (playground) =>
      playground.origin.kind === 'stand_alone' && playground.torn_down_at === null ? playground.environment_id : null,
  },
})

/**
 * An environment at the time when a standalone playground was created from it. All playgrounds that are created before
 * the environment changes share it.
 */
export interface BlueprintDoc extends PlaygroundBlueprint, Document {}
export const blueprints = defineCollection<BlueprintDoc>({ name: 'blueprints' })
