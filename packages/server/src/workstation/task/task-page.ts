import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { readRefusal, showProblems } from '../calls/refusal.js'
import { showFacts, showText } from '../calls/shown-value.js'
import { showChoice, showControl, showInput } from '../forms/show-fields.js'
import { csrfField, layOut, showHeading } from '../frame/layout.js'
import { toLabel } from '../label.js'
import { readTime, showTime } from '../time-zone.js'
import type { WorkstationAnswer, WorkstationReply, WorkstationVisit } from '../visit.js'
import type { World, WorldTask } from '../world.js'

/** The time units for waiting, in seconds. */
const units: readonly (readonly [seconds: string, label: string])[] = [
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
]

/** The time units on a real clock: people wait in real time, at most 30 seconds at once. */
const unitsInRealTime: typeof units = [['1', 'seconds']]

interface ShownClock {
  readonly now: string
  readonly isReal: boolean
}

/** Shows the instruction of the task, the clock of its systems, and the form to wait. */
export async function showTask(visit: WorkstationVisit, world: World, task: WorldTask): Promise<WorkstationAnswer> {
  const waited = visit.form === null ? null : await wait(visit, task)
  const clock = await readClock(visit, task)
  const { instruction, ...rest } = task.item
  const isRefused = waited !== null && waited.status >= 400
  return layOut(visit, world, {
    title: 'Task',
    app: 'task',
    status: isRefused ? 422 : 200,
    body: markup`${showHeading('Task')}
${isRefused && showProblems(readRefusal(waited))}${waited !== null && !isRefused && showArrived(waited, task)}
<div class="panel"><h2>Instruction</h2>${
      typeof instruction === 'string' ? showInstruction(instruction) : showFacts(task.item, null)
    }</div>
${
  typeof instruction === 'string' &&
  Object.keys(rest).length > 0 &&
  markup`<div class="panel"><h2>Given with it</h2>${showFacts(rest, null)}</div>`
}
<div class="panel"><h2>Clock</h2><p>It is \
<b>${clock === null ? 'not known' : showClock(clock.now, task.zone)}</b> in the systems.</p></div>
${showInterfaces(world)}${showWaiting(visit, task, clock?.isReal === true)}`,
  })
}

/** Shows an instruction; numbered steps in one paragraph are shown one below the other. */
function showInstruction(text: string): Inside {
  const [lead = '', ...steps] = splitSteps(text)
  if (steps.length < 2) return showText(text)
  // A remark after the steps begins with its title, such as "Due:".
  const [, last = '', rest = ''] = /^(.*?)(?:(?<=[.!?]) ([A-Z]\w+: .*))?$/s.exec(steps.pop() ?? '') ?? []
  const items = [...steps, last].map((step) => markup`<li>${step}</li>`)
  return [showText(lead), markup`<ul class="steps">${items}</ul>`, rest !== '' && showText(rest)]
}

/** Splits a paragraph before its numbers 1, 2 and so on. */
function splitSteps(text: string): string[] {
  if (/[\n\r]/.test(text)) return [text]
  const starts = [0]
  for (const { 1: number, index } of text.matchAll(/(?<=[.:;!?] )(\d{1,4})\. [A-Z]/g)) {
    if (Number(number) === starts.length) starts.push(index)
  }
  return starts.map((start, index) => text.slice(start, starts[index + 1]).trim())
}

/** Explains how instructions name apps of the same title: `portal@west` is the app `Payer (west)`. */
function showInterfaces({ apps }: World): Inside {
  const several = apps.filter(({ about }) => apps.filter((one) => one.about.title === about.title).length > 1)
  if (several.length === 0) return null
  return markup`<div class="panel"><h2>Names in instructions</h2><dl class="facts">${several.map(
    ({ title, endpoint }) => markup`<dt>${title}</dt><dd>${endpoint.split('/').at(-1) ?? ''}</dd>`,
  )}</dl></div>
`
}

/** Shows the time in the zone of the task, and also in the systems' zone if it differs. */
function showClock(clock: string, zone: string): string {
  const time = showTime(clock, zone)
  return zone === 'UTC' ? time : `${time} (${showTime(clock, 'UTC')})`
}

/** Reads the time of the systems; null if it cannot be read. */
async function readClock(visit: WorkstationVisit, { runId }: WorldTask): Promise<ShownClock | null> {
  const { json } = await visit.call({ method: 'GET', target: `/v1/benchmark-runs/${encodeURIComponent(runId)}/clock` })
  return isJsonObject(json) && typeof json.now === 'string' ? { now: json.now, isReal: json.mode === 'real' } : null
}

async function wait(visit: WorkstationVisit, task: WorldTask): Promise<WorkstationReply> {
  const target = `/v1/benchmark-runs/${encodeURIComponent(task.runId)}/wait`
  return visit.call({
    method: 'POST',
    target,
    body: { mediaType: 'application/json', content: await readWait(visit, task) },
  })
}

/** Reads the form to wait. Invalid values are sent unchanged, so that the rejection says what is expected. */
async function readWait(visit: WorkstationVisit, task: WorldTask): Promise<JsonObject> {
  const { form } = visit
  const until = form?.text('until')
  if (until === 'time') {
    const time = form?.text('time') ?? ''
    const now = Date.parse((await readClock(visit, task))?.now ?? '')
    const seconds = (Date.parse(readTime(time, task.zone)) - now) / 1000
    return { seconds: Number.isFinite(seconds) ? seconds : time }
  }
  const amount = form?.text('amount') ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(amount) ? Number(amount) * Number(form?.text('unit') ?? '') : amount
  return until === 'event' ? { until: 'event', at_most_seconds: seconds } : { seconds }
}

function showWaiting({ base, csrf }: WorkstationVisit, { zone }: WorldTask, isReal: boolean): Markup {
  const chosen = isReal ? unitsInRealTime : units
  const [amount, unit] = isReal ? ['10', '1'] : ['1', '3600']
  const hint = isReal ? 'At most 30 seconds: the systems keep real time.' : ''
  const untilTime = markup`${showControl({
    name: 'time',
    label: 'Time',
    hint: `To wait until a time, in the time zone ${zone}: 2026-03-03 14:00.`,
    isRequired: false,
    control: (attributes) => showInput(attributes, ''),
  })}`
  return markup`<form class="panel fields section narrow" method="post" action="${base}/task">
<h2>Wait</h2>${csrfField(csrf)}
${showControl({
  name: 'until',
  label: 'Wait',
  control: (attributes) =>
    markup`<select${attributes}><option value="event">until something arrives, at most for</option>\
<option value="">for</option>${!isReal && markup`<option value="time">until a time</option>`}</select>`,
})}
${showControl({
  name: 'amount',
  label: 'How long',
  hint,
  control: (attributes) => showInput(attributes, amount ?? '', 'decimal'),
})}
${showControl({
  name: 'unit',
  label: 'Unit',
  control: (attributes) => showChoice(attributes, chosen, unit ?? '', 'Choose…'),
})}
${!isReal && untilTime}<div class="actions"><button class="primary">Wait</button></div></form>`
}

function showArrived({ json }: WorkstationReply, { zone }: WorldTask): Inside {
  const arrived = isJsonObject(json) && Array.isArray(json.arrived) ? json.arrived.filter(isJsonObject) : []
  return markup`<div class="note good" role="status"><h2>Time has passed</h2>${
    arrived.length === 0
      ? markup`<p>Nothing has arrived.</p>`
      : markup`<ul>${arrived.map(
          ({ type, at }) => markup`<li>${toLabel(String(type))} at ${showTime(String(at), zone)}</li>`,
        )}</ul>`
  }</div>`
}
