import { type Inside, type Markup, markup } from '../../../site/markup.js'
import type { Step, StepKind, Trajectory } from '../facts/trajectory.js'
import { formatElapsed } from './figures.js'

/** With more steps than this, steps share marks. */
const maxMarks = 160
/** Pauses of at least this many milliseconds are marked, up to a maximum number. */
const pause = 60_000
const maxPauses = 12

const words: Readonly<Record<StepKind, string>> = {
  read: 'read',
  write: 'with changes',
  refused: 'refused',
  scenario: 'scenario',
  system: 'system',
  wait: 'waits',
  seal: 'end',
}

/** From the bottom of a column to the top. */
const stacked: readonly StepKind[] = ['read', 'wait', 'seal', 'system', 'scenario', 'write', 'refused']

const laneHeight = 30
const labelHeight = 13
/** Maximum width of a character in a label. */
const characterWidth = 7

/**
 * Plots the steps of a task run from left to right, with a lane for each system. With `hrefOf`, marks are links; they
 * are skipped by keyboard navigation, because the list of steps has the same links.
 */
export function plotTimeLine({ lanes, steps }: Trajectory, task: string, hrefOf?: (step: Step) => string): Markup {
  const left = 116
  const columns = Math.min(steps.length, maxMarks)
  const perColumn = steps.length / columns
  const width = Math.max(840, perColumn > 1 ? 0 : columns * 13)
  const columnOf = (index: number) => Math.floor(index / perColumn)
  const x = (column: number) => left + 14 + ((column + 0.5) / columns) * (width - 28)
  const pauses = labelPauses(steps, (index) => (x(columnOf(index - 1)) + x(columnOf(index))) / 2)
  const top = 26 + Math.max(0, ...pauses.map(({ row }) => row)) * labelHeight
  const y = (lane: string) => top + (lanes.indexOf(lane) + 0.5) * laneHeight
  const height = top + lanes.length * laneHeight + 6
  const marks = new Map<string, Step[]>()
  steps.forEach((step, index) => {
    const place = `${columnOf(index)} ${step.lane}`
    const list = marks.get(place)
    if (list === undefined) marks.set(place, [step])
    else list.push(step)
  })
  const most = Math.max(...[...marks.values()].map((list) => list.length))
  const columnWidth = (width - 28) / columns
  const shown = [...marks].map(([place, list]) => {
    const [at, lane] = [x(Number.parseInt(place, 10)), y(list[0]?.lane ?? '')]
    const mark =
      perColumn > 1 ? plotColumn(list, { x: at, y: lane, width: columnWidth, most }) : plotMark(list, at, lane)
    const [first] = list
    return hrefOf === undefined || first === undefined
      ? mark
      : markup`<a href="${hrefOf(first)}" tabindex="-1">${mark}</a>`
  })
  const pauseLines = pauses.map(({ at, row, label }) => {
    const place = at.toFixed(1)
    return markup`<line class="pause" x1="${place}" x2="${place}" y1="${top - 8}" y2="${height - 4}"/>\
<text class="waited" x="${place}" y="${12 + row * labelHeight}" text-anchor="middle">${label}</text>`
  })
  const kinds = [...new Set(steps.map(({ kind }) => kind))]
  const counts = kinds.map((kind) => `${steps.filter((step) => step.kind === kind).length} ${words[kind]}`).join(', ')
  const whole = left + width
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Time line: ${task}">
<svg class="time-line" viewBox="0 0 ${whole} ${height}" width="${whole}" height="${height}" \
role="${hrefOf === undefined ? 'img' : 'group'}" aria-label="${steps.length} steps: ${counts}">
${lanes.map(
  (lane) =>
    markup`<line class="lane" x1="${left}" x2="${whole}" y1="${y(lane)}" y2="${y(lane)}"/>\
<text class="name" x="${left - 12}" y="${y(lane)}" dy="0.35em" text-anchor="end">${
      lane.length > 15 ? `${lane.slice(0, 14)}…` : lane
    }</text>`,
)}
${pauseLines}${shown}</svg></div>
<ul class="legend">${kinds.map(
    (kind) =>
      markup`<li><svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">${drawShape(kind, 10, 10)}</svg>\
${words[kind]}</li>`,
  )}</ul>`
}

function plotMark([step]: readonly Step[], x: number, y: number): Inside {
  if (step === undefined) return null
  const title = `#${step.seq} ${step.title}${step.status === null ? '' : ` → ${step.status}`}`
  return markup`<g class="mark" data-step="${step.seq}"><title>${title.slice(0, 300)}</title>\
${drawShape(step.kind, x, y)}</g>`
}

/** Plots steps at the same position as parts of a column, by kind. */
function plotColumn(
  list: readonly Step[],
  { x, y, width, most }: { readonly x: number; readonly y: number; readonly width: number; readonly most: number },
): Inside {
  const [first] = list
  if (first === undefined) return null
  const floor = y + laneHeight / 2 - 3
  // Even a few steps among many must be visible.
  const heightOf = (count: number) => Math.max(3, (count / most) * (laneHeight - 8))
  let top = floor
  const parts = stacked.flatMap((kind) => {
    const count = list.filter((step) => step.kind === kind).length
    if (count === 0) return []
    top = Math.max(floor - laneHeight + 6, top - heightOf(count))
    return markup`<rect class="column step-${kind}" x="${(x - width / 2 + 0.5).toFixed(1)}" y="${top.toFixed(1)}" \
width="${(width - 1).toFixed(1)}" height="${heightOf(count).toFixed(1)}"/>`
  })
  const title = list.length === 1 ? `#${first.seq} ${first.title}` : `from #${first.seq}: ${list.length} steps`
  return markup`<g class="mark" data-step="${first.seq}"><title>${title.slice(0, 300)}</title>${parts}</g>`
}

function drawShape(kind: StepKind, x: number, y: number): Inside {
  const size = 6
  const points = (...list: readonly (readonly [number, number])[]) =>
    list.map(([dx, dy]) => `${(x + dx * size).toFixed(1)},${(y + dy * size).toFixed(1)}`).join(' ')
  switch (kind) {
    case 'read':
      return markup`<circle class="step-read" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" \
r="${(size * 0.72).toFixed(1)}"/>`
    case 'write':
      return markup`<circle class="step-write" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" \
r="${(size * 1.1).toFixed(1)}"/>`
    case 'refused':
      return markup`<polygon class="step-refused" points="${points([0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0])}"/>`
    case 'scenario':
      return markup`<polygon class="step-scenario" points="${points([0, -1.1], [1.1, 0.9], [-1.1, 0.9])}"/>`
    case 'system':
      return markup`<polygon class="step-system" \
points="${points([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9])}"/>`
    case 'wait':
      return markup`<polygon class="step-wait" points="${points([-0.9, -1], [0.9, -1], [-0.9, 1], [0.9, 1])}"/>`
    case 'seal':
      return markup`<polygon class="step-seal" points="${points([-0.2, -1.3], [0.2, -1.3], [0.2, 1.3], [-0.2, 1.3])}"/>`
  }
}

/** Labels the pauses; if two labels would overlap, the second is put in a row below. */
function labelPauses(
  steps: readonly Step[],
  placeOf: (index: number) => number,
): readonly { readonly at: number; readonly row: number; readonly label: string }[] {
  const ends: number[] = []
  return findPauses(steps).map(({ index, milliseconds }) => {
    const [at, label] = [placeOf(index), `+ ${formatElapsed(milliseconds)}`]
    const half = (label.length * characterWidth) / 2
    const free = ends.findIndex((end) => end < at - half)
    const row = free < 0 ? ends.length : free
    ends[row] = at + half
    return { at, row, label }
  })
}

/** Finds the longest pauses, in order of time. */
function findPauses(steps: readonly Step[]): readonly { readonly index: number; readonly milliseconds: number }[] {
  return steps
    .map(({ milliseconds }, index) => ({
      index,
      milliseconds: (milliseconds ?? 0) - (steps[index - 1]?.milliseconds ?? milliseconds ?? 0),
    }))
    .filter(({ index, milliseconds }) => index > 0 && milliseconds >= pause)
    .sort((first, other) => other.milliseconds - first.milliseconds)
    .slice(0, maxPauses)
    .sort((first, other) => first.index - other.index)
}
