import type { WorkstationPages } from '@carebench/service'
import { markup } from '../site/markup.js'
import { isCommon, listStarts, pageOfStart, showActions, showTabs } from './calls/app-links.js'
import { listCalls, pathParameters, valuesIn } from './calls/placed-call.js'
import type { FilledCall } from './calls/record-links.js'
import { showCall } from './calls/send-page.js'
import { layOut, showAlone, showEntry, showHeading } from './frame/layout.js'
import { styleSourceFor } from './frame/style.js'
import { findSite, showSignIn, visitSite } from './portal/portal-pages.js'
import { reviewSubmit, showSubmit, submit } from './task/submit-page.js'
import { showTask } from './task/task-page.js'
import type { WorkstationAnswer, WorkstationVisit } from './visit.js'
import { ClosedWorldError, type PlacedApp, readWorld, type World } from './world.js'

/**
 * The pages of workstations, for the option `workstation` of `createService`. Each page is built from calls of the API,
 * and each form sends one call.
 */
export const workstationPages: WorkstationPages = {
  styleSource: styleSourceFor,
  visit,
  enter: showEntry,
  signIn: showSignIn,
  notice: (notice, system) => showAlone(notice, findSite(system)),
}

async function visit(request: WorkstationVisit): Promise<WorkstationAnswer> {
  let world: World
  try {
    world = await readWorld(request)
  } catch (error) {
    if (!(error instanceof ClosedWorldError)) throw error
    const notice = { title: 'This workstation is closed', text: error.message }
    return { status: error.reply.status, html: showAlone(notice) }
  }
  const [slug = '', name = ''] = request.path
  const { task } = world
  if (request.place.kind === 'site') return (await visitSite(request, world)) ?? notFound(request, world)
  if (task !== null) {
    if (!task.isOpen) return { status: 409, html: showAlone(ended) }
    if (slug === '') return { redirect: `${request.base}/task` }
    if (slug === 'task' && name === '') return showTask(request, world, task)
    if (slug === 'submit' && name === '') {
      return request.form === null ? showSubmit(request, world, task) : submit(request, world, task)
    }
    if (slug === 'submit' && name === 'review') return reviewSubmit(request, world, task)
  }
  const [first] = world.apps
  if (slug === '' && first !== undefined) return { redirect: `${request.base}/${first.slug}` }
  const app = world.apps.find((one) => one.slug === slug)
  return app === undefined || request.path.length > 2 ? notFound(request, world) : showApp(request, world, app, name)
}

const ended = { title: 'This task has ended', text: 'Its systems accept no more work.' }

async function showApp(
  request: WorkstationVisit,
  world: World,
  app: PlacedApp,
  name: string,
): Promise<WorkstationAnswer> {
  if (name === '') {
    const [start] = listStarts(app)
    return start === undefined ? showMore(request, world, app) : { redirect: pageOfStart(request.base, app, start) }
  }
  if (name === '~more') return showMore(request, world, app)
  const call = listCalls(app).find((one) => one.name === name)
  if (call === undefined) return notFound(request, world)
  return showCall({ visit: request, world, app, filled: { call, values: valuesIn(request.query) } })
}

/** Shows the actions of an app that do not need a record. */
function showMore(request: WorkstationVisit, world: World, app: PlacedApp): WorkstationAnswer {
  // Calls that a tab opens are not listed again under another name.
  const tabs = listStarts(app).flatMap(({ call, values }) => (values === undefined ? [call] : []))
  const offered = listCalls(app).flatMap((call) => (tabs.includes(call.name) ? [] : [{ call, values: {} }]))
  const isNamed = ({ call }: FilledCall) => pathParameters(call).length > 0
  const common = offered.filter(({ call }) => isCommon(app, call))
  const rare = offered.filter((one) => !common.includes(one))
  const named = common.filter(isNamed)
  const begin = common.filter((one) => !isNamed(one))
  const { base } = request
  return layOut(request, world, {
    title: 'Actions',
    app: app.slug,
    body: markup`${showTabs(base, app, null)}${showHeading('Actions')}${showActions(base, app, 'Begin', begin)}
${showActions(base, app, 'With a name or a number that you know', named)}${showActions(base, app, 'More', rare)}`,
  })
}

function notFound(request: WorkstationVisit, world: World): WorkstationAnswer {
  const [app] = world.apps
  const isSite = app?.site !== undefined
  const body = markup`${isSite && showTabs(request.base, app, null)}${showHeading('No such page')}\
<p>There is no page at this address.</p>`
  return layOut(request, world, { title: 'No such page', ...(isSite && { app: app.slug }), status: 404, body })
}
