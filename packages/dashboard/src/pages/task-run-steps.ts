import { type Markup, markup } from '@carebench/site'
import { defaultParts } from '@carebench/systems/verifier'
import type { ReadRecord } from '../record-reader.js'
import { placeByPosition } from '../task/broken-by-position.js'
import { readConversation, type Turn } from '../task/conversation.js'
import { describeTask, type UnnamedTask } from '../task/describe-task.js'
import { findEntryChanges } from '../task/entry-changes.js'
import { listUtterances } from '../task/phone-call.js'
import { readPhoneCalls } from '../task/phone-calls.js'
import type { ToldSteps } from '../task/task-section.js'
import { listTurns, pinCriteria } from '../task/turn-list.js'

/** Steps of one page. */
const stepsOfPage = 100
/** With more steps, only those of the page are compared, and criteria are placed by the names of records alone. */
const mostCompared = 500

/** A task run with its steps, those of one page of them told beside what they did to the world. */
export interface ToldTaskRun {
  readonly task: UnnamedTask
  readonly steps: ToldSteps
  readonly phoneCalls: Markup | null
}

/**
 * Tells a task run.
 *
 * @param place - the address of its page
 * @param from - the number of the first step to list, counted from 1; another number stands for the page that has it
 */
export function tellTaskRun({ record, opened, opener }: ReadRecord, place: string, from: number): ToldTaskRun {
  const described = describeTask(opened, defaultParts)
  const all = described.trajectory.steps
  const first = Math.floor((Math.min(Math.max(from, 1), Math.max(all.length, 1)) - 1) / stepsOfPage) * stepsOfPage
  const shown = new Set(all.slice(first, first + stepsOfPage).map(({ seq }) => seq))
  const isWhole = all.length <= mostCompared
  const changes = findEntryChanges(record, opener, defaultParts, (seq) => isWhole || shown.has(seq))
  const task = isWhole
    ? { ...described, criteria: described.criteria.map((criterion) => placeByPosition(criterion, changes)) }
    : described
  const turns = readConversation(undefined, all)
  const pageOf = new Map(all.map(({ seq }, index) => [seq, Math.floor(index / stepsOfPage) * stepsOfPage]))
  const hrefOf = (seq: number) => {
    const page = pageOf.get(seq) ?? first
    return `${page === first ? '' : `${place}?from=${page + 1}`}#log-${seq}`
  }
  const told = { turns: turnsOf(turns, shown), changes, pins: pinCriteria(task.criteria, turns) }
  const calls = readPhoneCalls(task.difference.collections)
  return {
    task,
    steps: {
      list: markup`${listTurns(told)}${showPages(place, first, all.length)}`,
      hrefOf,
    },
    phoneCalls:
      calls.length === 0
        ? null
        : markup`<section class="card" aria-labelledby="phone-title"><h2 id="phone-title">Phone calls</h2>${calls.map(
            ({ title, status, said }) =>
              markup`<h3>Call ${title} <span class="soft">${status?.replaceAll('_', ' ')}</span></h3>${said.length === 0 ? markup`<p class="soft">Nothing was said.</p>` : listUtterances(said)}`,
          )}</section>`,
  }
}

function turnsOf(turns: readonly Turn[], shown: ReadonlySet<number>): readonly Turn[] {
  return turns.filter(({ calls }) => calls.some(({ step }) => step !== null && shown.has(step.seq)))
}

function showPages(place: string, first: number, count: number): Markup | null {
  if (count <= stepsOfPage) return null
  const last = Math.min(first + stepsOfPage, count)
  const link = (start: number, title: string, rel: string) =>
    markup`<a class="button" rel="${rel}" href="${place}?from=${start + 1}#task-run-happened">${title}</a>`
  return markup`<div class="pages">${first === 0 ? null : link(first - stepsOfPage, 'Earlier steps', 'prev')}<span class="soft">Steps ${first + 1} to ${last} of ${count}</span>${last === count ? null : link(last, 'Later steps', 'next')}</div>`
}
