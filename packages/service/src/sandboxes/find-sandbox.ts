import { type SimulatorType, withSystemKey } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import { type PlaygroundDoc, playgrounds } from '../documents/collections/playgrounds.js'
import { notFound } from '../documents/owned.js'

/** A sandbox and its playground. */
export interface LocatedSandbox {
  readonly id: string
  readonly type: SimulatorType
  /** Undefined for the first of its type. */
  readonly key?: string
  readonly playground: PlaygroundDoc
}

/**
 * Whether a sandbox answers calls of the simulator with a name, `Fax` or `Fax@imaging`. The sandbox id already
 * identifies the simulator, so the name may leave the key out.
 */
export function isCalled({ type, key }: Pick<LocatedSandbox, 'type' | 'key'>, name: string): boolean {
  return name === type || name === withSystemKey(type, key)
}

/** Finds a sandbox, no matter who owns it. */
export async function locateSandbox(context: ServiceContext, id: string): Promise<LocatedSandbox | undefined> {
  const { docs } = await context.store.page(playgrounds, { filter: { name: 'sandbox', value: id }, limit: 1 })
  const [playground] = docs
  const sandbox = playground?.sandboxes.find((candidate) => candidate.id === id)
  return playground === undefined || sandbox === undefined ? undefined : { ...sandbox, playground }
}

/**
 * Finds a sandbox of the organization. Throws an ApiError `RESOURCE_NOT_FOUND`, the same for an unknown id and for one
 * of another organization.
 */
export async function findSandbox(
  context: ServiceContext,
  id: string,
  organizationId: string,
): Promise<LocatedSandbox> {
  const located = await locateSandbox(context, id)
  if (located?.playground.organization_id !== organizationId) throw notFound()
  return located
}
