import { formatInstant, type Playground } from '@carebench/protocol'
import { insert, type Write } from '@carebench/store'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ServiceContext } from '../context/context.js'
import { type EnvironmentDoc, environments } from '../documents/collections/authoring.js'
import { type BlueprintDoc, blueprints, type PlaygroundDoc, playgrounds } from '../documents/collections/playgrounds.js'
import { decideAndCommit, touch } from '../documents/decide-and-commit.js'
import { getOwned } from '../documents/owned.js'
import { assertSeeds, freezeDatasets, freezeSimulators } from '../versions/freeze-environment.js'
import { readStanding, type StandingPlayground } from './standing-playground.js'

/**
 * Creates a playground of an environment in its current state; later edits do not affect it. Throws an ApiError
 * `RESOURCE_NOT_FOUND` if the organization has no such environment, `CONFLICT` if its simulators cannot be seeded with
 * their configurations and datasets. `toWire` makes the response.
 */
export async function createPlayground(
  context: ServiceContext,
  organizationId: string,
  request: { readonly environment_id: Playground['id']; readonly seed?: number },
  toWire: (standing: StandingPlayground) => Playground,
): Promise<Playground> {
  const seed = request.seed ?? context.seeds.uint32()
  return decideAndCommit(context, async () => {
    const environment = await getOwned(context, environments, request.environment_id, organizationId)
    const created_at = formatInstant(context.clock.now())
    const { blueprint, writes } = await toBlueprint(context, environment.doc, created_at)
    const playground: PlaygroundDoc = {
      id: context.ids.next('pg'),
      created_at,
      organization_id: organizationId,
      environment_id: environment.doc.id,
      origin: { kind: 'stand_alone', seed, blueprint_id: blueprint.id },
      sandboxes: blueprint.simulators.map(({ config: _, ...simulator }) => ({
        id: context.ids.next('sbx'),
        ...simulator,
      })),
      torn_down_at: null,
    }
    return {
      writes: [insert(playgrounds, playground), touch(environments, environment), ...writes],
      result: toWire(await readStanding(context, playground)),
    }
  })
}

/**
 * Returns the environment's blueprint, and the writes that any document that refers to it must include. Its id is a
 * digest of the revisions of its source documents and of their links: as long as none of them changes, all playgrounds
 * share one seeded state.
 */
async function toBlueprint(
  context: ServiceContext,
  environment: EnvironmentDoc,
  created_at: string,
): Promise<{ blueprint: BlueprintDoc; writes: readonly Write[] }> {
  const checks: Write[] = []
  const simulators = await freezeSimulators(context, environment, {}, checks)
  const datasets = (await freezeDatasets(context, environment, simulators, checks)).all()
  // Keys, and the simulators that datasets seed, belong to the links, not to the documents.
  const links = [simulators.map(({ key }) => key ?? null), datasets.map(({ simulator }) => simulator ?? null)]
  const sources = [...checks.map((source) => (source.kind === 'check' ? [source.id, source.revision] : [])), links]
  const id = `bp_${bytesToHex(sha256(utf8ToBytes(JSON.stringify(sources)))).slice(0, 40)}`
  const present = await context.store.get(blueprints, id)
  if (present !== undefined) return { blueprint: present.doc, writes: checks }
  const blueprint: BlueprintDoc = {
    id,
    created_at,
    simulators: simulators.map(({ id: _, name: __, ...simulator }) => simulator),
    datasets: datasets.map(({ id: _, ...dataset }) => dataset),
  }
  await assertSeeds(context, blueprint)
  return { blueprint, writes: [insert(blueprints, blueprint), ...checks] }
}
