import type { Steps } from '@carebench/protocol'
import type { EvidencePart, Verifier } from '@carebench/verifier'
import { type Markup, markup } from '../../../site/markup.js'
import { showRange } from '../../pager.js'
import type { ReadRecord } from '../../record-reader.js'
import { placeByJudging } from '../../task/facts/broken-by-judging.js'
import { placeByPosition } from '../../task/facts/broken-by-position.js'
import { readConversation, type Turn } from '../../task/facts/conversation.js'
import { isTooDeep } from '../../task/facts/deep-value.js'
import { describeTaskInSteps, type UnnamedTask } from '../../task/facts/describe-task.js'
import { findEntryChangesInSteps } from '../../task/facts/entry-changes.js'
import { readPhoneCalls } from '../../task/facts/phone-calls.js'
import type { Step } from '../../task/facts/trajectory.js'
import { listUtterances } from '../../task/views/phone-call.js'
import type { StepSection } from '../../task/views/task-section.js'
import { listTurnsInSteps, pinCriteria } from '../../task/views/turn-list.js'

/** The requested steps of a task run. */
export interface AskedSteps {
  /** The number of the first step to list, counted from 1; any other number stands for the page that contains it. */
  readonly from: number
  /** A text that all listed steps contain; empty for all steps. */
  readonly find: string
}

/** Maximum number of steps on a page. */
const stepsOfPage = 100
/**
 * Maximum number of steps whose changes are all computed; beyond it, only the steps of the page are compared, and
 * criteria are assigned to steps by record names alone.
 */
const maxCompared = 500

/** A task run with its steps; the steps of one page have their changes. */
export interface TaskRunStory {
  readonly task: UnnamedTask
  readonly steps: StepSection
  readonly phoneCalls: Markup | null
}

interface StoryTools {
  readonly parts: readonly EvidencePart[]
  readonly verifier: Pick<Verifier, 'verifyInSteps'>
  /** Whether the page has the form that searches the steps. */
  readonly canFind: boolean
}

/**
 * Describes a task run, in steps, because its log can be long.
 *
 * @param tools - the service's parts of the evidence, to find changes, and its verifier
 * @param place - the address of the task run's page
 */
export function* readStory(
  { record, opened, opener }: ReadRecord,
  { parts, verifier, canFind }: StoryTools,
  place: string,
  asked: AskedSteps,
): Steps<TaskRunStory> {
  const described = yield* describeTaskInSteps(opened, parts)
  const all = described.trajectory.steps
  const find = asked.find.trim()
  const fitting = find === '' ? all : yield* stepsWith(find.toLowerCase(), all)
  const last = Math.max(fitting.length, 1)
  const first = Math.floor((Math.min(Math.max(asked.from, 1), last) - 1) / stepsOfPage) * stepsOfPage
  const shown = new Set(fitting.slice(first, first + stepsOfPage).map(({ seq }) => seq))
  const isWhole = all.length <= maxCompared
  const changes = yield* findEntryChangesInSteps(record, opener, parts, (seq) => isWhole || shown.has(seq))
  const placed = described.criteria.map((criterion) => placeByPosition(criterion, changes))
  const task = isWhole
    ? { ...described, criteria: yield* placeByJudging(placed, record, { opener, verifier }) }
    : described
  const turns = readConversation(undefined, all)
  const pageOf = new Map(all.map(({ seq }, index) => [seq, Math.floor(index / stepsOfPage) * stepsOfPage]))
  const hrefOf = (seq: number) => {
    if (shown.has(seq)) return `#log-${seq}`
    return `${place}?from=${(pageOf.get(seq) ?? 0) + 1}#log-${seq}`
  }
  const story = { turns: pickTurns(turns, shown), changes, pins: pinCriteria(task.criteria, turns) }
  const calls = readPhoneCalls(task.difference.collections)
  const list = yield* listTurnsInSteps(story)
  return {
    task,
    steps: {
      list: markup`${
        all.length === 0 || !canFind ? null : showFind(place, find, fitting.length, all.length)
      }${list}${showPages(place, find, first, fitting.length)}`,
      hrefOf,
    },
    phoneCalls:
      calls.length === 0
        ? null
        : markup`<section class="card" aria-labelledby="phone-title"><h2 id="phone-title">Phone calls</h2>${calls.map(
            ({ title, status, said }) =>
              markup`<h3>Call ${title} <span class="soft">${status?.replaceAll('_', ' ')}</span></h3>${
                said.length === 0 ? markup`<p class="soft">Nothing was said.</p>` : listUtterances(said)
              }`,
          )}</section>`,
  }
}

function pickTurns(turns: readonly Turn[], shown: ReadonlySet<number>): readonly Turn[] {
  return turns.filter(({ calls }) => calls.some(({ step }) => step !== null && shown.has(step.seq)))
}

function* stepsWith(text: string, steps: readonly Step[]): Steps<readonly Step[]> {
  const found: Step[] = []
  for (const step of steps) {
    yield
    if (hasText(step, text)) found.push(step)
  }
  return found
}

/** Whether a step contains a text: in its call, request, response or changes. */
function hasText({ title, lane, entry }: Step, text: string): boolean {
  const holds = (value: unknown): boolean => {
    if (typeof value === 'string') return value.toLowerCase().includes(text)
    if (typeof value === 'number') return String(value).includes(text)
    if (Array.isArray(value)) return value.some(holds)
    return typeof value === 'object' && value !== null && Object.entries(value).flat().some(holds)
  }
  const { action, effects, events, answers } = entry
  return [title, lane, action, effects, events, answers].some((value) => !isTooDeep(value) && holds(value))
}

/** Shows the search box for steps; the script of the page filters the listed steps while the user types. */
function showFind(place: string, find: string, fitting: number, count: number): Markup {
  const said =
    find === ''
      ? null
      : markup`<span class="soft">${fitting === 0 ? 'No step' : fitting} of ${count} \
${fitting === 1 || fitting === 0 ? 'has' : 'have'} “${find}”.</span>\
<a class="button" href="${place}#task-run-happened">Show all</a>`
  return markup`<form class="inline" method="get" action="${place}#task-run-happened" role="search" aria-label="Steps">\
<input class="find" id="find-steps" name="find" type="search" value="${find}" aria-label="Find in steps" \
placeholder="Find in steps" autocomplete="off"><button>Find in all ${count}</button>${said}</form>`
}

function showPages(place: string, find: string, first: number, count: number): Markup | null {
  if (count <= stepsOfPage) return null
  return showRange({
    what: 'Steps',
    from: first + 1,
    last: Math.min(first + stepsOfPage, count),
    count,
    size: stepsOfPage,
    titles: { previous: 'Earlier steps', next: 'Later steps' },
    hrefOf: (from) => {
      const query = new URLSearchParams({ from: String(from), ...(find === '' ? {} : { find }) })
      return `${place}?${query.toString()}#task-run-happened`
    },
  })
}
