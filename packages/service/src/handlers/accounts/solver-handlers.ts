import { formatInstant, type Solver } from '@carebench/protocol'
import { insert, remove, update, type Write } from '@carebench/store'
import { allDocuments } from '../../documents/all-documents.js'
import { keys, type SolverDoc, solvers } from '../../documents/collections/access.js'
import { decideAndCommit } from '../../documents/decide-and-commit.js'
import { getOwned } from '../../documents/owned.js'
import type { Handlers } from '../handler.js'
import { listOwned } from '../listing.js'
import { makeRevocation } from './key-handlers.js'

const aliasTaken = 'Another Solver of the organization has this alias.'

export const solverHandlers: Handlers<'listSolvers' | 'createSolver' | 'getSolver' | 'updateSolver' | 'deleteSolver'> =
  {
    listSolvers: (context, call) => listOwned(context, call, solvers, solverToWire),

    createSolver(context, { caller, body }) {
      const doc: SolverDoc = {
        id: context.ids.next('slv'),
        created_at: formatInstant(context.clock.now()),
        organization_id: caller.organizationId,
        alias: body.alias,
        name: body.name,
        description: body.description ?? null,
      }
      const decide = async () => ({ writes: [insert(solvers, doc)], result: solverToWire(doc) })
      return decideAndCommit(context, decide, aliasTaken)
    },

    async getSolver(context, { caller, params }) {
      return solverToWire((await getOwned(context, solvers, params.id, caller.organizationId)).doc)
    },

    updateSolver(context, { caller, params, body }) {
      const decide = async () => {
        const { doc, revision } = await getOwned(context, solvers, params.id, caller.organizationId)
        const changed: SolverDoc = { ...doc, ...body }
        return { writes: [update(solvers, changed, revision)], result: solverToWire(changed) }
      }
      return decideAndCommit(context, decide, aliasTaken)
    },

    deleteSolver: (context, { caller, params }) =>
      decideAndCommit(context, async () => {
        const { doc, revision } = await getOwned(context, solvers, params.id, caller.organizationId)
        const writes: Write[] = [remove(solvers, doc.id, revision)]
        for (const { id } of await allDocuments(context.store, keys, { name: 'solver', value: doc.id })) {
          const key = await context.store.get(keys, id)
          if (key !== undefined) writes.push(makeRevocation(context, key))
        }
        return { writes, result: undefined }
      }),
  }

function solverToWire({ id, alias, name, description, created_at }: SolverDoc): Solver {
  return { id, alias, name, description, created_at }
}
