import type { SimulatorType } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { notFound } from '../documents/owned.js'
import { type PlaygroundDoc, playgrounds } from '../documents/playgrounds.js'

/** A sandbox and its playground. */
export interface LocatedSandbox {
  readonly id: string
  readonly type: SimulatorType
  readonly playground: PlaygroundDoc
}

/** Finds a sandbox of any organization. */
export async function locateSandbox(context: ServiceContext, id: string): Promise<LocatedSandbox | undefined> {
  const { docs } = await context.store.page(playgrounds, { filter: { name: 'sandbox', value: id }, limit: 1 })
  const [playground] = docs
  const sandbox = playground?.sandboxes.find((one) => one.id === id)
  return playground === undefined || sandbox === undefined ? undefined : { id, type: sandbox.type, playground }
}

/**
 * Finds a sandbox of the organization. Throws an ApiError `RESOURCE_NOT_FOUND`, the same for an unknown id and for one of
 * another organization.
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
