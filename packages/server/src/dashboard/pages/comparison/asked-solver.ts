import type { Solver } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { orNull } from '../../names.js'

/** Maximum number of Solvers, newest first, that are searched by alias or name; the API has no filter. */
const maxSolvers = 1000

/** The Solvers of the organization, newest first. */
export interface ListedSolvers {
  readonly solvers: readonly Solver[]
  /** Whether there are older Solvers that were not read. */
  readonly isCut: boolean
}

/** Reads the newest Solvers, page by page. */
export async function readSolvers(call: CallOperation): Promise<ListedSolvers> {
  const solvers: Solver[] = []
  let query: Readonly<Record<string, string>> = { limit: '100' }
  while (solvers.length < maxSolvers) {
    const { data, _meta } = await call('listSolvers', { query })
    solvers.push(...data)
    if (!_meta.next) return { solvers, isCut: false }
    query = { ...query, cursor: _meta.next }
  }
  return { solvers, isCut: true }
}

/**
 * Finds a Solver by its id, alias or name. Names are not unique: if several Solvers match, returns a problem that lists
 * them.
 *
 * @param list - reads the Solvers; called only if the text is not an id
 */
export async function findSolver(
  call: CallOperation,
  text: string,
  list: () => Promise<ListedSolvers>,
): Promise<Solver | { readonly problem: string }> {
  const byId = text.startsWith('slv_') ? await orNull(call('getSolver', { params: { id: text } })) : null
  if (byId !== null) return byId
  const { solvers, isCut } = await list()
  const fitting = solvers.filter(({ alias, name }) => alias === text || name === text)
  const [first, ...others] = fitting
  if (first === undefined) {
    const where = isCut ? ` among the newest ${solvers.length}: give the id of an older one` : ''
    return { problem: `“${text}” is neither the id of a run nor a Solver${where}.` }
  }
  if (others.length === 0) return first
  const ids = fitting.map(({ id, alias }) => `${id} (alias ${alias})`).join(', ')
  return { problem: `${fitting.length} Solvers are called “${text}”; give the id of the one you mean: ${ids}.` }
}
