import { ApiError, formatInstant, type OperationAnswer } from '@carebench/protocol'
import { createWorkstationSession, sealWorkstationSession } from '../../auth/workstation-session.js'
import type { ServiceContext } from '../../context/context.js'
import { playgrounds } from '../../documents/collections/playgrounds.js'
import { getOwned } from '../../documents/owned.js'
import type { WorkstationPages } from '../../portal/workstation-pages.js'
import { settleTaskRun } from '../../runs/ending/settle.js'
import { isStarted } from '../../runs/run-state.js'
import { readStanding } from '../../sandboxes/standing-playground.js'
import type { Handlers } from '../handler.js'

export const workstationHandlers: Handlers<'openWorkstation' | 'openPlaygroundWorkstation'> = {
  async openWorkstation(context, { params: { id }, token = '' }) {
    const { taskRun } = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
    const { phase, status } = taskRun.doc
    if (!isStarted(taskRun.doc)) {
      const state = status === 'active' ? phase : status
      throw new ApiError('CONFLICT', `The task run is ${state}; only one that is started has a workstation.`)
    }
    return createLink(context, id, token)
  },

  async openPlaygroundWorkstation(context, { caller, params: { id }, token = '' }) {
    const { doc } = await getOwned(context, playgrounds, id, caller.organizationId)
    const { status } = await readStanding(context, doc)
    if (status !== 'active') {
      throw new ApiError('CONFLICT', `The playground is ${status}; only one that is active has a workstation.`)
    }
    return createLink(context, id, token)
  },
}

/** Returns the pages. Throws an ApiError `NOT_IMPLEMENTED` if the service has none. */
export function readWorkstationPages({ workstation }: ServiceContext): WorkstationPages {
  if (workstation !== null) return workstation
  throw new ApiError(
    'NOT_IMPLEMENTED',
    'This service has no pages: use its JSON interface, with accept and content-type application/json, or create the ' +
      'service with the option workstation.',
  )
}

async function createLink(
  context: ServiceContext,
  id: string,
  token: string,
): Promise<OperationAnswer<'openWorkstation'>> {
  readWorkstationPages(context)
  const link = createWorkstationSession('link', { place: id, token }, context.clock.now(), context.random)
  const seal = await sealWorkstationSession(context.secret, link)
  return {
    url: `/workstations/${encodeURIComponent(id)}/enter?link=${seal}`,
    expires_at: formatInstant(link.expiresAt),
  }
}
